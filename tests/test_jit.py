"""How kernels are compiled."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

from numba.core.registry import CPUDispatcher

import vingt


def modules() -> list[ModuleType]:
    names = [module.name for module in walk_packages(vingt.__path__, "vingt.") if not module.ispkg]
    asked = [name for name in names if name.startswith("vingt.analysis.") and ".cuda" not in name]
    return [import_module(name) for name in asked]


def test_python_names_no_kernel_that_only_kernels_can_call() -> None:
    """Such a kernel has no way in from Python: to call it would end the process."""
    inner = 0
    for module in modules():
        room = Path(str(module.__file__)).parent
        for name, kernel in vars(module).items():
            if isinstance(kernel, CPUDispatcher) and kernel.targetoptions.get("no_cpython_wrapper"):
                inner += 1
                assert Path(kernel.py_func.__code__.co_filename).parent == room, (module.__name__, name)
    assert inner > 50


def test_a_kept_kernel_is_compiled_anew_when_its_room_changes(tmp_path: Path) -> None:
    """A kernel freezes the numbers of its neighbours: one compiled before they changed would walk the wrong
    rows."""
    kernel = "from vingt.analysis.jit import compiled\nfrom codes import ROW\n"
    (tmp_path / "kernel.py").write_text(f"{kernel}@compiled\ndef row():\n    return ROW\n")

    def row(number: int) -> str:
        (tmp_path / "codes.py").write_text(f"ROW = {number}\n")
        told = [sys.executable, "-c", "import kernel; print(kernel.row(), len(kernel.row.stats.cache_hits))"]
        return subprocess.run(told, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert [row(1), row(1), row(22)] == ["1 0\n", "1 1\n", "22 0\n"]
