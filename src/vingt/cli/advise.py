"""`vingt advise`: one hand, every action with its exact expectation."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from vingt.analysis.advise import Advice, NotAHand, total_words
from vingt.analysis.advise import advise as advice_on
from vingt.cli.edge_work import at_work, cents
from vingt.cli.errors import UNREADABLE
from vingt.cli.given import Given, Json, Rules, Set, given
from vingt.cli.page import Page, print_json
from vingt.cli.words import short
from vingt.core.cards import Card, NotACard, cards
from vingt.core.money import dollars

HandCards = Annotated[
    str, typer.Option("--hand", metavar="CARDS", help='Your cards: "7s 7h".', show_default=False)
]
Up = Annotated[
    str, typer.Option("--up", metavar="CARD", help="The dealer's up card: 7d.", show_default=False)
]
Seen = Annotated[str, typer.Option("--seen", metavar="CARDS", help="Other cards gone from the shoe.")]
Wager = Annotated[
    str | None,
    typer.Option("--wager-amount", metavar="AMOUNT", help="Your wager: then the super bonus counts."),
]


def advise(
    rules: Rules,
    hand: HandCards,
    up: Up,
    seen: Seen = "",
    wager_amount: Wager = None,
    choices: Set = None,
    json: Json = False,
) -> None:
    """Every action of one hand with its exact expectation, best first.

    For the shoe as it stands: a fresh one without the cards of the hand,
    the up card and the cards seen. What is not allowed names its clause.

    Examples:
      vingt advise md-pontoon-21 --hand "7s 7h" --up 7d
      vingt advise md-blackjack --hand "10s 6h" --up Kd --seen "5c 5d 4s"
      vingt advise md-pontoon-21 --hand "7s 7s" --up 7d --wager-amount 25
    """
    at = given(rules, choices)
    table = at.rules
    try:
        held, ups, gone = cards(hand), cards(up), cards(seen.replace(",", " "))
        if len(ups) != 1:
            raise NotAHand(f"--up {up!r}: the dealer shows one card, like 7d")
        wager = cents(wager_amount) if wager_amount is not None else None
        with at_work("valuing the hand"):
            found = advice_on(table, held, ups[0], gone, wager)
    except (NotACard, NotAHand) as wrong:
        print(f"vingt: {wrong}", file=sys.stderr)
        raise typer.Exit(UNREADABLE) from None
    if json:
        value = {
            "rulebook": table.rulebook,
            "title": table.title,
            "rules_hash": table.hash,
            "hand": [str(each) for each in held],
            "total": total_words(table, held),
            "up": str(ups[0]),
            "seen": [str(each) for each in gone],
            "wager": wager,
            "actions": [each.as_json() for each in found],
        }
        print_json(value)
    else:
        advice_page(at, held, ups[0], gone, wager, found).print()


def advice_page(
    at: Given,
    held: tuple[Card, ...],
    up: Card,
    gone: tuple[Card, ...],
    wager: int | None,
    found: list[Advice],
) -> Page:
    table, page = at.rules, Page()
    page.title(table.title)
    shown = " ".join(str(each) for each in held)
    shoe = f"{table.cards.decks} decks" + (f" less {len(gone)} cards seen" if gone else ", fresh")
    page.text(f"{shown} ({total_words(table, held)}) against {up}; {shoe}")
    actions = [each for each in found if each.allowed and each.action != "insurance"]
    best = max(each.expectation or 0.0 for each in actions) if actions else 0.0
    rows = [
        (
            each.action,
            f"{each.expectation or 0.0:+.6f}",
            "best" if each.best else f"{(each.expectation or 0.0) - best:+.6f}",
            short(each.cite, table.cites_as),
        )
        for each in actions
    ]
    page.table(("action", "expectation", "", table.cites_as), rows, ("bold", "", "", ""))
    for each in found:
        if each.action == "insurance":
            words = "worth taking" if each.best else "not worth taking"
            page.text(f"insurance {each.expectation or 0.0:+.6f} for each unit insured: {words}")
    barred = [(each.action, each.why, short(each.cite, table.cites_as)) for each in found if not each.allowed]
    page.table(("not allowed", "why", table.cites_as), barred)
    page.text(remark(at, held, wager), "dim")
    return page


def remark(at: Given, held: tuple[Card, ...], wager: int | None) -> str:
    table = at.rules
    told = ["Expectations in original wagers"]
    if total_words(table, held) == table.natural.name:
        told.append(", before anybody knows the dealer's second card")
    elif table.dealer.second_card == "hole_reader":
        told.append(", once the dealer is known to have no natural")
    told.append(".")
    if table.super_bonus is not None:
        with_it = (
            f"counted at {dollars(wager)}" if wager is not None else "not counted without --wager-amount"
        )
        told.append(f" Super bonus: {with_it}.")
    if len(held) == 2 and table.bonus is not None and table.bonus.survives_split:
        told.append(" What suits add to a split is averaged over the suits of the pair.")
    return "".join(told)
