"""How the threads of a `Warp` go through its program: apart after a branch, together again at a barrier."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from bench._warp import LANES, NotKnown, Warp, register

ALL = (1 << LANES) - 1
WHOLE = -1  # no barrier of the program's, but the whole warp


def lanes_of(mask: Any) -> int:
    return int(np.packbits(mask, bitorder="little").view(np.uint32)[0])


@lru_cache(maxsize=1 << 16)
def mask_of(lanes: int) -> Any:
    return np.unpackbits(np.array([lanes], dtype=np.uint32).view(np.uint8), bitorder="little").astype(bool)


class Flow:
    def __init__(self, warp: Warp) -> None:
        self.w = warp
        self.ready: list[tuple[int, int]] = [(0, ALL)]  # where a group of threads goes on, and which they are
        self.waiting: dict[tuple[int, int, int], int] = {}  # (line, barrier, those awaited): those there
        self.gone = 0

    def run(self, most: int) -> None:
        counted = 0
        while self.ready:
            at, lanes = self.ready.pop()
            while lanes:
                at, lanes = self.step(at, lanes)
                counted += 1
                if counted > most:
                    raise RuntimeError(f"no end after {most:,} instructions")
        if self.waiting:
            raise RuntimeError(f"threads wait for each other: {self.waiting}")

    def step(self, at: int, lanes: int) -> tuple[int, int]:
        """Where this group goes on, with nobody where it waits or ends."""
        w = self.w
        _, opcode, operands = w.program.lines[at]
        active, guard = mask_of(lanes), w.guards[at]
        w.counted.opcodes[opcode] += 1
        w.counted.threads += lanes.bit_count()
        mask = active
        if guard is not None:
            mask = active & guard()
        code = w.code[at]
        if code is not None:
            if mask.any():
                code(mask)
            return at + 1, lanes
        return self.turn(at, lanes, lanes_of(mask), opcode, operands)

    def turn(self, at: int, lanes: int, taking: int, opcode: str, ops: tuple[str, ...]) -> tuple[int, int]:
        w = self.w
        name = opcode.split(".")[0]
        if opcode.startswith("BRA.DIV"):
            if lanes | self.gone != ALL:
                w.counted.apart += 1
                return self.meet(at, ALL, lanes)
            return at + 1, lanes
        if name == "BRA":
            if len(ops) == 2:  # on a predicate of its own
                taking = lanes_of(mask_of(taking) & w.truth(ops[0])())
            there = w.program.labels[label(ops[-1])]
            if taking and taking != lanes:
                self.ready.append((there, taking))
                return at + 1, lanes & ~taking
            return (there if taking else at + 1), lanes
        if name == "BSSY":
            w.barriers[int(ops[0][1:]), mask_of(lanes)] = lanes
            return at + 1, lanes
        if name == "BSYNC":
            first = int(np.flatnonzero(mask_of(lanes))[0])
            barrier = int(ops[0][1:])
            return self.meet(at, int(w.barriers[barrier, first]), lanes, barrier)
        if name == "BREAK":
            if taking:
                w.barriers[int(ops[-1][1:])] &= np.uint32(ALL & ~taking)
                self.look_again(taking, int(ops[-1][1:]))
            return at + 1, lanes
        if name == "BMOV":
            return self.keep(at, lanes, ops)
        if name == "EXIT":
            self.gone |= taking
            if taking:
                self.look_again(0, WHOLE)
            return at + 1, lanes & ~taking
        if name == "CALL":
            return w.program.labels[label(ops[-1])], lanes
        if name == "RET":
            first = int(np.flatnonzero(mask_of(lanes))[0])
            return w.program.places[int(w.r[register(ops[0].split()[0]), first])], lanes
        if name == "WARPSYNC" and opcode == "WARPSYNC.ALL":
            return self.meet(at, ALL, lanes) if lanes | self.gone != ALL else (at + 1, lanes)
        if name in ("YIELD", "NOP", "BAR"):
            return at + 1, lanes
        raise NotKnown(f"{opcode} {ops}")

    def keep(self, at: int, lanes: int, ops: tuple[str, ...]) -> tuple[int, int]:
        mask = mask_of(lanes)
        if ops[0].startswith("B"):
            self.w.barriers[int(ops[0][1:]), mask] = self.w.r[register(ops[1]), mask]
        else:
            self.w.put(ops[0], mask, self.w.barriers[int(ops[1][1:])].copy())
            self.w.barriers[int(ops[1][1:]), mask] = 0
        return at + 1, lanes

    def meet(self, at: int, awaited: int, lanes: int, barrier: int = WHOLE) -> tuple[int, int]:
        """Wait until all that are awaited are here."""
        there = self.waiting.pop((at, barrier, awaited), 0) | lanes
        if there | self.gone | ~awaited & ALL == ALL:
            return at + 1, there
        self.waiting[at, barrier, awaited] = there
        return at, 0

    def look_again(self, left: int, of: int) -> None:
        """Somebody will not come any more, to a barrier or anywhere."""
        for (at, barrier, awaited), there in list(self.waiting.items()):
            still = awaited & ~left if barrier == of else awaited
            del self.waiting[at, barrier, awaited]
            if there | self.gone | ~still & ALL == ALL:
                self.ready.append((at + 1, there))
            else:
                self.waiting[at, barrier, still] = there


def label(text: str) -> str:
    return text.strip("`").strip("()")
