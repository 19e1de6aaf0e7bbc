"""A strategy as people follow it: a chart of cells, each an action with exceptions by number of cards and
by suits.

A cell reads from the left: the action with two cards, then from how many cards on another one follows.
`S` is stand; `S4` stand, but hit with four or more cards; `D4S` double, but stand with four or more; `R3`
surrender, but hit a hand of three or more. A star says that two cards of a bonus pattern are hit instead:
`*` always, `**` when they are of one suit, `***` when they are of the suit that pays best. In the rows of
split hands it counts where bonus lines survive a split."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from vingt.analysis.actions import DOUBLE, HIT, KEEP, REDOUBLE, RESCUE, SPLIT, STAND, SURRENDER
from vingt.analysis.chart.rows import TIMES
from vingt.analysis.tabulated.hands import ACE, TEN, VALUES, name_of
from vingt.core.rounds.command_words import ActionName

UPS = (*range(1, VALUES), ACE)  # 2 to 9, T, A as players read them
MOST_CARDS = 7  # seven and more are one column of thought
LETTERS = {"S": STAND, "H": HIT, "D": DOUBLE, "P": SPLIT, "R": SURRENDER}
WORDS = {action: letter for letter, action in LETTERS.items()}
ACTION_NAMES: dict[int, ActionName] = {
    STAND: "stand",
    HIT: "hit",
    DOUBLE: "double",
    SPLIT: "split",
    SURRENDER: "surrender",
}
LETTER_NAMES = {letter: ACTION_NAMES[action] for letter, action in LETTERS.items()}
DOUBLED_LETTERS = {"K": KEEP, "R": RESCUE, "D": REDOUBLE}
DOUBLED_WORDS = {choice: letter for letter, choice in DOUBLED_LETTERS.items()}
LABEL = 22  # the width of a row's name in the text
NO_STAR, ANY, SUITED, TOP = 0, 1, 2, 3  # from which suits on a bonus pattern is hit

SECTIONS = ("hard", "soft", "pair", "split hard", "split soft")
DOUBLED_SECTIONS = tuple(f"doubled {times} {kind}" for times in TIMES for kind in ("hard", "soft"))


class NotAStrategy(ValueError):
    """The text is no strategy; the message says where and what would be right."""


@dataclass(frozen=True, slots=True)
class Cell:
    """`by_cards[n]` is the action with n + 2 cards, the last for seven and more."""

    by_cards: tuple[int, ...]
    star: int = NO_STAR

    def action(self, cards: int) -> int:
        return self.by_cards[min(cards, MOST_CARDS) - 2]

    def hits_suited(self, *, top: bool) -> bool:
        """Whether the star says to hit two cards of one suit; `top`: of the suit that pays best."""
        return self.star in (ANY, SUITED) or (top and self.star == TOP)

    def __str__(self) -> str:
        first = self.by_cards[0]
        text = WORDS[first]
        for at in range(1, len(self.by_cards)):
            if self.by_cards[at] == self.by_cards[at - 1]:
                continue
            letter = WORDS[self.by_cards[at]]
            if at == 1 and first in (SPLIT, SURRENDER) and letter == "H":
                continue  # a hand that may no longer split or surrender is hit unless the cell says otherwise
            text += f"{at + 2}" + ("" if letter == "H" else letter)
        return text + "*" * self.star

    def for_two_card_doubles(self) -> str:
        """As players write it where only two cards are doubled: D, or Ds where the hand else stands."""
        text = str(self)
        return re.sub(r"^([DR])3S", r"\1s", re.sub(r"^D3(?!S)", "D", text))


def parse_cell(text: str) -> Cell:
    match = re.fullmatch(r"([SHDPR])((?:[3-7][SHD]?)*)(\*{0,3})", re.sub(r"^([DR])s", r"\g<1>3S", text))
    if match is None:
        raise NotAStrategy(
            f"{text!r} is no cell: write S, H, D, P or R, then for example 4S, then * ** or ***"
        )
    actions = [LETTERS[match[1]]] * (MOST_CARDS - 1)
    for cards, letter in re.findall(r"([3-7])([SHD]?)", match[2]):
        for at in range(int(cards) - 2, MOST_CARDS - 1):
            actions[at] = LETTERS[letter or "H"]
    if actions[0] in (SPLIT, SURRENDER):
        # Neither is a choice of three cards or more: without a further word such a hand is hit.
        actions = [
            action if at == 0 or action not in (SPLIT, SURRENDER) else HIT
            for at, action in enumerate(actions)
        ]
    return Cell(tuple(actions), len(match[3]))


@dataclass
class Chart:
    """`cells[section][row][up]`; rows are totals, or values of a pair. `doubled` holds keep, rescue,
    redouble."""

    cells: dict[str, dict[int, dict[int, Cell]]] = field(default_factory=dict)
    doubled: dict[str, dict[int, dict[int, int]]] = field(default_factory=dict)

    def cell(self, section: str, row: int, up: int) -> Cell | None:
        return self.cells.get(section, {}).get(row, {}).get(up)


def row_name(section: str, row: int) -> str:
    return name_of(row) * 2 if section == "pair" else str(row)


def write_chart(chart: Chart, heading: str) -> str:
    """The chart as text that people can read, edit and load back."""
    lines = [*(f"# {line}".rstrip() for line in heading.splitlines()), ""]
    for section in (each for each in SECTIONS if each in chart.cells):
        rows = chart.cells[section]
        lines += table(
            section, {row: {up: str(cell) for up, cell in cells.items()} for row, cells in rows.items()}
        )
    for section, doubled in chart.doubled.items():
        words = {
            row: {up: DOUBLED_WORDS[each] for up, each in cells.items()} for row, cells in doubled.items()
        }
        lines += table(section, words)
    return "\n".join(lines)


def table(section: str, rows: dict[int, dict[int, str]]) -> list[str]:
    width = max([4, *(len(text) + 1 for cells in rows.values() for text in cells.values())])
    lines = [f"[{section}]".ljust(LABEL) + "".join(name_of(up).ljust(width) for up in UPS).rstrip()]
    for row, cells in rows.items():
        line = "".join(cells.get(up, "-").ljust(width) for up in UPS)
        lines.append(row_name(section, row).ljust(LABEL) + line.rstrip())
    return [*lines, ""]


def parse_chart(text: str, source: str = "strategy") -> Chart:
    """Read a chart back, or say with the line what is wrong."""
    chart = Chart()
    section = ""
    ups: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        where = f"{source}, line {number}"
        if line.startswith("["):
            name, _, rest = line.partition("]")
            section = " ".join(name[1:].split())
            if section not in (*SECTIONS, *DOUBLED_SECTIONS):
                raise NotAStrategy(
                    f"{where}: no section [{section}]: there are {', '.join(SECTIONS)} and doubled …"
                )
            ups = [parse_up(each, where) for each in rest.split()]
            if sorted(ups) != list(range(VALUES)):
                raise NotAStrategy(f"{where}: name all ten up cards after [{section}]: 2 3 4 5 6 7 8 9 T A")
            continue
        if not section:
            raise NotAStrategy(f"{where}: begin with a section such as [hard] 2 3 4 5 6 7 8 9 T A")
        word, *cells = line.split()
        if len(cells) != len(ups):
            raise NotAStrategy(f"{where}: {len(cells)} cells for {len(ups)} up cards")
        row = parse_row(section, word, where)
        try:
            if section in DOUBLED_SECTIONS:
                rows = chart.doubled.setdefault(section, {})
                refuse_twice(row in rows, word, where)
                rows[row] = {up: parse_doubled(cell) for up, cell in zip(ups, cells, strict=True)}
            else:
                table_rows = chart.cells.setdefault(section, {})
                refuse_twice(row in table_rows, word, where)
                table_rows[row] = {
                    up: parse_cell(cell) for up, cell in zip(ups, cells, strict=True) if cell != "-"
                }
        except NotAStrategy as error:
            raise NotAStrategy(
                str(error) if str(error).startswith(source) else f"{where}: {error}"
            ) from error
    for name in ("hard", "soft"):
        if name not in chart.cells:
            raise NotAStrategy(f"{source}: the section [{name}] is missing")
    return chart


def refuse_twice(known: bool, word: str, where: str) -> None:
    if known:
        raise NotAStrategy(f"{where}: the row {word} stands there twice")


def parse_up(text: str, where: str) -> int:
    for up in range(VALUES):
        if text.upper() in (name_of(up), "10" if up == TEN else name_of(up)):
            return up
    raise NotAStrategy(f"{where}: {text!r} is no up card: 2 to 9, T or A")


def parse_row(section: str, word: str, where: str) -> int:
    if section == "pair":
        for value in range(VALUES):
            if word.upper() in (name_of(value) * 2, name_of(value)):
                return value
        raise NotAStrategy(f"{where}: {word!r} is no pair: 22 to 99, TT or AA")
    if not word.isdigit() or not 4 <= int(word) <= 21:
        raise NotAStrategy(f"{where}: {word!r} is no total from 4 to 21")
    return int(word)


def parse_doubled(text: str) -> int:
    if text not in DOUBLED_LETTERS:
        raise NotAStrategy(f"{text!r}: a doubled hand is kept (K), rescued (R) or doubled again (D)")
    return DOUBLED_LETTERS[text]
