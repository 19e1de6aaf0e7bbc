"""Effects of removal in words, and the counts that follow them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vingt.analysis.counting.correlation import best_tags, follows
from vingt.analysis.counting.removal import CONVENTION, MAIN, PLAYS, Removal
from vingt.analysis.counting.systems import SYSTEMS, CountSystem
from vingt.core.cards import RANKS, SUITS, SYMBOLS, Rank
from vingt.report.counting.section import ReportSection, SectionTable, csv_lines
from vingt.report.drawing.bars import Bars
from vingt.report.proposal import Proposal
from vingt.report.words.figures import percent

SCALE = 100  # bars are in percent of the wager
CSV_HEADS = ("rulebook", "wager", "paytable", "decks", "measured", "play", "ev", "card", "removal")
MEASURED = {"ev": "the expectation", "trigger": "how often the wheel is spun: its weights are not stated"}


@dataclass(frozen=True)
class RemovalSubject:
    """What a removal is of, in words."""

    removal: Removal
    rulebook: str
    decks: int

    @property
    def name(self) -> str:
        case = self.removal.case
        if case is None:
            return "Main wager"
        return f"{case.wager.name}, paytable {case.paytable.id}"

    @property
    def paytable(self) -> str | None:
        return self.removal.case.paytable.id if self.removal.case else None


def subject_json(subject: RemovalSubject, systems: Sequence[CountSystem] = ()) -> dict[str, object]:
    """By rank; by card too where suits matter."""
    removal = subject.removal
    figures: dict[str, object] = {
        "wager": removal.wager,
        "paytable": subject.paytable,
        "decks": subject.decks,
        "measured": removal.measured,
        "play": removal.play,
        "convention": CONVENTION,
        "ev": removal.ev,
        "removal": removal.by_rank,
        "sum": removal.sum,
    }
    if removal.suits_matter:
        figures["removal_by_card"] = {str(card): effect for card, effect in removal.cards.items()}
    if removal.fractions is not None:
        figures["fractions"] = {
            str(card): str(removal.fractions[at])
            for at, card in zip(
                (at for at, many in enumerate(removal.shoe) if many), removal.cards, strict=True
            )
        }
    if systems:
        figures["systems"] = [system_json(system, removal) for system in systems]
        figures["best_tags"] = [
            {"level": best.level, "balanced": balanced, **system_json(found, removal)}
            for best in best_tags(removal)
            for balanced, found in ((False, best.any), (True, best.balanced))
            if found is not None
        ]
    return figures


def system_json(system: CountSystem, removal: Removal) -> dict[str, object]:
    tags: dict[str, float] = {rank: float(system.tags[4 * at]) for at, rank in ranks_at(removal)}
    if any(len(set(system.tags[4 * at : 4 * at + 4])) > 1 for at, _ in ranks_at(removal)):
        tags = {str(card): float(system.tags[at]) for at, card in cards_at(removal)}
    return {
        "system": system.name,
        "tags": tags,
        "balanced": system.balanced(removal.shoe),
        "correlation": follows(system, removal),
    }


def ranks_at(removal: Removal) -> Iterator[tuple[int, Rank]]:
    return ((at, rank) for at, rank in enumerate(RANKS) if rank in removal.ranks)


def cards_at(removal: Removal) -> Iterator[tuple[int, object]]:
    held = (at for at, many in enumerate(removal.shoe) if many)
    return zip(held, removal.cards, strict=True)


def csv_removals(subjects: Sequence[RemovalSubject]) -> str:
    return csv_lines(
        CSV_HEADS,
        (
            (
                subject.rulebook,
                subject.removal.wager,
                subject.paytable or "",
                subject.decks,
                subject.removal.measured,
                subject.removal.play or "",
                repr(subject.removal.ev),
                name,
                repr(effect),
            )
            for subject in subjects
            for name, effect in rows_of(subject.removal)
        ),
    )


def rows_of(removal: Removal) -> Iterator[tuple[str, float]]:
    """By rank, then by card where suits matter."""
    yield from removal.by_rank.items()
    if removal.suits_matter:
        yield from ((str(card), effect) for card, effect in removal.cards.items())


def removal_section(subject: RemovalSubject) -> ReportSection:
    removal = subject.removal
    play = "" if removal.play is None else PLAYS[removal.play]
    notes = []
    if removal.play == "best":
        notes.append(
            "Best play knows the card that is gone, so the effects add up to more than nothing: to see one "
            f"card before the round is worth {percent(removal.seen_card_is_worth, 5)} of the wager."
        )
    heads: list[str] = ["card", "effect of removal"]
    rows = [[rank, f"{effect:+.6f}"] for rank, effect in removal.by_rank.items()]
    if removal.suits_matter:
        heads += [SYMBOLS[suit] for suit in SUITS]
        of_card = {(card.rank, card.suit): effect for card, effect in removal.cards.items()}
        rows = [
            [*row, *(f"{of_card[rank, suit]:+.6f}" for suit in SUITS)]
            for row, rank in zip(rows, removal.by_rank, strict=True)
        ]
    return ReportSection(
        subject.name,
        [
            ("full shoe", f"{subject.decks} decks, {int(removal.shoe.sum())} cards"),
            (MEASURED[removal.measured].split(":")[0], f"{removal.ev:+.7f}"),
            ("play", play),
            ("all effects together", f"{removal.sum:+.7f}"),
        ],
        [SectionTable(heads, rows)],
        [Bars("Effect of removal, % of the wager", [(k, SCALE * v) for k, v in removal.by_rank.items()])],
        notes,
    )


def listed_best(removal: Removal) -> list[CountSystem]:
    """The best tags of each level, then the balanced ones."""
    systems = best_tags(removal)
    return [
        *(best.any for best in systems),
        *(best.balanced for best in systems if best.balanced is not None),
    ]


def systems_section(
    subject: RemovalSubject, insurance: Removal | None, playing: dict[str, float] | None = None
) -> ReportSection:
    """How the well-known systems, and the best whole tags, follow a wager."""
    removal = subject.removal
    main = removal.wager == MAIN
    systems = [*SYSTEMS.values(), *listed_best(removal)]
    heads = ["system", "tags " + " ".join(removal.by_rank), "balanced", "betting" if main else "follows"]
    if insurance is not None:
        heads.append("insurance")
    if playing is not None:
        heads.append("playing")
    rows = []
    for system in systems:
        row = [
            system.name,
            " ".join(system.by_rank[rank] for rank in removal.by_rank),
            "yes" if system.balanced(removal.shoe) else f"{float(system.total(removal.shoe)):+g} a shoe",
            f"{follows(system, removal):.4f}",
        ]
        if insurance is not None:
            row.append(f"{follows(system, insurance):.4f}")
        if playing is not None:
            row.append(f"{playing[system.name]:.4f}" if system.name in playing else "")
        rows.append(row)
    notes = ["Correlation of tags with effects of removal over the cards of the shoe."]
    if not any(follows(best.any, removal) for best in best_tags(removal)):
        notes.append(
            "Every card has the same effect: no count of ranks follows this wager; suits or pairs may."
        )
    return ReportSection(f"Counts: {subject.name}", (), [SectionTable(heads, rows)], (), notes)


def of_case(at: Proposal, removal: Removal) -> RemovalSubject:
    decks = removal.case.decks if removal.case else at.rules.cards.decks
    return RemovalSubject(removal, at.document.id, decks)


def count_json(at: Proposal, subjects: list[RemovalSubject], *, every: bool) -> dict[str, object]:
    """The wager asked for at the top; insurance beside the main wager."""
    head = head_json(at)
    if every:
        return {**head, "wagers": [subject_json(each) for each in subjects]}
    told = subject_json(subjects[0], list(SYSTEMS.values()))
    if len(subjects) > 1:
        told["insurance"] = subject_json(subjects[1], list(SYSTEMS.values()))
    return {**head, **told}


def head_json(at: Proposal) -> dict[str, object]:
    return {
        "rulebook": at.document.id,
        "title": at.rules.title,
        "rules_identity": at.rules.identity,
    }


def sections_of(
    subjects: list[RemovalSubject], efficiency: dict[str, float] | None, *, every: bool
) -> Iterator[ReportSection]:
    for subject in subjects:
        yield removal_section(subject)
    if not every:
        insurance = subjects[1].removal if len(subjects) > 1 else None
        yield systems_section(subjects[0], insurance, efficiency)
