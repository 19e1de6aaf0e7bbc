"""`vingt advise`: one hand, or every hand of a CSV file: each action with its exact expectation."""

from __future__ import annotations

from typing import Annotated

from vingt.analysis.advice.hand import NotAHand
from vingt.analysis.advice.question import AskedHand, answered
from vingt.analysis.advice.switch import advise_switch
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.cli.commands.advise_many import advise_file
from vingt.cli.terminal.analysis import at_work
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, given, option
from vingt.cli.terminal.errors import UNREADABLE, ended
from vingt.core.cards import NotACard
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.report.advice.page import advice_page, as_json
from vingt.report.advice.switch import switch_json, switch_page
from vingt.report.text.page import print_json
from vingt.report.words.amounts import wager_at


def advise(
    rules: RulesArgument,
    hand: Annotated[str, option("CARDS", 'Your cards: "7s 7h", T6, "7 7", 10♠6♥.', show_default=False)] = "",
    up: Annotated[str, option("CARD", "The dealer's up card: 7d.", show_default=False)] = "",
    seen: Annotated[str, option("CARDS", "Other cards gone from the shoe.")] = "",
    other_hand: Annotated[
        str,
        option(
            "CARDS",
            "Your other hand where hands are switched: both kept and both switched are valued.",
            show_default=False,
        ),
    ] = "",
    doubled: Annotated[int, option("N", "The hand was doubled so often.")] = 0,
    split_hands: Annotated[
        int, option("N", "It is one of so many hands of a split; its first card was.")
    ] = 1,
    csv: Annotated[
        str | None,
        option(
            "FILE",
            "Every hand of a CSV file (- is standard input): hand, up, seen, doubled, split_hands.",
            show_default=False,
        ),
    ] = None,
    wager_amount: Annotated[str | None, option("AMOUNT", "Your wager: then the super bonus counts.")] = None,
    choices: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Every action of one hand with its exact expectation, best first.

    For the shoe as it stands: a fresh one without the cards of the hand,
    the up card and the cards seen. What is not allowed names its clause.

    Examples:
      vingt advise md-pontoon-21 --hand "7s 7h" --up 7d
      vingt advise md-blackjack --hand T6 --up K --seen "5c 5d 4s"
      vingt advise md-pontoon-21 --hand "7♠ 7♠" --up 7♦ --wager-amount 25
      vingt advise md-pontoon-21 --hand "5 6 2" --up 9 --doubled 1
      vingt advise md-blackjack --hand "8 3" --up 6 --split-hands 2 --seen 8
      vingt advise md-blackjack --csv hands.csv
      vingt advise md-blackjack --set variant=switch --hand T6 --other-hand 5K --up 6
    """
    table = given(rules, choices).rules
    wager = wager_at(table, wager_amount) if wager_amount is not None else None
    if csv is not None:
        if hand or up or seen or other_hand or doubled or split_hands != 1:
            raise Unreadable(
                "--csv has the hands in its file: no --hand, --up, --seen, --doubled, --split-hands"
            )
        advise_file(table, csv, wager, json=json)
        return
    if not hand or not up:
        raise Unreadable("name a hand and the dealer's up card: --hand T6 --up K, or --csv FILE")
    if other_hand:
        advise_two_hands(table, (hand, other_hand), up, seen, json=json)
        return
    table = one_hand(table)
    try:
        asked = AskedHand.read(table, hand, up, seen, doubled, split_hands)
        with at_work("valuing the hand"):
            answers = answered(table, asked, wager)
    except (NotACard, NotAHand) as wrong:
        raise ended(wrong, UNREADABLE) from None
    if json:
        print_json(as_json(table, asked, wager, answers))
    else:
        advice_page(table, asked, wager, answers).print()


def advise_two_hands(rules: TableRules, hands: tuple[str, str], up: str, seen: str, *, json: bool) -> None:
    try:
        first, second = (AskedHand.read(rules, hand, up, seen) for hand in hands)
        with at_work("valuing both hands"):
            choices = advise_switch(rules, first.hand, second.hand, first.up, first.seen)
    except (NotACard, NotAHand) as wrong:
        raise ended(wrong, UNREADABLE) from None
    if json:
        print_json(switch_json(rules, first.up, first.seen, choices))
    else:
        switch_page(rules, first.up, choices).print()
