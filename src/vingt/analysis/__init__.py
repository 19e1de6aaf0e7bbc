"""Numbers about rules: exact values, simulation, reports."""
