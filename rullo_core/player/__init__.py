"""A board to play on: in JupyterLab, and from the same script on the site, where there is no Python.

What is played, and the way that passes take through it, is worked out beforehand (`play`, `trace`): the script
`player.js` shows it, and needs nobody to ask for a hint. A puzzle says of itself what can be asked for (its `play`).
A text that is typed is read here, and a new puzzle made; on the site by `read.js` and `make.js` (`alone`).
"""
