"""A board to play on: in JupyterLab, and from the same script on the site, where there is no Python.

What is played, and its solve path by passes, is computed beforehand (`play`, `trace`); the script `player.js` shows it,
and gives hints by itself. A kind of puzzle declares what can be asked for: its functions are `Playable`. Typed texts
are read and new puzzles generated here; on the site by `read.js` and `make.js` (`alone`).
"""
