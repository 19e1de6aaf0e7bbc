"""The docket: what real houses were fined or sued for, replayed at a table of ours."""
