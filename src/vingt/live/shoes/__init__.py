"""Where the orders of shoes come from, and who may know them."""
