"""Is a packet what the program computes? Every value that differs is named, in its data and on its pages."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import unescape
from re import DOTALL, compile, findall, search, sub
from typing import Any

from vingt.report.packet.packet import BEGIN, END, Packet, digests
from vingt.report.packet.pdf import lines_in, texts_in
from vingt.report.packet.won_lines import replay_problems

PAGE = compile(r"page \d+")
LONGEST = 160  # signs of a value that are shown


@dataclass(frozen=True)
class PacketDifference:
    where: str
    given: str
    computed: str

    def __str__(self) -> str:
        return f"{self.where}: {self.given} in the packet, computed {self.computed}"

    def as_json(self) -> dict[str, str]:
        return {"where": self.where, "given": self.given, "computed": self.computed}


def differences(given: Packet, text: str, computed: Packet) -> list[PacketDifference]:
    """Of the file's data from what was computed, of its rounds from what the engine plays, of its digests
    from its own data, and of what its pages show."""
    different = list(in_data(given, computed))
    rules = computed.inputs.proposal.rules
    rounds = given.data["figures"].get("rounds", [])
    different += [
        PacketDifference(problem, "a round", "no such round") for problem in replay_problems(rules, rounds)
    ]
    stated, own = given.data["digests"], digests(given.data)
    if stated != own and own["packet"] != computed.digest:
        different.append(
            PacketDifference("digests", str(stated["packet"]), f"{own['packet']} of its own data")
        )
    if text.partition(BEGIN)[1]:
        different += on_pages(text, computed.html())
    return different


# -- data --------------------------------------------------------------------------------------------------


def in_data(given: Packet, computed: Packet) -> Iterator[PacketDifference]:
    """Sheets are named by their titles and rows, so that a person finds the cell."""
    for part in ("format", "program", "inputs", "figures", "digests"):
        yield from between(part, given.data.get(part), computed.data[part])
    theirs = {each["id"]: each for each in given.data["sheets"]}
    for each in computed.data["sheets"]:
        title = f"sheet {each['title']!r}"
        if each["id"] not in theirs:
            yield PacketDifference(title, "missing", "there")
        else:
            yield from between(title, theirs[each["id"]], each)
    known = {each["id"] for each in computed.data["sheets"]}
    for name in theirs:
        if name not in known:
            yield PacketDifference(f"sheet {name!r}", "there", "none")


def between(where: str, given: Any, computed: Any) -> Iterator[PacketDifference]:
    if isinstance(given, dict) and isinstance(computed, dict):
        for key in dict.fromkeys((*computed, *given)):
            yield from between(f"{where}.{key}", given.get(key), computed.get(key))
    elif isinstance(given, list) and isinstance(computed, list) and len(given) == len(computed):
        for at, (one, other) in enumerate(zip(given, computed, strict=True)):
            yield from between(f"{where}[{named(at, other)}]", one, other)
    elif given != computed or type(given) is not type(computed):
        yield PacketDifference(where, *shown(given, computed))


def named(at: int, each: Any) -> str:
    """A row by its first cell, an object by what it is called, anything else by its number."""
    if isinstance(each, list) and each and isinstance(each[0], str) and each[0]:
        return f"{at} {each[0]!r}"
    if isinstance(each, dict):
        words = [str(each[key]) for key in ("wager", "line", "title") if each.get(key)]
        return f"{at} {', '.join(words)!r}" if words else str(at)
    return str(at)


def shown(given: Any, computed: Any) -> tuple[str, str]:
    """Both; of long ones the part where they begin to differ."""
    both = ["nothing" if value is None else str(value) for value in (given, computed)]
    if max(map(len, both)) <= LONGEST:
        return both[0], both[1]
    begin = max(0, alike(*both) - LONGEST // 2)
    one, other = (
        f"{'…' if begin else ''}{text[begin : begin + LONGEST]}{'…' if len(text) > begin + LONGEST else ''}"
        for text in both
    )
    return one, other


# -- pages -------------------------------------------------------------------------------------------------


def on_pages(given: str, computed: str) -> Iterator[PacketDifference]:
    """Texts of the page that are not those of the packet, each with the sheet that it stands on, and marks
    where all texts are the same; the data in the file are compared by themselves."""
    one, other = without_data(given), without_data(computed)
    if one == other:
        return
    for parts in (texts, marks):
        theirs, ours = parts(one), parts(other)
        different = [
            PacketDifference(f"page {sheet_at(ours, place)!r}", was, now)
            for was, now, place in changed(theirs, ours)
        ]
        if different:
            yield from different
            return
    yield PacketDifference("the page", "other spaces between marks", "the same texts and marks")


def in_pdf(given: bytes, computed: bytes) -> Iterator[PacketDifference]:
    """The same for a PDF file."""
    if given == computed:
        return
    for parts in (texts_in, lines_in):
        theirs, ours = parts(given), parts(computed)
        different = []
        for was, now, place in changed(theirs, ours):
            page = next((each for each in reversed(ours[: place + 1]) if PAGE.fullmatch(each)), "the file")
            different.append(PacketDifference(page, was, now))
        if different:
            yield from different
            return
    pairs = enumerate(zip(given, computed, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), min(len(given), len(computed)))
    was, now = (repr(each[at : at + 24].decode("latin-1")) for each in (given, computed))
    yield PacketDifference(f"the file, byte {at}", was, now)


def changed(theirs: list[str], ours: list[str]) -> Iterator[tuple[str, str, int]]:
    """What was put for what, and where that stands among ours."""
    same = alike(theirs, ours)
    last = alike(theirs[same:][::-1], ours[same:][::-1])
    matched = SequenceMatcher(
        None, theirs[same : len(theirs) - last], ours[same : len(ours) - last], autojunk=False
    )
    for tag, *ends in matched.get_opcodes():
        a1, a2, b1, b2 = (same + end for end in ends)
        if tag == "equal":
            continue
        yield *shown(" ".join(theirs[a1:a2]) or None, " ".join(ours[b1:b2]) or None), b1


def alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many texts, or signs, at the beginning are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))


def without_data(page: str) -> str:
    before, _, rest = page.partition(BEGIN)
    return before + rest.partition(END)[2]


def texts(page: str) -> list[str]:
    """The texts between marks, and the drawings mark by mark."""
    body = sub(r"<style.*?</style>", "", page, flags=DOTALL)
    parts: list[str] = []
    for part in findall(r"<(?:img|h2)[^>]*>|[^<>]+", body):
        parts += drawn_in(part) if part.startswith("<img") else [unescape(" ".join(part.split()))]
    return [part for part in parts if part]


def drawn_in(image: str) -> list[str]:
    """The marks and texts of a drawing; a drawing that cannot be read is one of its own."""
    kept = search(r"base64,([^\"]*)", image)
    try:
        svg = b64decode(kept[1] if kept else "", validate=True).decode("utf-8")
    except ValueError:
        return [image]
    return [sub(r"base64,[^\"]*", "drawing", image), *marks(svg)]


def marks(page: str) -> list[str]:
    """All there is: marks, texts, and the rules of the style one by one."""
    parts = (" ".join(part.split()) for part in findall(r"<[^>]*>|[^<>{}]+[{}]?", page))
    return [part for part in parts if part]


def sheet_at(parts: list[str], at: int) -> str:
    """The heading before this place."""
    for before in range(min(at, len(parts) - 1), 0, -1):
        if parts[before - 1].startswith("<h2"):
            return parts[before]
    return "cover"
