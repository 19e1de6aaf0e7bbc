"""What a player is told around the rounds of a table that is played by typing: at the start, before the
wagers, at a shuffle, and when they leave."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.money import dollars
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.event import ShoeEnded
from vingt.live.log.playability import not_played
from vingt.report.play.wagers import Offer, WagerPlan
from vingt.report.rounds.story import cited
from vingt.report.text.page import Page
from vingt.report.words.figures import signed
from vingt.report.words.grammar import plural

SHUFFLED = {"cover_card": "The cover card is out", "ran_short": "The shoe ran out in this round"}


def introduction(
    rules: TableRules, offer: Offer, cards: int, bought: int, seed: str | None
) -> Iterator[tuple[str, str]]:
    """Each line with its style."""
    yield rules.title, "bold"
    removed = ", ".join(f"{rank}s" for rank in rules.cards.removed_ranks)
    missing = f" without {removed}" if removed else ""
    shuffled = f"shuffled from seed {seed}" if seed is not None else "shuffled"
    yield f"{plural(rules.cards.decks, 'deck')}{missing}, {cards} cards, {shuffled}.", "dim"
    least, most = dollars(rules.wagering.minimum), dollars(rules.wagering.maximum)
    yield (
        f"You play {offer.boxes_in_words} and buy in for {dollars(bought)}. "
        f"The {rules.main_wager} is {least} to {most}.",
        "",
    )
    if offer.players > 1:
        limit = plural(rules.boxes_per_player, "box", "boxes")
        cite = cited(rules, rules.cite("boxes.per_player"))
        yield (
            f"A player holds at most {limit} here {cite}, "
            f"so you play for {offer.players} players with one bankroll.",
            "",
        )
    if offer.letters:
        named = ", ".join(f"{letter} {wager.name}" for letter, wager in offer.letters.items())
        yield f"Side wagers: {named}.", ""
    for note in not_played(rules):
        yield f"note: {note}", "yellow"


def shuffle_words(rules: TableRules, ended: ShoeEnded) -> str:
    """A continuous shuffler does it all the time: nothing is said of it."""
    if ended.why not in SHUFFLED:
        return ""
    return f"{SHUFFLED[ended.why]}: all cards are shuffled. {cited(rules, ended.cite)}"


def proposed(offer: Offer, plan: WagerPlan, *, first: bool) -> tuple[str, ...]:
    """What may be typed before the deal; in the first round with examples."""
    letter = next(iter(offer.letters), "")
    side = f", {offer.side_example} with side wager {letter}" if letter else ""
    box = f", 2: {offer.example} for box 2" if offer.boxes > 1 else ""
    amount = f"an amount, like {offer.example}{side}{box}" if first else "an amount"
    return f"Enter: {offer.in_words(plan)}", amount, "w wagers", "? help", "q leave"


def wagers_help(offer: Offer) -> Page:
    page = Page()
    page.title("Wagers")
    amount = offer.example
    rows = [("Enter", "the wagers shown, and the cards are dealt")]
    rows.append((amount, f"${amount} on {offer.boxes_in_words}, without side wagers"))
    for letter, wager in list(offer.letters.items())[:1]:
        rows.append((offer.side_example, f"with {wager.name} ({letter}); w lists what can be staked"))
    if offer.boxes > 1:
        rows.append((f"2: {amount}", f"${amount} on box 2 only; more may follow, and Enter deals"))
        rows.append(("2: -", "nothing on box 2"))
    rows.append(("q", "leave; in a round, your hands stand and the round is finished first"))
    page.table(("type", "for"), rows)
    return page


def farewell(rounds: int, bought: int, chips: int) -> str:
    played = plural(rounds, "round")
    took = f"bought in for {dollars(bought)} and leave with {dollars(chips)}: {signed(chips - bought)}"
    return f"You played {played}, {took}."
