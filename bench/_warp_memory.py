"""What instructions do to the memory of a `Warp`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from bench._warp import LOCAL_BYTES, TYPES, WIDTHS, NotKnown, Warp

U, S, B = np.uint32, np.int32, np.uint64
Step = Callable[[Any], None]


def load_constant(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    place = re.fullmatch(r"c\[0x0\]\[(.+)\]", ops[1])
    if place is None:
        raise NotKnown(f"LDC {ops[1]}")
    parts = place[1].split("+")
    steps = [w.wide(each) for each in parts]

    def step(mask: Any) -> None:
        at = sum((each() for each in steps), B(0)) // B(4)
        at = np.where(mask, at, 0) if np.ndim(at) else at
        w.put(ops[0], mask, w.constants[at])
        if "64" in kinds:
            following = ops[0].rstrip("0123456789") + str(int(ops[0].lstrip("UR")) + 1)
            w.put(following, mask, w.constants[at + 1])

    return step


def spaces(w: Warp, name: str) -> tuple[Any, Any]:
    """The bytes of a space, and where in them those of each thread begin."""
    if name.endswith("S"):
        return w.shared, B(0)
    if name.endswith("L"):
        return w.local, (w.lanes * LOCAL_BYTES).astype(B)
    return w.memory, B(0)


def load(name: str) -> Callable[[Warp, list[str], list[str]], Step]:
    def of(w: Warp, kinds: list[str], ops: list[str]) -> Step:
        kind = next((each for each in kinds if each in WIDTHS), "32")
        width, signed = WIDTHS.get(kind, 4), kind.startswith("S")
        where = w.address(ops[1])
        bytes_, begins = spaces(w, name)
        words = bytes_.view(TYPES[min(width, 4)])

        def step(mask: Any) -> None:
            at = np.where(mask, where() + begins, B(0))
            if name == "LDS":
                ask(w, at, mask, max(width // 4, 1))
            for word in range(max(width // 4, 1)):
                value = words[at // B(min(width, 4)) + B(word)]
                if signed:
                    value = value.astype(np.int16 if width == 2 else np.int8).astype(S)
                if ops[0] != "RZ":
                    w.put("R" + str(int(ops[0][1:]) + word), mask, value.astype(U))

        return step

    return of


def store(name: str) -> Callable[[Warp, list[str], list[str]], Step]:
    def of(w: Warp, kinds: list[str], ops: list[str]) -> Step:
        kind = next((each for each in kinds if each in WIDTHS), "32")
        width = WIDTHS.get(kind, 4)
        where = w.address(ops[0])
        bytes_, begins = spaces(w, name)
        words = bytes_.view(TYPES[min(width, 4)])
        many = max(width // 4, 1)
        given = [w.value("RZ" if ops[1] == "RZ" else f"R{int(ops[1][1:]) + word}") for word in range(many)]

        def step(mask: Any) -> None:
            at = (where() + begins)[mask] // B(min(width, 4))
            if name == "STS":
                ask(w, np.where(mask, where(), B(0)), mask, many)
            for word in range(many):
                words[at + B(word)] = given[word]()[mask].astype(words.dtype)

        return step

    return of


def ask(w: Warp, at: Any, mask: Any, words: int) -> None:
    """Count how often shared memory must be asked: threads that want other words of one bank take turns."""
    wanted = np.unique(at[mask] // B(4))
    w.counted.waves += max(int(np.bincount((wanted % B(32)).astype(np.int64)).max()), 1) * words


def increase(name: str) -> Callable[[Warp, list[str], list[str]], Step]:
    """Atomic sums, of which nobody reads what was there before."""

    def of(w: Warp, kinds: list[str], ops: list[str]) -> Step:
        place = next(each for each in ops if "[" in each)
        where = w.address(place.replace("+URZ", ""))
        wide = "64" in kinds
        bytes_, _ = spaces(w, name)
        words = bytes_.view(B if wide else U)
        inc = "INC" in kinds and "POPC" in kinds
        if (not inc and "ADD" not in kinds) or ops[0] not in ("RZ", "PT", place):
            raise NotKnown(f"{name}.{'.'.join(kinds)} {ops}")
        given = (w.pair if wide else w.value)(ops[-1]) if not inc else None

        def step(mask: Any) -> None:
            at = where()
            if name == "ATOMS":
                ask(w, np.where(mask, at, B(0)), mask, 1)
            value = U(1) if given is None else np.broadcast_to(given(), (32,))[mask]
            np.add.at(words, at[mask] // B(8 if wide else 4), value)

        return step

    return of


MEMORY_OPCODES: dict[str, Callable[[Warp, list[str], list[str]], Step]] = {
    "LDC": load_constant, "ULDC": load_constant, "LDS": load("LDS"), "LDL": load("LDL"), "LDG": load("LDG"),
    "STS": store("STS"), "STL": store("STL"), "STG": store("STG"), "ATOMS": increase("ATOMS"),
    "REDG": increase("REDG"), "ATOMG": increase("ATOMG"),
}  # fmt: skip
