# Second program of the guest, on its real root: the folders every system has, udev, and the agent
# that carries out what the tests order. `udev=no` on the kernel's command line leaves udev out.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin HOME=/root LANG=C.UTF-8
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=2
word() { sed -n "s/.*\b$1=\([^ ]*\).*/\1/p" /proc/cmdline; }
mount -t tmpfs run /run
mkdir -p /dev/pts /dev/shm
mount -t devpts pts /dev/pts
mount -t tmpfs shm /dev/shm
mount -t cgroup2 cgroup /sys/fs/cgroup
modprobe configfs && mount -t configfs config /sys/kernel/config
modprobe virtio_console
if [ "$(word udev)" != no ]; then
    /usr/lib/systemd/systemd-udevd --daemon
    # Only what is plugged in from here on is named; the board's own parts would take half a minute.
    modprobe xhci_pci && udevadm settle
fi
ip link set lo up 2>/dev/null || busybox ip link set lo up
cd "$(word checkout)" && "$(word python)" -m tests.system.guest.agent
echo "the agent ended: $?"
busybox poweroff -f
