"""What each instruction does to the registers and the memory of a `Warp`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from bench._warp import NotKnown, Warp
from bench._warp_memory import MEMORY_OPCODES, Step

U, S, B = np.uint32, np.int32, np.uint64
HIGH, LOW = B(32), B(0xFFFFFFFF)
TOWARDS = {"LT": np.less, "GT": np.greater, "LE": np.less, "GE": np.greater}
COMPARED = {**TOWARDS, "LE": np.less_equal, "GE": np.greater_equal, "EQ": np.equal, "NE": np.not_equal}
JOINED = {"AND": np.logical_and, "OR": np.logical_or, "XOR": np.logical_xor}
FLOW = frozenset(
    ("BRA", "BSSY", "BSYNC", "BREAK", "BMOV", "CALL", "RET", "EXIT", "WARPSYNC", "YIELD", "NOP", "BAR")
)
UNIFORM = frozenset(("UIADD3", "ULOP3", "USHF", "ULEA", "UISETP", "USEL", "UIMAD", "UMOV", "UPLOP3", "UPRMT"))


def compiled(w: Warp, opcode: str, operands: tuple[str, ...]) -> Step | None:
    """None where it is the flow of the program that changes."""
    name, *kinds = opcode.split(".")
    if name in FLOW or name == "ENDCOLLECTIVE":
        return None
    name = name[1:] if name in UNIFORM else name
    if name not in OPCODES:
        raise NotKnown(f"{opcode} {', '.join(operands)}")
    return OPCODES[name](w, kinds, list(operands))


def is_truth(text: str) -> bool:
    return re.fullmatch(r"!?U?P[0-6T]", text) is not None


def carried(w: Warp, ops: list[str]) -> tuple[str, list[str], list[str]]:
    """The register of a result, the predicates that take carries, the rest."""
    target, rest = ops[0], ops[1:]
    carries = []
    while rest and is_truth(rest[0]):
        carries.append(rest.pop(0))
    return target, carries, rest


def iadd3(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    target, carries, rest = carried(w, ops)
    terms = [w.wide(each, negated_carries=True) for each in rest[:3]]
    into = [w.truth(each) for each in rest[3:]] if "X" in kinds else []

    def step(mask: Any) -> None:
        total = terms[0]() + terms[1]() + terms[2]()
        for each in into:
            total = total + np.asarray(each()).astype(B)
        carry = total >> HIGH
        w.put(target, mask, total & LOW)
        for at, each in enumerate(carries):
            w.put_truth(each, mask, carry > B(at))

    return step


def imad(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    target, carries, rest = carried(w, ops)
    if "WIDE" in kinds or "HI" in kinds:
        signed = "U32" not in kinds
        one, two, more = w.value(rest[0]), w.value(rest[1]), w.pair(rest[2])
        big = [w.truth(each) for each in rest[3:]]
        minus = rest[2].startswith("-")

        def wide(mask: Any) -> None:
            first, second = np.asarray(one()), np.asarray(two())
            if signed:
                product = (first.astype(S).astype(np.int64) * second.astype(S).astype(np.int64)).view(B)
            else:
                product = first.astype(B) * second.astype(B)
            assert not minus
            assert not big
            addend = np.asarray(more())
            total = product + addend
            if "HI" in kinds:
                w.put(target, mask, total >> HIGH)
            else:
                w.put_pair(
                    target, mask, np.broadcast_to(total, (32,)) if not target.startswith("U") else total
                )
            for each in carries:
                w.put_truth(each, mask, total < addend)

        return wide
    one, two, three = (w.value(each) for each in rest[:3])
    into = w.truth(rest[3]) if "X" in kinds else None

    def step(mask: Any) -> None:
        total = one() * two() + three()
        if into is not None:
            total = total + np.asarray(into()).astype(U)
        w.put(target, mask, total)

    assert not carries
    return step


def viadd(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    one, two = w.value(ops[1]), w.value(ops[2])
    return lambda mask: w.put(ops[0], mask, one() + two())


def by_table(table: int, a: Any, b: Any, c: Any) -> Any:
    """Any function of three bits, as a table of eight."""
    result = a & np.zeros_like(a)
    for at in range(8):
        if table >> at & 1:
            result = result | ((a if at & 4 else ~a) & (b if at & 2 else ~b) & (c if at & 1 else ~c))
    return result


def lop3(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    truth = ops.pop(0) if is_truth(ops[0]) else None
    target = ops[0]
    one, two, three = (w.value(each) for each in ops[1:4])
    table = int(ops[4], 16)
    simple = {0xC0: lambda a, b, c: a & b, 0xFC: lambda a, b, c: a | b, 0x3C: lambda a, b, c: a ^ b}.get(
        table
    )
    of = simple or (lambda a, b, c: by_table(table, a, b, c))

    def step(mask: Any) -> None:
        result = of(np.asarray(one()), np.asarray(two()), np.asarray(three()))
        w.put(target, mask, result)
        if truth is not None:
            w.put_truth(truth, mask, result != 0)

    return step


def plop3(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    one, two, three = (w.truth(each) for each in ops[2:5])
    first, second = int(ops[5], 16), int(ops[6], 16)

    def step(mask: Any) -> None:
        a, b, c = (np.broadcast_to(each(), (32,)) for each in (one, two, three))
        w.put_truth(ops[0], mask, by_table(first, a, b, c))
        w.put_truth(ops[1], mask, by_table(second, a, b, c))

    return step


def shf(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    low, by, high = w.value(ops[1]), w.value(ops[2]), w.value(ops[3])
    left, long, upper = kinds[0] == "L", kinds[1] in ("U64", "S64"), "HI" in kinds
    signed = kinds[1].startswith("S")

    def step(mask: Any) -> None:
        a, n, b = (np.asarray(each()).astype(B) for each in (low, by, high))
        if long:
            n = np.minimum(n, B(63))
            both = a | (b << HIGH)
            if left:
                result = both << n
            else:
                result = (both.view(np.int64) >> n.astype(np.int64)).view(B) if signed else both >> n
            w.put(ops[0], mask, (result >> HIGH if upper and left else result) & LOW)
            return
        n = np.minimum(n, B(32))
        if left:
            result = (b << n | a >> (HIGH - n)) if upper else a << n
        elif upper:
            extended = b.astype(U).astype(S).astype(np.int64) if signed else b
            result = (extended >> n.astype(extended.dtype)).astype(B)
        else:
            result = (a | b << HIGH) >> n
        w.put(ops[0], mask, result & LOW)

    return step


def lea(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    target, carries, rest = carried(w, ops)
    into = w.truth(rest.pop()) if "X" in kinds else None
    by = B(int(rest[-1], 16))
    one, two = w.value(rest[0]), w.wide(rest[1], negated_carries=True)
    upper = w.value(rest[2]) if "HI" in kinds and "SX32" not in kinds else None

    def step(mask: Any) -> None:
        base = np.asarray(one())
        if "HI" not in kinds:
            shifted = base.astype(B) << by & LOW
        elif upper is None:
            shifted = (base.astype(S).astype(np.int64) << np.int64(by) >> np.int64(32)).astype(B) & LOW
        else:
            shifted = (base.astype(B) | np.asarray(upper()).astype(B) << HIGH) << by >> HIGH
        total = shifted + two()
        if into is not None:
            total = total + np.asarray(into()).astype(B)
        w.put(target, mask, total & LOW)
        for each in carries:
            w.put_truth(each, mask, total > LOW)

    return step


def isetp(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    how, unsigned, extended = kinds[0], "U32" in kinds, "EX" in kinds
    join = JOINED[next(each for each in kinds if each in JOINED)]
    one, two, other = w.value(ops[2]), w.value(ops[3]), w.truth(ops[4])
    lower = w.truth(ops[5]) if extended else None

    def step(mask: Any) -> None:
        a, b = np.asarray(one()), np.asarray(two())
        if not unsigned:
            a, b = a.astype(S), b.astype(S)
        if lower is None:
            result = COMPARED[how](a, b)
        elif how == "EQ":
            result = (a == b) & lower()
        elif how == "NE":
            result = (a != b) | lower()
        else:
            result = TOWARDS[how](a, b) | ((a == b) & lower())
        w.put_truth(ops[0], mask, join(result, other()))
        w.put_truth(ops[1], mask, join(~result, other()))

    return step


def sel(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    one, two, which = w.value(ops[1]), w.value(ops[2]), w.truth(ops[3])
    return lambda mask: w.put(ops[0], mask, np.where(which(), one(), two()))


def mov(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    one = w.value(ops[1])
    return lambda mask: w.put(ops[0], mask, one())


def prmt(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    one, which, two = w.value(ops[1]), int(ops[2], 16), w.value(ops[3])

    def step(mask: Any) -> None:
        both = np.asarray(one()).astype(B) | np.asarray(two()).astype(B) << HIGH
        result = np.zeros(32, dtype=B)
        for at in range(4):
            chosen = which >> 4 * at & 0xF
            byte = both >> B(8 * (chosen & 7)) & B(0xFF)
            if chosen & 8:
                byte = np.where(byte & B(0x80), B(0xFF), B(0))
            result = result | byte << B(8 * at)
        w.put(ops[0], mask, result)

    return step


def vimnmx(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    one, two, least = w.value(ops[1]), w.value(ops[2]), w.truth(ops[3])
    as_type = U if "U32" in kinds else S

    def step(mask: Any) -> None:
        a, b = (np.asarray(each()).astype(as_type) for each in (one, two))
        w.put(ops[0], mask, np.where(least(), np.minimum(a, b), np.maximum(a, b)).astype(U))

    return step


def to_float(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    number = w.pair(ops[1]) if "U64" in kinds else w.value(ops[1])

    def step(mask: Any) -> None:
        whole = np.broadcast_to(np.asarray(number()), (32,))
        result = whole.astype(np.float32)
        if "RP" in kinds:
            below = result.astype(np.float64) < whole.astype(np.float64)
            result = np.where(below, np.nextafter(result, np.float32(np.inf)), result)
        w.put(ops[0], mask, result.astype(np.float32).view(U))

    return step


def from_float(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    number = w.value(ops[1])

    def step(mask: Any) -> None:
        result = np.ascontiguousarray(number()).view(np.float32).astype(np.float64)
        result = np.where(np.isfinite(result) & mask, result, 0.0)
        if "U64" in kinds:
            w.put_pair(ops[0], mask, result.astype(B))
        else:
            w.put(ops[0], mask, np.minimum(result, 2.0**32 - 1).astype(B))

    return step


def mufu(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    if kinds != ["RCP"]:
        raise NotKnown(f"MUFU.{'.'.join(kinds)}")
    number = w.value(ops[1])

    def step(mask: Any) -> None:
        with np.errstate(divide="ignore"):
            w.put(ops[0], mask, (np.float32(1) / np.ascontiguousarray(number()).view(np.float32)).view(U))

    return step


def special(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    known = {"SR_TID.X": w.lanes.astype(U), "SR_LANEID": w.lanes.astype(U), "SRZ": U(0)}
    value = known.get(ops[1], U(0))  # one block: all other numbers are 0
    if "32" not in kinds and ops[1] == "SRZ":
        return lambda mask: w.put_pair(ops[0], mask, np.zeros(32, B))
    return lambda mask: w.put(ops[0], mask, value)


def vote(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    if kinds != ["ANY"] or len(ops) != 2:
        raise NotKnown(f"VOTE.{'.'.join(kinds)} {ops}")
    which = w.truth(ops[1])
    return lambda mask: w.put_truth(ops[0], mask, np.full(32, bool((which() & mask).any())))


def predicates_kept(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    """Some predicates as bits of a register."""
    if kinds or ops[1] != "PR":
        raise NotKnown(f"P2R.{'.'.join(kinds)} {ops}")
    other, which = w.value(ops[2]), int(ops[3], 16)
    chosen = [at for at in range(7) if which >> at & 1]

    def step(mask: Any) -> None:
        kept = np.asarray(other()) & U(~which & 0xFFFFFFFF)
        for at in chosen:
            kept = kept | w.p[at].astype(U) << U(at)
        w.put(ops[0], mask, kept)

    return step


def predicates_back(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    if kinds or ops[0] != "PR":
        raise NotKnown(f"R2P.{'.'.join(kinds)} {ops}")
    value, which = w.value(ops[1]), int(ops[2], 16)

    def step(mask: Any) -> None:
        for at in range(7):
            if which >> at & 1:
                w.put_truth(f"P{at}", mask, (value() >> U(at) & U(1)) != 0)

    return step


def to_uniform(w: Warp, kinds: list[str], ops: list[str]) -> Step:
    value = w.value(ops[1])
    return lambda mask: w.put(ops[0], mask, value()[mask][0])


OPCODES: dict[str, Callable[[Warp, list[str], list[str]], Step]] = {
    "IADD3": iadd3, "IMAD": imad, "VIADD": viadd, "LOP3": lop3, "PLOP3": plop3, "SHF": shf, "LEA": lea,
    "ISETP": isetp, "SEL": sel, "MOV": mov, "PRMT": prmt, "VIMNMX": vimnmx, "I2F": to_float,
    "F2I": from_float, "MUFU": mufu, "S2R": special, "S2UR": special, "CS2R": special,
    "VOTE": vote, "R2UR": to_uniform, "P2R": predicates_kept, "R2P": predicates_back, **MEMORY_OPCODES,
}  # fmt: skip
