"""Side wagers, tabulated for the kernels."""
