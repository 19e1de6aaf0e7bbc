"""The parts of a rulebook that dealers and floorpersons carry out: shoe, opening, irregularities, layout."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from vingt.core.cite import Cite
from vingt.core.rules.carrier import BY_PEOPLE, BY_PROGRESSIVE
from vingt.core.rules.identity import BESIDE

# What becomes of a card or a round when something goes wrong.
CardFate = Literal[
    "discard", "burn", "next_card", "offered_in_play_order", "remove_and_destroy", "remove", "void_round"
]
RoundFate = Literal["void_and_reshuffle", "void_and_retire_decks", "void_round", "each_set_aside"]


@dataclass(frozen=True, slots=True)
class CitedItem:
    """One step of a procedure, one inscription or one area: what, and the clause that asks for it."""

    what: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeRules:
    shuffler: Literal["manual", "batch", "continuous"]
    shuffle_procedure: Literal["as_listed", "as_approved"] = field(metadata=BY_PEOPLE)
    shuffle_steps: tuple[CitedItem, ...] = field(metadata=BESIDE)
    cut_order: tuple[CitedItem, ...]
    cut_declined: Literal["next_counterclockwise_then_dealer", "dealer"] | None
    cut_from_end: str | None
    machine_shuffled_cards_are_cut: bool
    cover_card_from_back: Fraction | None
    recut_before: Literal["shoe_loaded", "first_card"] | None
    burn_on_load: int
    burn_on_dealer_change: int
    burn_face: Literal["face_down"]
    burn_shown_on_request: bool
    cover_card_ends: Literal["after_this_round"]
    continuous_shuffler_waives: tuple[str, ...]
    idle_table: Literal["spread_face_down", "spread"] | None


@dataclass(frozen=True, slots=True)
class OpeningRules:
    steps: tuple[CitedItem, ...]
    preshuffled_decks_skip_steps: bool


@dataclass(frozen=True, slots=True)
class IrregularityRules:
    face_up_card: CardFate
    several_face_up_cards: RoundFate
    stray_card: CardFate | None
    several_stray_cards: RoundFate | None
    unexposed_extra_card: CardFate
    exposed_extra_card: CardFate
    exposed_during_deal: Literal["next_card", "discard"]
    refused_exposed_card: Literal["no_more_cards"]
    unusable_exposed_card: CardFate
    dealer_overdraw: CardFate
    dealer_missed_own_card: Literal["after_players_second_cards", "void_round", "reconstruct_or_void"]
    shoe_runs_short: Literal["shuffle_discards"]
    shoe_runs_short_burns: int
    box_without_cards: Literal["dead_hand", "void_round", "reconstruct_or_void"]
    box_with_one_card: Literal["player_chooses", "void_round", "reconstruct_or_void"]
    missed_drawn_card: Literal["player_chooses", "void_round", "floor_decision"]
    dead_hand_returns: Literal["all_open", "original_only"]
    reader_misused_seen: Literal["all_hands_dead"] | None
    reader_misused_unseen: Literal["continue"] | None
    reader_failure: Literal["stop_dealing", "continue_without_reader"] | None
    reader_failure_midround: Literal["void", "hold", "continue_without_reader"] | None
    shuffler_failure: Literal["reshuffle"] | None
    void_round_progressive: Literal["refund", "floor_decision"] | None = field(metadata=BY_PROGRESSIVE)


@dataclass(frozen=True, slots=True)
class ConductRules:
    """What people say and do with their hands at the table. None of it changes a round: who deals performs it
    step by step, or reads and acknowledges it."""

    announcements: tuple[CitedItem, ...]
    handling: tuple[CitedItem, ...]  # how each dealer holds and lays cards
    loading: tuple[CitedItem, ...]  # before the cover card goes in
    batches: tuple[CitedItem, ...]  # the two of an automated shuffler
    collection: tuple[CitedItem, ...]  # in which order cards are picked up
    shuffler_out_of_order: tuple[CitedItem, ...]  # before another way of shuffling
    spoken_wagers: tuple[CitedItem, ...]  # who confirms one that comes with cash
    players: tuple[CitedItem, ...]
    double_shoe: tuple[
        CitedItem, ...
    ] = ()  # what its two sides are, and what becomes of a round from the wrong one


@dataclass(frozen=True, slots=True)
class LayoutRules:
    inscriptions: tuple[CitedItem, ...]
    areas: tuple[CitedItem, ...]
    signs: tuple[CitedItem, ...]
    odds_shown_on: Literal["felt", "sign", "felt_or_sign"]
    approval: Literal["regulator"] | None = field(metadata=BY_PEOPLE)
    equipment: tuple[CitedItem, ...]
