"""Figures for pages, computed exactly in processes of their own and kept on disk."""
