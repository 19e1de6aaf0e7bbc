"""Pictures drawn by hand: plots as SVG, drawings as PNG and PDF."""
