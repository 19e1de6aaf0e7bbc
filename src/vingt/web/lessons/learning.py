"""How to play at one table: its aim, its buttons and its odds in plain words, all from its rules."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.core.cards import RANKS, cards
from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.number_words import number_word
from vingt.core.rules.table_rules import TableRules
from vingt.report.rules.felt import odds
from vingt.web.html.cards import rank_name
from vingt.web.html.picture import Pictured, pictured
from vingt.web.lessons.differences import differences, differs
from vingt.web.lessons.points import a, cited, listed, natural_in, share_words

SHORTS = 5  # great differences that a sentence holds
FEW = 3  # differences from blackjack as people know it, small ones among them


@dataclass(frozen=True, slots=True)
class Button:
    """What a press does here."""

    label: str
    does: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class Aim:
    text: tuple[str, ...]
    pictures: tuple[Pictured, ...]
    cite: Cite


def aim(rules: TableRules) -> Aim:
    court, (high, low) = rules.cards.court_cards_count, rules.cards.ace_counts
    at = rules.dealer.stands_on_hard
    name = rules.natural.name
    return Aim(
        (
            "Come closer to 21 than the dealer without going over.",
            f"Jack, queen and king count {court}, an ace {high} or {low}, other cards their number.",
            f"A win pays {rules.pays.win}; {name}, an ace and a ten-value card as your first two, pays "
            f"{rules.pays.natural}; over 21 loses at once. The dealer draws to {at - 1}.",
        ),
        (
            pictured("You", cards("Ks 9h"), "19 wins"),
            pictured("Dealer", cards("Qd 8c"), "18"),
            pictured(name, natural_in("hs"), str(rules.pays.natural)),
        ),
        cited(rules, "settles.20_or_less.lower", "pays.win", "pays.natural", "dealer.stands_on_hard"),
    )


def buttons(rules: TableRules) -> tuple[Button, ...]:
    """Only those that this table has, in the order of the table's page."""
    return tuple(
        button
        for button in (
            switch(rules),
            Button("Hit", "Take a card.", cited(rules, "play.no_draw_from")),
            Button(
                "Stand",
                f"Take no more cards. A hand of {rules.play.no_draw_from} stands by itself.",
                cited(rules, "play.no_draw_from"),
            ),
            double(rules),
            split(rules),
            surrender(rules),
            rescue(rules),
            insurance(rules),
            even_money(rules),
        )
        if button is not None
    )


def switch(rules: TableRules) -> Button | None:
    if not rules.variant.hands_switched:
        return None
    does = "Let the second cards of your two hands change places, before anything else and once."
    return Button("Switch", does, cited(rules, "variant.game"))


def double(rules: TableRules) -> Button:
    told = rules.double
    on = {None: "any number of cards", 2: "your first two cards"}.get(
        told.cards_max, f"up to {number_word(told.cards_max or 0)} cards"
    )
    up_to = "as much as your wager" if told.for_less == "barred" else "up to as much as your wager"
    after = "" if told.after_split else " Not after a split."
    more = f" May be done {number_word(told.times_max)} times." if told.times_max > 1 else ""
    paths = ("double.cards_max", "double.up_to", "double.for_less", "double.cards_dealt", "double.times_max")
    return Button(
        "Double", f"Add {up_to}, on {on}, and get one card only.{more}{after}", cited(rules, *paths)
    )


def split(rules: TableRules) -> Button:
    told = rules.split
    pair = "Two cards of equal value" if told.pairs_by == "value" else "Two cards of equal rank"
    may = [word for word, allowed in (("hit", told.aces_draw), ("doubled", told.aces_double)) if allowed]
    aces = f"Split aces may be {listed(may)}." if may else "Split aces get one card each."
    paths = ("split.pairs_by", "split.hands_max", "split.aces_draw", "split.aces_double")
    return Button(
        "Split",
        f"{pair} become two hands with a wager each, up to {number_word(told.hands_max)} hands. {aces}",
        cited(rules, *paths),
    )


def surrender(rules: TableRules) -> Button | None:
    if not rules.surrender_offered:
        return None
    share = share_words(rules.surrender.forfeits)
    possible = {rank for rank in RANKS if rank not in rules.cards.removed_ranks}
    only = "" if possible <= set(rules.surrender.up_cards) else f" Only against {up_names(rules)}."
    does = f"Give up {share} of your wager instead of playing, as your first decision.{only}"
    return Button(
        "Surrender", does, cited(rules, "surrender.offered", "surrender.up_cards", "surrender.window")
    )


def up_names(rules: TableRules) -> str:
    return listed([rank_name(rank) for rank in rules.surrender.up_cards], "or")


def rescue(rules: TableRules) -> Button | None:
    if rules.rescue is None:
        return None
    at = f"{rules.rescue.total_max} or less"
    does = f"After the card of a double, at {at}: take the raise back, lose the rest."
    return Button("Rescue", does, cited(rules, "rescue.total_max", "rescue.returns"))


def insurance(rules: TableRules) -> Button | None:
    wager = rules.asked_wager
    if wager is None:
        return None
    shows = listed([rank_name(rank) for rank in rules.insurance.up_cards], "or")
    does = (
        f"When the dealer shows {a(shows)}: wager up to {share_words(rules.insurance.limit)} of your own "
        f"that the dealer has {a(rules.natural.name)}. Pays {odds(rules, wager)}."
    )
    return Button("Insurance", does, cited(rules, "insurance.up_cards", "insurance.limit") + wager.cite)


def even_money(rules: TableRules) -> Button | None:
    if not rules.insurance.even_money:
        return None
    does = (
        f"With {a(rules.natural.name)} against an ace: be paid {rules.pays.even_money or '1 to 1'} at once."
    )
    return Button("Even money", does, cited(rules, "insurance.even_money"))


def sentence(rules: TableRules) -> str:
    """The game in one sentence: its great differences, or that it has none and which small ones."""
    shorts = [point.short for point in differences(rules) if point.short][:SHORTS]
    asides = [point.aside for point in differences(rules) if point.aside]
    if shorts and not differs(rules, "cards.removed_ranks"):
        said = [*shorts, *asides][: max(len(shorts), FEW)]
        return f"Blackjack as you know it, except that {listed(said)}."
    if shorts:
        first = f"{shorts[0][:1].upper()}{shorts[0][1:]}"
        return f"{first}, but {listed(shorts[1:])}." if shorts[1:] else f"{first}."
    decks = f"{number_word(rules.cards.decks)} {'deck' if rules.cards.decks == 1 else 'decks'}"
    known = f"Blackjack as you know it: {decks}, {rules.natural.name.lower()} pays {rules.pays.natural}"
    if not asides:
        return f"{known}, the dealer stands on soft {rules.dealer.stands_on_hard}."
    return f"{known}; {listed(asides)}."


def strangeness(rules: TableRules) -> int:
    """How far a game is from what people know: the lobby begins with the nearest."""
    return sum(1 for point in differences(rules) if point.short)


def cost_words(edge: float) -> str:
    """A house edge in money."""
    on = 10_000
    cost = dollars(abs(round(edge * on)))
    if edge < 0:
        return f"With best play you win about {cost} of every {dollars(on)} you wager."
    return f"With best play that costs about {cost} of every {dollars(on)} you wager."
