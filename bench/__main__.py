"""`python -m bench [--list] [NAME ...]`: run the named benchmarks, or all of them."""

import importlib
import pkgutil
import sys
import time

import bench


def names() -> list[str]:
    """The benchmarks there are, by module name; modules starting with `_` are shared parts."""
    return sorted(m.name for m in pkgutil.iter_modules(bench.__path__) if not m.name.startswith("_"))


def run(name: str) -> int:
    """Run one benchmark and say how long it took; its exit status is its own."""
    print(f"== {name}", flush=True)
    started = time.perf_counter()
    status: int = importlib.import_module(f"bench.{name}").main()
    print(
        f"== {name}: {'done' if status == 0 else f'exit {status}'} in {time.perf_counter() - started:.1f} s"
    )
    return status


def main(arguments: list[str]) -> int:
    known = names()
    if "--list" in arguments:
        print("\n".join(known) or "no benchmarks yet")
        return 0
    unknown = [a for a in arguments if a not in known]
    if unknown:
        print(
            f"no benchmark named {', '.join(unknown)}; there are: {', '.join(known) or 'none'}",
            file=sys.stderr,
        )
        return 2
    if not known:
        print("no benchmarks yet")
    # Every benchmark runs even when an earlier one fails.
    return max([run(name) for name in arguments or known], default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
