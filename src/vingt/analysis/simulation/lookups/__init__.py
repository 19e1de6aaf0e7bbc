"""The rules and a play of them, tabulated for the kernels."""
