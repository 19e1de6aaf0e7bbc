"""What stands behind `import vingt`. Public is what `vingt.__all__` names; this package may change."""
