"""The sections of a table's rules. They are also the schema of a rulebook: a document must give each of these
fields, cited, and may give no other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from vingt.core.cards import DECK, Card, Rank, Suit
from vingt.core.cite import Cite
from vingt.core.money import Cents
from vingt.core.pays import Pay
from vingt.core.rules.carrier import BY_PEOPLE
from vingt.core.rules.identity import BESIDE

When = Literal["at_once", "at_settlement"]


Direction = Literal["clockwise", "counterclockwise"]


# The metadata of a field that only some way to deal gives: elsewhere it stands at its default, uncited.
VARIED: Mapping[str, bool] = MappingProxyType({"varied": True})


ChipOrMoney = Literal["chip_unit", "table_minimum"] | Cents

# How a submission may have community cards enter a hand -> how many there are (MD-BJ 12.C(2), reading J-30).
COMMUNITY_CARDS: Mapping[str, int] = MappingProxyType({"first_card": 1, "first_two_cards": 2})


@dataclass(frozen=True, slots=True)
class CardRules:
    decks: int
    removed_ranks: tuple[Rank, ...]
    number_cards_count: Literal["face_value"]
    court_cards_count: int
    ace_counts: tuple[int, ...]
    cover_cards_min: int = field(metadata=BY_PEOPLE)
    deck_life_hours: int | None

    @property
    def shoe(self) -> tuple[Card, ...]:
        """Every card of a full shoe, deck by deck."""
        return tuple(card for card in DECK if card.rank not in self.removed_ranks) * self.decks


@dataclass(frozen=True, slots=True)
class BoxRules:
    seats: int
    per_player: int
    adjacent_only: bool
    bettors_max: int
    decided_by: Literal["only_bettor", "seated_then_largest", "first_bettor"]
    co_bettor_doubles: Literal["none", "optional"]
    co_bettor_splits: Literal["none", "cover_or_name_one", "cover_or_first_hand"]
    co_bettor_surrenders: Literal["none", "caller_for_all", "each"]
    co_bettor_super_bonus: Literal["none", "own_wager", "caller_only"]
    co_bettor_doubled_bonus: Literal["withheld", "own_wager"] = "withheld"

    @property
    def others_most(self) -> int:
        """How many players beside one find room at the table."""
        return self.seats * self.bettors_max - 1

    def on_layout(self, each: int) -> int:
        """Boxes in all, where a betting position has so many."""
        return self.seats * each

    def held_at_most(self, each: int) -> int:
        """Boxes of one player, where a betting position has so many."""
        return self.per_player * each


@dataclass(frozen=True, slots=True)
class WageringRules:
    locks_at: Literal["first_card", "no_more_bets"]
    main_wager_required: Literal[True]
    minimum: Cents
    maximum: Cents
    chip_unit: Cents
    chips: tuple[Cents, ...]
    late_wager: Literal["refused"]
    withdrawn_wager: Literal["refused", "still_plays"]
    coupons_accepted: bool
    coupons_count_for_super_bonus: bool
    mid_shoe_entry: Literal["open", "barred_after_missed_round"]
    payout_limit: Cents | None
    payout_limit_is: Literal["cap", "display"]


@dataclass(frozen=True, slots=True)
class DealRules:
    """Where players' first cards lie face down, only who plays them knows them until they are turned."""

    direction: Direction
    first_card: Literal["face_up", "face_down"]
    dealer_first_card: Literal["face_up"]  # the up card
    second_card: Literal["face_up", "face_down"]
    drawn_cards: Literal["face_up", "face_down"]
    turned_for: tuple[Literal["surrender", "double", "split"], ...] = field(default=(), metadata=VARIED)
    over_21: Literal["settled_at_once", "turned_and_discarded"] = field(
        default="settled_at_once", metadata=VARIED
    )
    turned_to_settle: bool = field(default=False, metadata=VARIED)


@dataclass(frozen=True, slots=True)
class DealerRules:
    second_card: Literal["after_players", "hole_unchecked", "hole_reader"]
    checked_up_cards: tuple[Rank, ...]
    stands_on_hard: int
    soft17: Literal["H17", "S17"]
    draws_when_idle: bool

    @property
    def hits_soft_17(self) -> bool:
        return self.soft17 == "H17"

    @property
    def takes_hole_card(self) -> bool:
        return self.second_card != "after_players"

    def looks_under(self, up: Rank) -> bool:
        """Whether the hole card is read for a natural before the players act."""
        return self.second_card == "hole_reader" and up in self.checked_up_cards


@dataclass(frozen=True, slots=True)
class PlayRules:
    direction: Direction
    no_draw_from: int


@dataclass(frozen=True, slots=True)
class NaturalRules:
    """Ace and ten-value card as the first two cards: "Blackjack" or "Pontoon"."""

    name: str = field(metadata=BESIDE)
    on_split_hand: bool
    paid_against_plain_up_card: When
    paid_against_checked_up_card: When


@dataclass(frozen=True, slots=True)
class TwentyOneRules:
    """A player's 21 that is no natural."""

    paid: When


@dataclass(frozen=True, slots=True)
class DealerNaturalRules:
    """What a dealer natural that comes after the players' decisions takes from doubled and split hands."""

    collects: Literal["original_plus_busted", "original_only", "original_or_busted", "each_hand", "all"]


@dataclass(frozen=True, slots=True)
class DoubleRules:
    cards_min: int
    cards_max: int | None
    after_split: bool
    up_to: Literal["original_wager", "existing_wager"]
    for_less: Literal["allowed", "barred", "first_only"]
    minimum: ChipOrMoney
    times_max: int
    cards_dealt: Literal[1]
    card_face: Literal["face_up", "face_down"]
    first_two_aces_count_one: bool
    pays: Pay


@dataclass(frozen=True, slots=True)
class RescueRules:
    total_max: int
    until: Literal["next_hand", "dealer_card"]
    returns: Literal["last_raise", "first_only", "all_raises"]


@dataclass(frozen=True, slots=True)
class SplitRules:
    pairs_by: Literal["value", "rank"]
    wager: Literal["equal_to_original"]
    hands_max: int
    aces_hands_max: int
    aces_draw: bool
    aces_double: bool
    first_hand: Literal["dealers_left"]


@dataclass(frozen=True, slots=True)
class SurrenderRules:
    offered: bool
    up_cards: tuple[Rank, ...]
    forfeits: Fraction
    window: Literal["own_turn", "before_any_draw"]
    after_split: bool
    settles_against_plain_up_card: Literal["at_once", "at_reveal"]
    settles_against_checked_up_card: Literal["at_once", "at_reveal"]
    dealer_natural_takes: Literal["whole_wager", "forfeit_only"]


@dataclass(frozen=True, slots=True)
class InsuranceRules:
    up_cards: tuple[Rank, ...]
    limit: Fraction
    rounds_to_chip: Literal["up", "down"]
    minimum: ChipOrMoney
    lost_when: Literal["at_check", "at_disclosure"]
    even_money: bool


@dataclass(frozen=True, slots=True)
class MainPays:
    win: Pay
    natural: Pay
    even_money: Pay | None


@dataclass(frozen=True, slots=True)
class BonusLine:
    """One way a winning 21 pays better: by its number of cards, or by its ranks and suits."""

    outcome: str
    pays: Pay
    cite: Cite
    cards: int | None = None
    ranks: tuple[Rank, ...] = ()
    suits: Literal["any", "one", "mixed"] | Suit = "any"


@dataclass(frozen=True, slots=True)
class BonusRules:
    lines: tuple[BonusLine, ...]
    longest_line_covers_more_cards: bool
    survives_split: bool
    survives_double: bool
    highest_line_only: Literal[True]


@dataclass(frozen=True, slots=True)
class SuperBonusTier:
    outcome: str
    wager_min: Cents
    wager_below: Cents | None
    pays: Pay
    cite: Cite


@dataclass(frozen=True, slots=True)
class EnvyPay:
    """What every other player gets; `holding` asks for that rank among the receiver's first two cards."""

    outcome: str
    pays: Pay
    cite: Cite
    holding: Rank | None = None
    not_holding: Rank | None = None


@dataclass(frozen=True, slots=True)
class SuperBonusRules:
    ranks: tuple[Rank, ...]
    suits: Literal["one"]
    dealer_up_card: Rank
    tiers: tuple[SuperBonusTier, ...]
    envy: tuple[EnvyPay, ...]
    survives_split: bool
    survives_double: bool
    added_to_bonus: Literal[True]
    envy_unit: Literal["player", "box", "wager"]
    envy_repeats: Literal["each_hand", "once_per_round"]
    envy_below_lowest_tier: bool
    envy_pays_winning_double: bool


@dataclass(frozen=True, slots=True)
class SettlementRules:
    procedure: Literal["one_pass", "losers_then_winners"]
    direction: Direction
    rounding: Literal["to_player", "to_house"]
    payout_unit: Cents
    void_round_settled_wagers: Literal["stand", "unwind"]
    meter_winners: Literal["sequential", "equal_share"] | None


@dataclass(frozen=True, slots=True)
class VariantRules:
    """How the game is dealt."""

    game: Literal["standard", "switch", "hand_dealt", "electronic"]
    shoe: Literal["single", "double"]
    options: tuple[tuple[str, str], ...]

    @property
    def hands_switched(self) -> bool:
        """Whether a player may exchange the second cards of two hands (MD-BJ 12.A(4)(a))."""
        return self.game == "switch"

    @property
    def boxes_each(self) -> int:
        """Boxes of one betting position: equal wagers of one player lie on them (MD-BJ 12.A(1), J-59)."""
        return 2 if self.hands_switched else 1

    @property
    def dealt_by_hand(self) -> bool:
        """Whether the cards are held and dealt from the hand, and players may touch theirs (MD-BJ 12.B)."""
        return self.game == "hand_dealt"

    @property
    def burned_before_round(self) -> int:
        return int(dict(self.options)["hand_dealt_burn_before_round"]) if self.dealt_by_hand else 0

    @property
    def deck_life_hours(self) -> int | None:
        """None: as long as at every table."""
        return int(dict(self.options)["hand_dealt_deck_life_hours"]) if self.dealt_by_hand else None

    @property
    def rounds_per_shuffle(self) -> int | None:
        """None: a shoe, or the cards held, end with their cover card (J-68)."""
        word = dict(self.options).get("hand_dealt_rounds_per_shuffle", "cover_card")
        return int(word) if self.dealt_by_hand and word != "cover_card" else None

    @property
    def community_cards(self) -> int:
        """How many of a hand's first cards are dealt once, face up, for all hands of the table."""
        word = dict(self.options).get("electronic_community_cards", "")
        return COMMUNITY_CARDS.get(word, 0) if self.game == "electronic" else 0

    @property
    def has_determinant(self) -> bool:
        """Whether a card is drawn before each round that says from which side of the shoe it is dealt."""
        return self.shoe == "double"

    @property
    def determinant_drawn_from(self) -> Literal["alternate", "left", "right"]:
        word = dict(self.options).get("double_shoe_drawn_from", "alternate")
        return "left" if word == "left" else "right" if word == "right" else "alternate"

    @property
    def red_suits_side(self) -> Literal["left", "right"]:
        return "right" if dict(self.options).get("double_shoe_red_suits") == "right" else "left"

    @property
    def bars_surrender(self) -> bool:
        """Where hands are switched, surrender is no choice unless the submission makes it one (J-60)."""
        return self.hands_switched and dict(self.options).get("switch_surrender") != "yes"

    def position_of(self, box: int) -> tuple[int, ...]:
        """The boxes of the betting position to which a box belongs."""
        first = (box - 1) // self.boxes_each * self.boxes_each + 1
        return tuple(range(first, first + self.boxes_each))
