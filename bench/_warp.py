"""One warp of a Hopper GPU, so far as the simulation's kernels need it: the machine code that `nvdisasm`
prints is carried out for 32 threads at a time and counted by pipe. Nothing is timed. Threads part at branches
and meet again at the barriers (BSSY, BSYNC) that the assembler set, as they do on the device."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

LANES = 32
NO_REGISTER, NO_UNIFORM, TRUE = 255, 63, 7  # RZ, URZ, PT
SHARED_BEGINS = 0x400  # where a block's own shared memory begins
LOCAL_BYTES = 1 << 14
STACK, SHARED_SIZE, PARAMETERS = 0x28, 0x2C, 0x210  # in the bank of constants
LINE = re.compile(r"^\s+/\*([0-9a-f]+)\*/\s+(?:@(!?)(U?P[0-6T]+)\s+)?([A-Z0-9_.]+)\s*(.*?)\s*;")
LABEL = re.compile(r"^(\S+):\s*$")
WIDTHS = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}
TYPES = {1: np.uint8, 2: np.uint16, 4: np.uint32}

# What carries an instruction out. ALU, FMA and uniform as in Nsight Compute; LSU takes all memory.
PIPE_OPCODES = {
    "ALU": "IADD3 LOP3 SHF LEA ISETP SEL PRMT VIADD VIMNMX MOV PLOP3 CS2R",
    "FMA": "IMAD",
    "LSU": "LDS STS LDL STL LDG STG ATOMS ATOMG REDG LDC",
    "control": "BRA BSSY BSYNC BREAK BMOV CALL RET EXIT WARPSYNC YIELD NOP BAR VOTE ENDCOLLECTIVE",
}
PIPES = {opcode: pipe for pipe, opcodes in PIPE_OPCODES.items() for opcode in opcodes.split()}


class NotKnown(Exception):
    """An instruction that is not carried out here."""


@dataclass
class Counted:
    """Instructions by pipe and opcode, the threads that took part, and how often shared memory was asked."""

    opcodes: Counter[str] = field(default_factory=Counter)
    threads: int = 0
    waves: int = 0
    apart: int = 0  # votes at which threads arrived one after the other

    @property
    def instructions(self) -> int:
        return sum(self.opcodes.values())

    def by_pipe(self) -> Counter[str]:
        pipes: Counter[str] = Counter()
        for opcode, times in self.opcodes.items():
            name = opcode.split(".")[0]
            pipes[PIPES.get(name, "uniform" if name.startswith(("U", "S2", "R2UR")) else "other")] += times
        return pipes

    def less(self, other: Counted) -> Counted:
        opcodes = Counter({each: n - other.opcodes[each] for each, n in self.opcodes.items()})
        return Counted(
            opcodes, self.threads - other.threads, self.waves - other.waves, self.apart - other.apart
        )


@dataclass(frozen=True)
class Program:
    """Instructions in order, by number; `places` are the addresses that a call returns to."""

    lines: tuple[tuple[str, str, tuple[str, ...]], ...]  # guard, opcode, operands
    places: dict[int, int]
    labels: dict[str, int]


def read(listing: str) -> Program:
    lines: list[tuple[str, str, tuple[str, ...]]] = []
    places: dict[int, int] = {}
    labels: dict[str, int] = {}
    for line in listing.splitlines():
        if instruction := LINE.match(line):
            address, no, guard, opcode, operands = instruction.groups()
            places[int(address, 16)] = len(lines)
            lines.append(((no or "") + (guard or ""), opcode, split_operands(operands)))
        elif label := LABEL.match(line):
            labels[label[1]] = len(lines)
    return Program(tuple(lines), places, labels)


def split_operands(text: str) -> tuple[str, ...]:
    return tuple(each.strip().removesuffix(".reuse") for each in re.split(r",\s*(?![^\[]*\])", text) if each)


class Warp:
    """Registers, predicates and memory of 32 threads in one block."""

    def __init__(self, program: Program, constants: bytes, memory: Any, shared: int) -> None:
        self.program = program
        self.r = np.zeros((256, LANES), dtype=np.uint32)
        self.u = np.zeros(64, dtype=np.uint32)
        self.p = np.zeros((8, LANES), dtype=bool)
        self.p[TRUE] = True
        self.up = np.zeros(8, dtype=bool)
        self.up[TRUE] = True
        self.barriers = np.zeros((16, LANES), dtype=np.uint32)
        self.constants = np.frombuffer(constants, dtype=np.uint32)
        self.memory = memory
        self.shared = np.zeros(SHARED_BEGINS + shared, dtype=np.uint8)
        self.local = np.zeros(LANES * LOCAL_BYTES, dtype=np.uint8)
        self.lanes = np.arange(LANES)
        self.counted = Counted()
        self.guards = [self.truth(guard) if guard else None for guard, _, _ in program.lines]
        self.code = [self.compiled(at) for at in range(len(program.lines))]

    # --- operands

    def value(self, text: str) -> Callable[[], Any]:
        """A 32-bit operand as a number or one for each thread."""
        if text[0] == "-" and not text[1:2].isdigit():
            inner = self.value(text[1:])
            return lambda: np.uint32(0) - inner()
        if text[0] == "~":
            inner = self.value(text[1:])
            return lambda: ~inner()
        if text[0] == "|":
            inner = self.value(text.strip("|"))
            return lambda: np.abs(np.asarray(inner()).astype(np.int32)).astype(np.uint32)
        text = text.split(".")[0] if text[0] in "RU" else text
        if text[0] == "R":
            row = self.r[register(text)]
            return lambda: row
        if text.startswith("UR"):
            at = register(text)
            return lambda: self.u[at]
        if text.startswith("c["):
            return self.constant(text)
        number = np.uint32(int(text, 16) & 0xFFFFFFFF)
        return lambda: number

    def wide(self, text: str, *, negated_carries: bool = False) -> Callable[[], Any]:
        """The same with 64 bits for sums that carry: minus nothing is 2^32 there."""
        if negated_carries and text[0] == "-" and not text[1:2].isdigit():
            inner = self.value(text[1:])
            return lambda: np.uint64(1 << 32) - np.asarray(inner()).astype(np.uint64)
        value = self.value(text)
        return lambda: np.asarray(value()).astype(np.uint64)

    def pair(self, text: str) -> Callable[[], Any]:
        """A 64-bit operand: two registers."""
        if text in ("RZ", "URZ"):
            return lambda: np.uint64(0)
        at = register(text.split(".")[0])
        bank = self.u if text.startswith("U") else self.r
        return lambda: bank[at].astype(np.uint64) | (bank[at + 1].astype(np.uint64) << np.uint64(32))

    def constant(self, text: str) -> Callable[[], Any]:
        bank, place = re.fullmatch(r"c\[(\w+)\]\[(.+)\]", text).groups()  # type: ignore[union-attr]
        if bank != "0x0":
            raise NotKnown(text)
        if place == "RZ" or place.startswith("0x"):
            number = self.constants[(0 if place == "RZ" else int(place, 16)) // 4]
            return lambda: number
        raise NotKnown(text)

    def truth(self, text: str) -> Callable[[], Any]:
        if text[0] == "!":
            inner = self.truth(text[1:])
            return lambda: ~inner()
        at = TRUE if text.endswith("T") else int(text[-1])
        if text.startswith("U"):
            return lambda: self.up[at]
        row = self.p[at]
        return lambda: row

    def address(self, text: str) -> Callable[[], Any]:
        """What stands in brackets, with the 64 bits of a pair where it says so."""
        inner = re.search(r"\[([^\[\]]*)\]$", text)
        assert inner, text
        parts = [
            self.pair(each) if each.endswith(".64") else self.wide(each)
            for each in inner[1].replace("+-", "+~-").split("+")
            if not each.startswith("~")
        ]
        minus = sum(
            int(each[1:], 16) for each in inner[1].replace("+-", "+~-").split("+") if each.startswith("~")
        )
        return lambda: (
            sum((part() for part in parts), np.zeros(LANES, np.uint64)) + np.uint64(minus & (2**64 - 1))
        )

    # --- results

    def put(self, text: str, mask: Any, value: Any) -> None:
        if text.startswith("UR"):
            if text != "URZ":
                self.u[register(text)] = np.asarray(value).ravel()[0] if np.ndim(value) else value
        elif text != "RZ":
            np.copyto(self.r[register(text)], np.asarray(value).astype(np.uint32), where=mask)

    def put_pair(self, text: str, mask: Any, value: Any) -> None:
        if text in ("RZ", "URZ"):
            return
        name = "UR" if text.startswith("UR") else "R"
        at = register(text)
        value = np.asarray(value)
        self.put(f"{name}{at}", mask, (value & np.uint64(0xFFFFFFFF)).astype(np.uint32))
        self.put(f"{name}{at + 1}", mask, (value >> np.uint64(32)).astype(np.uint32))

    def put_truth(self, text: str, mask: Any, value: Any) -> None:
        if text.startswith("U"):
            if text != "UPT":
                self.up[int(text[-1])] = np.asarray(value).ravel()[0] if np.ndim(value) else value
        elif text != "PT":
            np.copyto(self.p[int(text[-1])], value, where=mask)

    def compiled(self, at: int) -> Callable[[Any], None] | None:
        from bench import _warp_code

        _, opcode, operands = self.program.lines[at]
        return _warp_code.compiled(self, opcode, operands)

    # --- the warp at work

    def run(self, most: int = 50_000_000) -> Counted:
        """Carry the program out to its end."""
        from bench._warp_flow import Flow

        Flow(self).run(most)
        return self.counted


def register(text: str) -> int:
    name = text.split(".")[0]
    if name.endswith("Z"):
        return NO_UNIFORM if name.startswith("U") else NO_REGISTER
    return int(name.lstrip("UR"))
