"""A board to play on: in JupyterLab, and from the same script on the site, where there is no Python.

The puzzle and its solve path by passes are computed beforehand (`play`, `trace`); the script `player.js` shows them and
computes hints without Python. Each kind of puzzle declares which requests it accepts: its functions are `Playable`.
Typed texts are read and new puzzles generated here; on the site, by `read.js` and `make.js` (`alone`).
"""
