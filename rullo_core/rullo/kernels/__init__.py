"""Kernels that repeat the readable modules of Rullo for speed."""
