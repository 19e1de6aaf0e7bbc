"""What wins and what is paid at a table, where that is not as in ordinary blackjack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from vingt.core.cards import RANKS, SUITS, Card, Rank, cards
from vingt.core.hand import RankPoints
from vingt.core.money import dollars
from vingt.core.number_words import number_word
from vingt.core.pays import pay
from vingt.core.rounds.result import bonus_line, counts_of
from vingt.core.rounds.settle import odds_of
from vingt.core.rounds.state import Hand
from vingt.core.rules.sections import BonusLine, EnvyPay, SuperBonusTier
from vingt.core.rules.table_rules import TableRules
from vingt.web.html.picture import pictured
from vingt.web.lessons.points import RESULTS, SHOWN, KeyPoint, a, cited, listed, natural_in

# -- cards and naturals --------------------------------------------------------------------------------------


def missing_ranks(rules: TableRules) -> KeyPoint:
    removed = rules.cards.removed_ranks
    names = listed([f"{rank}s" for rank in removed])
    counted = [rank for rank in ("J", "Q", "K") if rank not in removed]
    pictures = (
        pictured("Taken out", [Card(rank, suit) for rank in removed for suit in SUITS], gone=True),
        pictured(
            "Still in",
            cards(" ".join(f"{rank}s" for rank in counted)),
            f"{rules.cards.court_cards_count} each",
        ),
    )
    return KeyPoint(
        f"No {names} in the shoe",
        f"All {names} are taken out of the decks; jacks, queens and kings stay and count "
        f"{rules.cards.court_cards_count}.",
        cited(rules, "cards.removed_ranks", "cards.court_cards_count"),
        pictures,
        f"no {'tens' if removed == ('10',) else names} in the shoe",
    )


def natural_name(rules: TableRules) -> KeyPoint:
    name = rules.natural.name
    return KeyPoint(
        f"The best hand is called {name}",
        f"{name} is what blackjack is elsewhere: an ace and a ten-value card as your first two cards.",
        cited(rules, "natural.name"),
        (pictured("You", natural_in("sh"), name),),
    )


def natural_wins(rules: TableRules) -> KeyPoint:
    name, result = rules.natural.name, rules.settles.result("natural", "natural")
    wins = result == "win"
    at_once = {rules.natural.paid_against_plain_up_card, rules.natural.paid_against_checked_up_card} == {
        "at_once"
    }
    text = f"Against the dealer's {name} your own {RESULTS[result]}"
    pays, _ = odds_of(rules, rules.settles.row("natural", "natural").pays)
    text += f" and pays {pays}" if wins else ""
    text += ", at once" if wins and at_once else ""
    return KeyPoint(
        f"Your {name} always wins" if wins else f"{name} against {name} {RESULTS[result]}",
        f"{text}. Elsewhere that is a push.",
        cited(rules, "settles.natural.natural", "pays.natural"),
        (pictured("You", natural_in("sh"), RESULTS[result]), pictured("Dealer", natural_in("dc"))),
    )


def natural_pays(rules: TableRules) -> KeyPoint:
    name, pays = rules.natural.name, rules.pays.natural
    usual = pay("3 to 2")  # as differences.ORDINARY has it
    won, elsewhere = (dollars(round(odds.multiple * SHOWN)) for odds in (pays, usual))
    return KeyPoint(
        f"{name} pays {pays}",
        f"On {dollars(SHOWN)} that is {won}, where the usual {usual} would be {elsewhere}.",
        cited(rules, "pays.natural"),
        (pictured("You", natural_in("sh"), str(pays)),),
        f"{name.lower()} pays {pays}",
    )


# -- 21 ------------------------------------------------------------------------------------------------------


def twenty_one(rules: TableRules) -> KeyPoint:
    name, result = rules.natural.name, rules.settles.result
    against_21, against_natural = result("21", "21"), result("21", "natural")
    split_21 = result("split_two_card_21", "21")
    split_natural = result("split_two_card_21", "natural")
    parts = [f"Your 21 {RESULTS[against_21]} against a dealer's 21"]
    parts[0] += " (elsewhere a push)" if against_21 != "push" else ""
    if against_natural == against_21:
        parts[0] += f", even against {a(name)}"
    elif against_natural == "lose":
        parts[0] += f"; only the dealer's {name} beats it"
    else:
        parts[0] += f"; against the dealer's {name} it {RESULTS[against_natural]}"
    at_once = rules.twenty_one.paid == "at_once"
    if at_once:
        parts.append("It is paid at once, before the dealer draws")
    apart = []
    if split_21 != against_21:
        apart.append(f"{RESULTS[split_21]} against a dealer's 21")
    # Where the hole card is read first, no split hand ever meets a dealer's natural.
    if split_natural != against_natural and rules.dealer.second_card != "hole_reader":
        apart.append(f"{RESULTS[split_natural]} against the dealer's {name}")
    if apart:
        parts.append(f"A two-card 21 after a split {listed(apart)}")
    wins = against_21 == "win"
    mine, dealers = cards("6s 7h 8d"), cards("Kc 5h 6d")
    return KeyPoint(
        "Your 21 beats the dealer's" if wins else "21 against 21",
        ". ".join(parts) + ".",
        cited(
            rules,
            "settles.21.21",
            "settles.21.natural",
            "settles.split_two_card_21.21",
            "settles.split_two_card_21.natural",
            *(("twenty_one.paid",) if at_once else ()),
        ),
        (pictured("You", mine, f"21 {RESULTS[against_21]}"), pictured("Dealer", dealers, "21")),
        "your 21 beats the dealer's" if wins else "",
    )


def dealer_22(rules: TableRules) -> KeyPoint:
    result = rules.settles.result("20_or_less", "22")
    return KeyPoint(
        f"Against a dealer's 22 your hand {RESULTS[result]}",
        f"A hand that is not over 21 {RESULTS[result]} when the dealer has exactly 22. Elsewhere it wins.",
        cited(rules, "settles.20_or_less.22"),
        (
            pictured("You", cards("Ks 8h"), f"18 {RESULTS[result]}"),
            pictured("Dealer", cards("Qd 6c 6s"), "22"),
        ),
        f"against a dealer's 22 your hand {RESULTS[result]}",
    )


def equal_totals(rules: TableRules) -> KeyPoint:
    result = rules.settles.result("20_or_less", "equal")
    return KeyPoint(
        f"An equal total {RESULTS[result]}",
        f"A hand that counts as much as the dealer's {RESULTS[result]}.",
        cited(rules, "settles.20_or_less.equal"),
        (pictured("You", cards("Ks 8h"), "18"), pictured("Dealer", cards("Qd 8c"), "18")),
    )


# -- bonuses -------------------------------------------------------------------------------------------------


def bonus_21(rules: TableRules) -> KeyPoint:
    bonus = rules.bonus
    assert bonus is not None
    best = max((line.pays for line in bonus.lines), key=lambda pays: pays.multiple)
    not_for = [
        what
        for what, paid in (("doubled", bonus.survives_double), ("split", bonus.survives_split))
        if not paid
    ]
    text = f"A winning 21 made in one of these ways pays more than {rules.pays.win}."
    if not_for:
        text += f" Not for {listed(not_for, 'or')} hands."
    return KeyPoint(
        "Some 21s pay a bonus",
        text,
        sum(
            (line.cite for line in bonus.lines), cited(rules, "bonus.survives_split", "bonus.survives_double")
        ),
        tuple(
            pictured(bonus_words(rules, line), bonus_example(rules, line), str(line.pays))
            for line in sorted(bonus.lines, key=lambda line: -line.pays.multiple)
        ),
        f"special 21s pay up to {best}",
    )


def bonus_words(rules: TableRules, line: BonusLine) -> str:
    bonus = rules.bonus
    assert bonus is not None
    if line.cards is not None:
        longest = max(row.cards or 0 for row in bonus.lines)
        more = " or more" if bonus.longest_line_covers_more_cards and line.cards == longest else ""
        return f"{number_word(line.cards).capitalize()}{more} cards"
    suits = {"mixed": "mixed suits", "one": "one suit", "any": "any suits"}.get(
        line.suits, f"all {line.suits}"
    )
    return f"{'–'.join(line.ranks)}, {suits}"


@lru_cache(maxsize=256)
def bonus_example(rules: TableRules, line: BonusLine) -> tuple[Card, ...]:
    """A hand that earns just this line, by the rules themselves."""
    for hand in candidates(rules, line):
        if bonus_line(rules, Hand(hand)) == line:
            return hand
    raise ValueError(f"no hand earns {line.outcome}")


def candidates(rules: TableRules, line: BonusLine) -> Iterator[tuple[Card, ...]]:
    counts = counts_of(rules)
    usable = tuple(rank for rank in RANKS if rank not in rules.cards.removed_ranks)
    for ranks in (line.ranks,) if line.cards is None else ranks_of_21(counts, usable, line.cards):
        in_turn = tuple(Card(rank, SUITS[(at + 3) % 4]) for at, rank in enumerate(ranks))
        if counts.total(in_turn).points == 21:
            yield in_turn
            yield from (tuple(Card(rank, suit) for rank in ranks) for suit in ("hearts", *SUITS))


@lru_cache(maxsize=16)  # tables share them
def ranks_of_21(counts: RankPoints, usable: tuple[Rank, ...], many: int) -> tuple[tuple[Rank, ...], ...]:
    """As many ranks that may make 21, as people draw them: no aces where it goes without, and as many
    different ones as possible."""
    points = {rank: counts.points(rank) for rank in usable}
    wanted = (21, 21 - counts.ace_high + counts.ace_low)
    groups = combinations_with_replacement(usable, many)
    fitting = [ranks for ranks in groups if sum(map(points.__getitem__, ranks)) in wanted]
    return tuple(sorted(fitting, key=lambda ranks: ("A" in ranks, -len(set(ranks)))))


def super_bonus(rules: TableRules) -> KeyPoint:
    bonus = rules.super_bonus
    assert bonus is not None
    hand = tuple(Card(rank, "spades") for rank in bonus.ranks)
    tiers = "; ".join(tier_words(tier) for tier in bonus.tiers)
    others = listed([envy_words(envy) for envy in bonus.envy], "or")
    who = "every other wager on the table" if bonus.envy_unit == "wager" else "every other player"
    not_for = [
        what
        for what, paid in (("doubled", bonus.survives_double), ("split", bonus.survives_split))
        if not paid
    ]
    after = f" Not for {listed(not_for, 'or')} hands." if not_for else ""
    return KeyPoint(
        "The super bonus",
        f"{'–'.join(bonus.ranks)} of one suit when the dealer shows a {bonus.dealer_up_card}: {tiers}. "
        f"Then {who} gets something too: {others}.{after}",
        sum(
            (*(tier.cite for tier in bonus.tiers), *(envy.cite for envy in bonus.envy)),
            cited(rules, "super_bonus.ranks"),
        ),
        (
            pictured("You", hand, "one suit"),
            pictured("Dealer", (Card(bonus.dealer_up_card, "diamonds"),)),
        ),
    )


def envy_words(envy: EnvyPay) -> str:
    amount = dollars(envy.pays.amount)
    if envy.holding is not None:
        return f"{amount} with a {envy.holding} among their first two cards"
    return f"{amount} without a {envy.not_holding}" if envy.not_holding is not None else amount


def tier_words(tier: SuperBonusTier) -> str:
    wager = f"a wager of {dollars(tier.wager_min)} or more"
    if tier.wager_below is not None:
        wager = f"a wager from {dollars(tier.wager_min)} to under {dollars(tier.wager_below)}"
    return f"{dollars(tier.pays.amount)} for {wager}"
