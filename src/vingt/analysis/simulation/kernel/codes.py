"""What the numbers in the lookups mean. Codes below LIVE are rows to draw on with; then come finished hands,
the dealer's endings, splits, and plays that hang on a count."""

from __future__ import annotations

ROOT_ROW, FIRST_ROW = 1, 2  # FIRST_ROW + up: the player before the first card
LIVE, ENDS, SPLITS = 0x4000, 0x4200, 0x4300
ASKS = 0x8000  # from here on a code asks for the count
CLASSES_MOST = ENDS - LIVE
ENDINGS_BITS = 3
HANDS_MOST = 8  # hands from one split
BOXES_MOST, WAGERS_MOST, SHOE_MOST = 8, 32, 1024  # of a table; cards in a shoe
SIDE_SUMS = 4  # sums before those of side wagers, which have three each
CONTROL_SUMS = 6  # sums behind those, where shoes have a control
SYSTEMS_MOST = 8  # counts kept beside a shoe
SHOE_NOTES = 4  # what a counter notes of a shoe: see `TableMemory.shoe`
SAID_MOST = 255  # plays by the count that are kept of one round
TABLE_MOST = 1024  # cards on the table in one round: never more than there are

# Bins to count in: none; single hands by class and ending; hands of splits likewise; then splits as a whole.
SINGLE_BIN = 1 << ENDINGS_BITS
SPLIT_HANDS_BIN = SINGLE_BIN + (CLASSES_MOST << ENDINGS_BITS)
PEEKED_BIN = SPLIT_HANDS_BIN + (CLASSES_MOST << ENDINGS_BITS)
SPLIT_NETS_BIN = PEEKED_BIN + 1
UNIT_DRAWS = 1 << 12  # random numbers kept for one unit

# Where a code of `walk` leads: a row, by where it begins; a class of finished hands; an ending of the
# dealer's; a split; a play that hangs on a count.
WALK_LIVE, WALK_ENDS, WALK_SPLITS, WALK_ASKS = 0xC000, 0xD000, 0xD100, 0xD800
DRAWS = 4  # cards by one random number
FURTHER_DRAWS = UNIT_DRAWS // 2  # from here on: numbers for the cards that were not dealt ahead
GROUP = 256  # rounds from fresh shoes that share the numbers of a unit
ROUND_AHEAD = 8  # cards that are dealt ahead for each of them
TABLE_GROUP = 64  # the same at a whole table, whose rounds take more of them
WALK_SUMS = SIDE_SUMS + CONTROL_SUMS

# The worth of a split hand in one word: its net above the least that fits, and over it the joint weight; the
# nets of eight hands add up without reaching the weight.
NET_BITS = 16
WORTH_BITS = NET_BITS + 4
