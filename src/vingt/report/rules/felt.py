"""What is printed on a table's layout: inscriptions, signs and pays, each with the clause that asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.pays import Pay
from vingt.core.rounds.outcome_words import outcome_words
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.playability import is_played

HOUSE = "Maison Vingt"  # the operator's name, where a rulebook wants it on the cloth


@dataclass(frozen=True, slots=True)
class Print:
    """One printed line; `cite` is empty where the house prints it unasked."""

    text: str
    cite: Cite = Cite()


@dataclass(frozen=True, slots=True)
class PaySign:
    """A block of pays: what it is for, and each line with what it pays."""

    title: str
    lines: tuple[tuple[str, str], ...]
    cite: Cite
    note: str = ""
    sign: str = ""  # how its area is marked in each box


@dataclass(frozen=True, slots=True)
class Felt:
    house: Print
    arcs: tuple[Print, ...]  # the great inscriptions, along the curve
    signs: tuple[Print, ...]
    pays: tuple[PaySign, ...]
    pays_on: str  # where these are printed: "felt" or "sign"
    areas: tuple[str, ...]  # side wagers with an area of their own, in the rulebook's order
    insurance: str  # what is printed in the area for it; empty where it is not offered


@lru_cache(maxsize=64)
def felt_of(rules: TableRules) -> Felt:
    asked = {step.what: step.cite for step in rules.layout.inscriptions}
    insurance = rules.asked_wager
    return Felt(
        house=Print(HOUSE, asked.get("operator_name_or_logo", Cite())),
        arcs=tuple(arcs(rules, asked)),
        signs=tuple(signs(rules)),
        pays=tuple(pays(rules)),
        pays_on="sign" if rules.layout.odds_shown_on == "sign" else "felt",
        areas=tuple(wager.id for wager in rules.side_wagers),
        insurance=insurance_words(rules, insurance) if insurance is not None else "",
    )


def arcs(rules: TableRules, asked: dict[str, Cite]) -> Iterator[Print]:
    if rules.variant.hands_switched:
        returned = rules.settles.result("20_or_less", "22") == "push"
        words = "Blackjack Switch: a dealer 22 returns your wagers" if returned else "Blackjack Switch"
        yield Print(words, asked.get("switch_table", Cite()))
    yield Print(f"{rules.natural.name} pays {natural_pays(rules)}", asked.get("natural_odds", Cite()))
    soft = "hits" if rules.dealer.hits_soft_17 else "stands on"
    yield Print(
        f"Dealer draws to {rules.dealer.stands_on_hard - 1} and {soft} soft {rules.dealer.stands_on_hard}",
        rules.cite("dealer.stands_on_hard", "dealer.soft17"),
    )
    insurance = rules.asked_wager
    if insurance is not None:
        yield Print(insurance_words(rules, insurance), asked.get("insurance_odds", Cite()))
    if rules.variant.community_cards:
        cite = rules.cite("variant.electronic_community_cards", "dealer.second_card")
        yield Print(f"No hole card. {community_words(rules)}", cite)
    if "payout_limit" in asked:
        yield Print(limit_words(rules, "Payout limit per hand as posted"), asked["payout_limit"])


def community_words(rules: TableRules) -> str:
    """How community cards enter a hand."""
    if rules.variant.community_cards == 1:
        return "One community card is the first card of every hand"
    return "Two community cards are the first two of every hand"


def natural_pays(rules: TableRules) -> Pay:
    """What a natural is paid against a lower hand, also where a row of settlement has odds of its own."""
    stated = rules.settles.row("natural", "lower").pays
    return stated if isinstance(stated, Pay) else rules.pays.natural


def insurance_words(rules: TableRules, wager: OfferedWager) -> str:
    return f"{wager.name} pays {odds(rules, wager)}"


def odds(rules: TableRules, wager: OfferedWager) -> str:
    """2 to 1; or where they differ, 2 to 1 for unsuited Blackjacks and pays 5 to 1 for suited Blackjacks."""
    lines = wager.paytable.lines
    if len(lines) == 1:
        return str(lines[0].pays)
    parts = [line.outcome.split("-") for line in lines]
    shared = sum(len(set(words)) == 1 for words in zip(*parts, strict=False))
    kinds = [" ".join(own[shared:]) for own in parts]
    by_kind = [
        f"{line.pays} for {kind} {rules.natural.name}s" for line, kind in zip(lines, kinds, strict=True)
    ]
    return " and pays ".join(by_kind)


def limit_words(rules: TableRules, without: str) -> str:
    limit = rules.wagering.payout_limit
    return without if limit is None else f"Payout limit per hand {dollars(limit)}"


def signs(rules: TableRules) -> Iterator[Print]:
    for step in rules.layout.signs:
        match step.what:
            case "doubled_hands_earn_no_extra_payouts":
                yield Print("Doubled hands cannot earn the additional payouts", step.cite)
            case "odds_and_payout_limit" if rules.layout.odds_shown_on == "sign":
                yield Print(limit_words(rules, "No payout limit per hand"), step.cite)
            case "odds_and_payout_limit" if rules.wagering.payout_limit is not None:
                yield Print(limit_words(rules, ""), step.cite)
            case "match_wager_maximum":
                for wager in rules.side_wagers:
                    if wager.stake.maximum is not None:
                        yield Print(f"{wager.name}: at most {dollars(wager.stake.maximum)}", step.cite)
            case "hole_card_procedure":
                how = {
                    "hole_reader": "Hole card, looked at with a card reader",
                    "hole_unchecked": "Hole card, not looked at before the players have acted",
                    "after_players": "No hole card: the dealer's second card comes after the players",
                }
                yield Print(how[rules.dealer.second_card], step.cite)
            case _:
                pass


def pays(rules: TableRules) -> Iterator[PaySign]:
    """The main wager with its bonus and super bonus, then every offered side wager."""
    ways = [("a win", str(rules.pays.win)), (rules.natural.name, str(natural_pays(rules)))]
    if rules.insurance.even_money and rules.pays.even_money is not None:
        ways.append(("even money", str(rules.pays.even_money)))
    yield PaySign(rules.main_wager, tuple(ways), rules.cite("pays.win", "pays.natural"))
    if rules.bonus is not None:
        cite = sum((line.cite for line in rules.bonus.lines), Cite())
        lines = tuple((outcome_words(line.outcome), str(line.pays)) for line in rules.bonus.lines)
        yield PaySign("Bonus 21", lines, cite, "a winning 21 made so")
    if rules.super_bonus is not None:
        tiers = tuple((outcome_words(tier.outcome), str(tier.pays)) for tier in rules.super_bonus.tiers)
        envy = tuple((outcome_words(line.outcome), str(line.pays)) for line in rules.super_bonus.envy)
        ranks = "–".join(rules.super_bonus.ranks)
        cite = sum((tier.cite for tier in rules.super_bonus.tiers), Cite())
        note = f"suited {ranks} against a dealer's {rules.super_bonus.dealer_up_card}"
        yield PaySign("Super bonus", tiers + envy, cite, note)
    marks = area_signs(tuple(wager.name for wager in rules.wagers))
    for wager in rules.wagers:
        lines = tuple((outcome_words(line.outcome), str(line.pays)) for line in wager.paytable.lines)
        sign = "" if wager.placed == "when_asked" else marks[wager.name]
        yield PaySign(wager.name, lines, wager.paytable.cite or wager.cite, note_of(wager), sign)


def note_of(wager: OfferedWager) -> str:
    if not is_played(wager):
        return "permitted; not played in this version"
    if wager.rides_on:
        return "rides on another wager"
    return "each card on its own" if wager.paytable.each_card else ""


@lru_cache(maxsize=64)
def area_signs(names: tuple[str, ...]) -> dict[str, str]:
    """How each side area is marked, none like another: where Lucky Ladies is LL, Lucky Lucky is Lu."""
    signs: dict[str, str] = {}
    for name in names:
        fitting = (initials(name), name[:2], name[:3])
        signs[name] = next((sign for sign in fitting if sign not in signs.values()), fitting[-1])
    return signs


def initials(name: str) -> str:
    """A sign small enough for a side area: Lucky Ladies Twenty Point Bonus is LL."""
    parts = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
    return "".join(word[0].upper() for word in parts)[:2] if len(parts) > 1 else name[:2].capitalize()
