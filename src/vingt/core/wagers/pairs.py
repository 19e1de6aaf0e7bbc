"""Wagers on equal ranks: among the player's first two cards, or among four."""

from __future__ import annotations

from collections import Counter

from vingt.core.cards import RED
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Options, Outcome, lines_of, tells_apart


@tells_apart(ranks="", suits="")
def pair(facts: Facts, options: Options) -> Outcome:
    # MBS-P 1.1.6 and 3.5.1, by rank: reading I-84
    first, second = facts.player
    return "pair" if first.rank == second.rank else LOSE


@tells_apart(ranks="", suits="")
def bet_the_set(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(5), 1.B(14), 1.B(20); the single-deck paytable has no line for a suited pair
    first, second = facts.player
    if first == second and "suited-pair" in lines_of(options):
        return "suited-pair"
    return "pair" if first.rank == second.rank else LOSE


@tells_apart(ranks="", suits="", player_cards=4)
def super_match(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(7): the four cards of both hands as dealt, reading J-41
    alike = sorted(Counter(card.rank for card in facts.player).values(), reverse=True)
    if alike[0] == 4:
        return "four-of-a-kind"
    if alike[0] == 3:
        return "three-of-a-kind"
    if alike[:2] == [2, 2]:
        return "two-pair"
    return "pair" if alike[0] == 2 else LOSE


@tells_apart(ranks="", suits="clubs spades | diamonds hearts")
def monster_match(facts: Facts, options: Options) -> Outcome:
    # MD-PE21 6.G(3), categories as in reading J-86
    if facts.second is None:
        return WAIT
    four = (*facts.player, facts.up, facts.second)
    rank, alike = Counter(card.rank for card in four).most_common(1)[0]
    suits = {card.suit for card in four if card.rank == rank}
    one_colour = suits <= RED or suits.isdisjoint(RED)
    if alike == 4:
        if len(suits) == 1:
            return "four-of-a-kind-suited"
        return "four-of-a-kind-same-color" if one_colour else "four-of-a-kind"
    if alike == 3:
        return "three-of-a-kind-same-color" if one_colour else "three-of-a-kind"
    return "suited-pair" if len(set(four)) < 4 else LOSE
