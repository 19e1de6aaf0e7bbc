"""The shoe: what is done with the cards, by whom, under which clause. Pure; the orders come from outside."""
