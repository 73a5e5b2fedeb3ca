"""Rules beyond one entry: `rectangle`, `differences` of regions, and `block_reasoning` about blocks of entries."""
