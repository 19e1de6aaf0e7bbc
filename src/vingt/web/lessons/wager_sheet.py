"""One side wager for a person to read: what it is about, what it pays with which cards, what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rounds.outcome_words import outcome_words
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.table.seating import device_missing
from vingt.report.words.grammar import sentence
from vingt.web.computation.figures import NOW, FigureJson, FigureWorkers, Wait
from vingt.web.html.pages import percent
from vingt.web.html.picture import Pictured, pictured
from vingt.web.lessons.points import share_words

# What each kind of wager asks of the cards. Keyed by evaluator, which is what a rulebook's data call a kind.
ABOUT = {
    "21-plus-3": "Your first two cards and the dealer's up card together make a poker hand.",
    "bad-beat": "You make 20; best of all when the dealer then beats it with 21.",
    "bet-the-set": "Your first two cards are a pair.",
    "blazing-7s": "There are sevens among your first two cards and the dealer's up card.",
    "bonus-spin": "Your first two cards let you spin a wheel for a prize.",
    "buster": "The dealer goes over 21: the more cards it takes, the more it pays.",
    "buster-free-bonus": "You have a natural and the dealer goes over 21 with very many cards.",
    "dealer-six-and-ten": "The dealer's first two cards are a six and a ten-value card: a wheel is spun.",
    "hit-and-run": "The dealer has a natural, or ends with five cards or more.",
    "house-money": "Your first two cards are a pair or follow one another.",
    "in-between": "The dealer's up card falls between your first two cards, or all three are alike.",
    "insurance": "The dealer shows an ace and has a natural.",
    "insurance-suited": "The dealer shows an ace and has a natural; it pays better in one suit.",
    "kings-bounty": "Your first two cards make 20, kings best of all.",
    "lucky-aces": "There are aces among your first two cards and the dealer's two.",
    "lucky-ladies": "Your first two cards make 20, queens of hearts best of all.",
    "lucky-lucky": "Your first two cards and the dealer's up card make 19, 20 or 21, or are 6-7-8 or 7-7-7.",
    "match-hole-card": "One or both of your first two cards have the rank of the dealer's down card.",
    "match-up-card": "One or both of your first two cards have the rank of the dealer's up card.",
    "monster-match": "Your first two cards and the dealer's two hold a suited pair or better.",
    "pair": "Your first two cards are a pair.",
    "player-natural": "Your first two cards are a natural; then a wheel is spun for a prize.",
    "random-winner": "No card decides it: a winner is drawn.",
    "royal-match": "Your first two cards are of one suit; best of all king and queen.",
    "super-4": "The dealer's natural and your first two cards together make a hand.",
    "super-match": "There are pairs among the four cards of your two hands.",
    "three-card-poker": "Your first two cards and the dealer's up card make a straight, a flush or better.",
    "top-3": "Your first two cards and the dealer's up card are three of a kind or a straight flush.",
    "trilux": "Your first two cards and the dealer's up card make a straight, a flush or better.",
    "upcard-luck": "The dealer shows a low card and your first two cards make a good total.",
}
PARTIAL = {
    "fixed part": "without what its meters or its wheel may add",
    "added value": "what it adds to the wager it comes with",
    "trigger only": "what a spin of its wheel is worth is not stated",
}


@dataclass(frozen=True, slots=True)
class WagerLine:
    words: str
    pays: str
    chance: float | None  # None while it is being computed, or where it is not
    example: tuple[Pictured, ...]
    impossible: str = ""


@dataclass(frozen=True, slots=True)
class WagerFacts:
    """`edge` is the exact house edge; `edge_text` says it, or why there is none. `wait`: it is computed."""

    id: str
    name: str
    about: str
    lines: tuple[WagerLine, ...]
    example: tuple[Pictured, ...]  # what sets a wheel going, where there is one
    edge: float | None
    edge_text: str
    note: str
    hits: float | None
    limits: str
    playable: bool
    why_not: str
    cite: Cite
    wait: Wait | None


def facts_of(figures: FigureWorkers, rules: TableRules, wager: str, urgency: int = NOW) -> WagerFacts | None:
    """All about one wager of a table; None where the table does not offer it."""
    offer = rules.wager(wager)
    if offer is None:
        return None
    answer = figures.look(f"wagers-{rules.identity}", partial(wagers_made, rules), urgency)
    figure: dict[str, Any] = {} if isinstance(answer, Wait) else answer[wager]
    wait = answer if isinstance(answer, Wait) else None
    edge, missing = figure.get("edge"), device_missing(offer)
    return WagerFacts(
        id=offer.id,
        name=offer.name,
        about=ABOUT[offer.evaluator],
        lines=tuple(lines_of(offer, figure)),
        example=drawn(figure.get("trigger")),
        edge=edge,
        edge_text=edge_words(edge, figure, wait),
        note=PARTIAL.get(figure.get("covers", ""), ""),
        hits=figure.get("hits"),
        limits=limits(offer, rules),
        playable=missing is None,
        why_not=missing.why if missing else "",
        cite=offer.cite,
        wait=wait,
    )


def edges_known(figures: FigureWorkers, rules: TableRules) -> dict[str, str]:
    """Wager -> its house edge in words, as far as they are computed by now; asking begins nothing."""
    known = figures.by_name.get(f"wagers-{rules.identity}") or {}
    return {
        wager: percent(figure["edge"], 1) for wager, figure in known.items() if figure.get("edge") is not None
    }


def edge_words(edge: float | None, figure: dict[str, Any], wait: Wait | None) -> str:
    if wait is not None:
        return "not computed: the computation failed" if wait.failed else "being computed"
    if edge is None:
        return f"not computed: {figure['why']}"
    return f"{100 * edge:.2f}%".replace("-", "−")


def lines_of(offer: OfferedWager, figure: dict[str, Any]) -> list[WagerLine]:
    if not figure.get("lines"):
        return [
            WagerLine(outcome_words(line.outcome), str(line.pays), None, ()) for line in offer.paytable.lines
        ]
    return [
        WagerLine(
            outcome_words(line["line"]),
            line["pays"],
            line["chance"],
            drawn(line["example"]),
            line["impossible"],
        )
        for line in figure["lines"]
    ]


def drawn(example: dict[str, Any] | None) -> tuple[Pictured, ...]:
    if not example:
        return ()
    shown = []
    if example["player"]:
        shown.append(pictured("You", example["player"]))
    if example["dealer"]:
        shown.append(pictured("Dealer", example["dealer"]))
    return tuple(shown)


def limits(offer: OfferedWager, rules: TableRules) -> str:
    """What may be staked here."""
    stake = offer.stake
    if offer.rides_on is not None:
        carrier = rules.wager(offer.rides_on)
        return f"No stake of its own: it comes with {carrier.name if carrier else offer.rides_on}."
    if stake.exact:
        return f"{' or '.join(dollars(amount) for amount in stake.exact)}, no other amount."
    parts = []
    if stake.minimum is not None:
        parts.append(f"at least {dollars(stake.minimum)}")
    if offer.placed == "when_asked":
        parts.append(f"at most {share_words(rules.insurance.limit)} of your main wager")
    elif stake.maximum is not None:
        parts.append(f"at most {dollars(stake.maximum)}")
    if stake.at_most_main_wager:
        parts.append("never more than your main wager")
    text = ", ".join(parts) or "any amount"
    return f"{sentence(text)}."


def wagers_made(rules: TableRules) -> FigureJson:
    """Every wager of a table with its exact value and examples, as JSON values."""
    from vingt.analysis.exact.side.cases import as_offered, is_drawn
    from vingt.analysis.tabulated.refusal import NotCarried
    from vingt.rulebook import library

    document = library.load(rules.address)
    by_wager: FigureJson = {}
    for offer in rules.wagers:
        if is_drawn(document.wagers[offer.id]):
            by_wager[offer.id] = {"why": "no card decides it, so cards give it no value"}
            continue
        try:
            by_wager[offer.id] = wager_made(as_offered(document, rules, offer, words_of(rules)))
        except NotCarried as refusal:
            by_wager[offer.id] = {
                "why": f"the play of hands decides it, and has no exact value here: {refusal}"
            }
    return by_wager


def words_of(rules: TableRules) -> dict[str, Any]:
    """The choice of a submission that side wagers depend on besides what they are offered with."""
    from vingt.rulebook import library

    leaf = library.load(rules.address).leaves["dealer.second_card"]
    return {leaf.key: rules.dealer.second_card} if leaf.key is not None else {}


def wager_made(case: Any) -> FigureJson:
    from vingt.analysis.exact.side.examples import examples
    from vingt.analysis.exact.side.value import value
    from vingt.core.wagers.outcome import LOSE, TRIGGER

    valued, shown = value(case), {}
    for outcome, example in examples(case).items():
        dealer = [str(card) if card is not None else None for card in example.dealer]
        shown[outcome] = {"player": [str(card) for card in example.player], "dealer": dealer}
    return {
        "edge": None if valued.house_edge is None else float(valued.house_edge),
        "why": "" if valued.house_edge is not None else PARTIAL["trigger only"],
        "hits": float(valued.hit_frequency),
        "covers": valued.covers,
        "trigger": shown.get(TRIGGER),
        "lines": [
            {
                "line": line.line,
                "pays": f"{line.pays} + {line.besides}" if line.besides else line.pays,
                "chance": float(line.probability),
                "example": shown.get(line.line),
                "impossible": line.impossible,
            }
            for line in valued.lines
            if line.line != LOSE and (line.line != TRIGGER or len(valued.lines) == 2)
        ],
    }
