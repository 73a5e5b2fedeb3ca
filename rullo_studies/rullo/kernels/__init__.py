"""Kernels of proofs: behaviours of lines, equal sums, differences."""
