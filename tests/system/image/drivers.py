"""Two drivers that Debian ships as source alone, built for the guest's kernel.

v4l2loopback is a package of its own; gpio-sim lies in the kernel's source, but Debian's kernel has
it switched off (`CONFIG_GPIO_SIM`), and with it the `irq_sim` it needs.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tests.system.image.packages import PreparationError

GPIO_SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
"""What is taken out of the kernel's source, below its own folder."""
GPIO_MODULE = "gpio_sim_table"
_KBUILD = (
    f"obj-m := {GPIO_MODULE}.o\n"
    f"{GPIO_MODULE}-y := gpio-sim.o irq_sim.o\n"
    "ccflags-y := -DCONFIG_IRQ_SIM=1\n"
)


def build_gpio_sim(sources: Path, headers: Path) -> Path:
    """Build gpio-sim with `irq_sim` in the same module; return the module.

    Raises:
        PreparationError: it does not compile.
    """
    irq = sources / "irq_sim.c"
    text = irq.read_text()
    # Neither may a module export what the kernel's headers call built in, nor see `irq_to_desc`.
    text = re.sub(r"EXPORT_SYMBOL_GPL\(.*\);", "", text)
    text = text.replace("handle_simple_irq(irq_to_desc(irqnum));", "generic_handle_irq(irqnum);")
    irq.write_text(text)
    (sources / "Kbuild").write_text(_KBUILD)
    return _build(sources, headers) / f"{GPIO_MODULE}.ko"


def build_v4l2loopback(root: Path, headers: Path) -> Path:
    """Build v4l2loopback from its unpacked package; return the module.

    Raises:
        PreparationError: it is not there or does not compile.
    """
    (sources,) = (root / "usr" / "src").glob("v4l2loopback-*")
    return _build(sources, headers) / "v4l2loopback.ko"


def point_at_themselves(root: Path, version: str) -> Path:
    """Make unpacked kernel headers usable where they lie; return their folder."""
    sources = root / "usr" / "src"
    headers = sources / f"linux-headers-{version}"
    makefile = headers / "Makefile"
    makefile.write_text(makefile.read_text().replace(" /usr/src/", f" {sources}/"))
    return headers


def list_modules(root: Path, version: str, own: tuple[Path, ...], kmod: Path) -> None:
    """Put our modules beside the kernel's and write the lists `modprobe` goes by.

    Raises:
        PreparationError: `depmod` fails.
    """
    target = root / "usr" / "lib" / "modules" / version / "updates"
    target.mkdir(exist_ok=True)
    for module in own:
        shutil.copy(module, target)
    _run("depmod", "-b", str(root), version, program=kmod)


def needed(root: Path, version: str, names: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the files of these modules and of all they need, in the order of loading."""
    folder = root / "usr" / "lib" / "modules" / version
    depends: dict[str, tuple[str, ...]] = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        module, _, rest = line.partition(":")
        depends[module] = tuple(reversed(rest.split()))
    by_name = {Path(module).stem.replace("-", "_"): module for module in depends}
    built_in = {
        Path(line).stem.replace("-", "_")
        for line in (folder / "modules.builtin").read_text().splitlines()
    }
    order: dict[str, None] = {}
    for name in names:
        if name in built_in:
            continue
        module = by_name[name]
        order.update(dict.fromkeys((*depends[module], module)))
    return tuple(folder / module for module in order)


def _build(sources: Path, headers: Path) -> Path:
    _run("make", "-s", "-C", str(headers), f"M={sources}", "modules")
    return sources


def _run(*command: str, program: Path | None = None) -> None:
    done = subprocess.run(command, executable=program, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PreparationError(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
