#!/bin/busybox sh
# First program of the guest: makes the host's root its own, read-only below and memory above, with
# the unpacked kernel modules, udev and kmod as a layer between. Says on the console what fails.
set -e
trap 'echo "INIT FAILED, line $LINENO"; /bin/busybox poweroff -f' EXIT
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
start=$(sed "s/.*start=//;s/ .*//" /proc/cmdline)
mount -t devtmpfs dev /dev
for module in /modules/*.ko; do insmod "$module"; done
for name in host layer; do
    mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 $name /$name
done
mount -t tmpfs memory /memory
mkdir /memory/upper /memory/work
mount -t overlay -o "lowerdir=/layer:/host,upperdir=/memory/upper,workdir=/memory/work" overlay /root
mount --move /dev /root/dev
mount --move /proc /root/proc
mount --move /sys /root/sys
trap - EXIT
exec switch_root /root /bin/sh "$start"
