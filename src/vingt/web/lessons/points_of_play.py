"""What a player may do at a table and what the dealer does, where that is not as in ordinary blackjack."""

from __future__ import annotations

from vingt.core.cards import RANKS, cards
from vingt.core.money import dollars
from vingt.core.number_words import number_word
from vingt.core.rounds.result import counts_of
from vingt.core.rules.table_rules import TableRules
from vingt.report.rules.felt import community_words
from vingt.web.html.cards import rank_name
from vingt.web.html.picture import pictured
from vingt.web.lessons.points import SHOWN, KeyPoint, a, cited, listed, natural_in, share_words

# -- doubling ------------------------------------------------------------------------------------------------


def double_any_number(rules: TableRules) -> KeyPoint:
    most = rules.double.cards_max
    title = "Double on any number of cards" if most is None else f"Double on up to {number_word(most)} cards"
    split = "split hands too" if rules.double.after_split else "but no split hand"
    return KeyPoint(
        title,
        f"Not only your first two cards: a hand of three or more may be doubled as well, {split}.",
        cited(rules, "double.cards_max", "double.after_split"),
        (pictured("You", cards("3s 4h 4d"), "11: may be doubled"),),
    )


def double_again(rules: TableRules) -> KeyPoint:
    times = rules.double.times_max
    whole = rules.double.up_to == "existing_wager"
    steps = " → ".join(
        dollars(SHOWN * (2**doubles if whole else 1 + doubles)) for doubles in range(times + 1)
    )
    return KeyPoint(
        "Double, and double again",
        f"After the card of a double you may {'double what lies there' if whole else 'raise'} again, at most "
        f"{number_word(times)} times in all, one card each: {steps}.",
        cited(rules, "double.times_max", "double.up_to", "double.cards_dealt"),
        (
            pictured("Double", cards("5s 4h 2d"), "11"),
            pictured("Again", cards("5s 4h 2d 6c"), "17"),
        ),
        f"a hand may be doubled up to {number_word(times)} times",
    )


def full_doubles(rules: TableRules) -> KeyPoint:
    return KeyPoint(
        "A double is for the full amount",
        {
            "barred": "You cannot double for less, unless the table's maximum leaves no room for all of it.",
            "first_only": "Only the first double of a hand may be for less than your wager.",
        }[rules.double.for_less],
        cited(rules, "double.for_less"),
    )


def doubled_aces(rules: TableRules) -> KeyPoint:
    hand = cards("As 6h 4d")
    soft, hard = counts_of(rules).total(hand).points, counts_of(rules).total(hand, 1).points
    return KeyPoint(
        "Aces count 1 after a double",
        f"In a doubled hand an ace among the first two cards counts 1, never 11: this one comes to {hard}, "
        f"not {soft}.",
        cited(rules, "double.first_two_aces_count_one"),
        (pictured("Doubled", hand, str(hard)),),
    )


def no_double_after_split(rules: TableRules) -> KeyPoint:
    return KeyPoint(
        "No double after a split",
        "Split hands may be hit but not doubled.",
        cited(rules, "double.after_split"),
        aside="split hands are not doubled",
    )


def rescue(rules: TableRules) -> KeyPoint:
    told = rules.rescue
    assert told is not None
    back = {
        "last_raise": "take the double back and give up "
        + ("your first wager" if rules.double.times_max == 1 else "what lay there before it"),
        "first_only": "take back the first double and give up the rest",
        "all_raises": "take back every double and give up only your first wager",
    }[told.returns]
    below = f"{told.total_max} or less"
    until = {
        "next_hand": "You are asked right after that card.",
        "dealer_card": "You may still do so until the dealer draws.",
    }[told.until]
    return KeyPoint(
        "Rescue a bad double",
        f"If the card of a double leaves you with {below} and you do not like it, press Rescue: {back}. "
        f"{until}",
        cited(rules, "rescue.total_max", "rescue.returns", "rescue.until"),
        (pictured("Doubled", cards("6s 5h 2d"), "13"), pictured("Dealer", cards("Kc"))),
        "a bad double can be rescued",
    )


# -- splitting, giving up ------------------------------------------------------------------------------------


def splitting(rules: TableRules) -> KeyPoint:
    split = rules.split
    parts = [f"Pairs may be split until you have {number_word(split.hands_max)} hands"]
    aces = f"aces to {number_word(split.aces_hands_max)}"
    if split.aces_hands_max in (2, split.hands_max):
        aces = "aces only once" if split.aces_hands_max == 2 else "aces too"
    may = [word for word, allowed in (("hit", split.aces_draw), ("doubled", split.aces_double)) if allowed]
    parts[0] += f", {aces}"
    parts.append(f"Split aces may be {listed(may)}" if may else "Split aces get one card each and no more")
    return KeyPoint(
        "Split aces play on" if may else "Splitting",
        ". ".join(parts) + ".",
        cited(rules, "split.hands_max", "split.aces_hands_max", "split.aces_draw", "split.aces_double"),
        (pictured("First", cards("As 4h")), pictured("Second", cards("Ad 7c"))),
        aside=split_aside(rules),
    )


def split_aside(rules: TableRules) -> str:
    split = rules.split
    if split.aces_draw or split.aces_double:
        return "split aces play on"
    if split.aces_hands_max > 2:
        return "aces may be split again"
    return f"a pair makes at most {number_word(split.hands_max)} hands"


def switching(rules: TableRules) -> KeyPoint:
    return KeyPoint(
        "You may switch cards",
        "You play two hands with equal wagers against one dealer. Before anything else you may let their "
        "second cards change places. An ace and a ten brought together count 21, and are no "
        f"{rules.natural.name}.",
        cited(rules, "variant.game"),
        (
            pictured("Your hands", cards("10s 6c"), "16"),
            pictured("", cards("5h Ks"), "15"),
            pictured("Switched", cards("10s Ks"), "20"),
            pictured("", cards("5h 6c"), "11"),
        ),
        "you play two hands and may switch their second cards",
    )


def community_cards(rules: TableRules) -> KeyPoint:
    one = rules.variant.community_cards == 1
    words = "the first card" if one else "the first two cards"
    others = (cards("10s 6c"), cards("10s Ks")) if one else (cards("10s 6c 5d"), cards("10s 6c"))
    return KeyPoint(
        "Community cards",
        f"{community_words(rules)}. {'It is' if one else 'They are'} dealt once, face up, and counted in "
        "each hand as if dealt to it alone. All later cards are your own.",
        cited(rules, "variant.electronic_community_cards"),
        (
            pictured("All hands", others[0][: rules.variant.community_cards]),
            pictured("You", others[0]),
            pictured("Your neighbour", others[1]),
        ),
        f"{words} of every hand {'is' if one else 'are'} the same",
    )


def surrender(rules: TableRules) -> KeyPoint:
    told = rules.surrender
    possible = [rank for rank in RANKS if rank not in rules.cards.removed_ranks]
    against = (
        "any up card"
        if set(possible) <= set(told.up_cards)
        else f"a dealer's {listed([rank_name(rank) for rank in told.up_cards], 'or')}"
    )
    text = (
        f"As the first thing you do with two cards, against {against}, give up "
        f"{share_words(told.forfeits)} of your wager and keep the rest."
    )
    if rules.dealer.second_card != "hole_reader" and told.dealer_natural_takes == "whole_wager":
        text += f" If the dealer then makes {a(rules.natural.name)}, all of it is lost."
    return KeyPoint(
        "You may surrender",
        text,
        cited(
            rules,
            "surrender.offered",
            "surrender.up_cards",
            "surrender.forfeits",
            "surrender.dealer_natural_takes",
        ),
        (pictured("You", cards("9s 7h"), "16"), pictured("Dealer", cards("Kd"))),
        aside="you may surrender",
    )


def even_money(rules: TableRules) -> KeyPoint:
    name = rules.natural.name
    return KeyPoint(
        "Even money",
        f"With {a(name)} against a dealer's ace you may take {rules.pays.even_money or '1 to 1'} at once "
        "instead of waiting for the dealer's second card.",
        cited(rules, "insurance.even_money", "pays.even_money"),
        (pictured("You", natural_in("sh")), pictured("Dealer", cards("Ad"))),
        aside="there is even money",
    )


# -- the dealer and the table --------------------------------------------------------------------------------


def no_hole_card(rules: TableRules) -> KeyPoint:
    name = rules.natural.name
    how = {
        "after_players": "The dealer takes the second card only after all players have finished",
        "hole_unchecked": "The dealer's second card lies face down and is not looked at before you play",
        "hole_reader": "The dealer looks for a natural before you play",
    }[rules.dealer.second_card]
    takes = {
        "original_plus_busted": "it takes your first wager and what has busted; doubles and splits come back",
        "original_only": "it takes your first wager only; doubles and splits come back",
        "original_or_busted": "it takes your first wager, less what has busted; doubles and splits come back",
        "each_hand": "every hand under 21 loses its wager, split ones too; only doubles come back",
        "all": "it takes everything, doubles and splits too",
    }[rules.dealer_natural.collects]
    none = rules.dealer.second_card == "after_players"
    return KeyPoint(
        "No hole card" if none else "The hole card is not looked at",
        f"{how}. If that makes {a(name)}, {takes}.",
        cited(rules, "dealer.second_card", "dealer_natural.collects"),
        (pictured("Dealer", cards("Kd"), "one card while you play"),),
        "the dealer takes no hole card" if none else "",
    )


def soft_17(rules: TableRules) -> KeyPoint:
    at = rules.dealer.stands_on_hard
    return KeyPoint(
        f"The dealer hits soft {at}",
        f"With {at} in which an ace counts 11 the dealer takes another card; on hard {at} it stands.",
        cited(rules, "dealer.soft17", "dealer.stands_on_hard"),
        (pictured("Dealer", cards("As 6h"), f"soft {at}: draws"),),
        aside=f"the dealer hits soft {at}",
    )


def shared_boxes(rules: TableRules) -> KeyPoint:
    return KeyPoint(
        "Boxes can be shared",
        f"Up to {number_word(rules.boxes.bettors_max)} players may wager on one box, if who holds it agrees; "
        "one of them decides for the hand.",
        cited(rules, "boxes.bettors_max", "boxes.decided_by"),
        short="friends can share a box",
    )


def mid_shoe(rules: TableRules) -> KeyPoint:
    return KeyPoint(
        "No coming in mid-shoe",
        "Whoever has missed a round since the shuffle may wager again after the next shuffle.",
        cited(rules, "wagering.mid_shoe_entry"),
    )
