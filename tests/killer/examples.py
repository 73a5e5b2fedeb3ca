"""Seven puzzles, and the result of each level: outcome, passes that eliminate, fixed cells, candidates."""

from pathlib import Path

from rullo_core.killer.puzzle import parse_puzzles

PUZZLES = Path(__file__).with_name("examples.txt")

LEVELS = ("E", "H", "G", "C", "CH", "CG", "CA", "CP", "O1", "OW")

COMES_TO = {
    "nine-easy": (
        "stuck/1/9/383",
        "stuck/2/10/371",
        "stuck/5/12/333",
        "stuck/4/10/346",
        "solved/16/81/81",
        "solved/12/81/81",
        "solved/11/81/81",
        "solved/8/81/81",
        "solved/5/81/81",
        "solved/5/81/81",
    ),
    "nine-full": (
        "stuck/1/4/535",
        "stuck/1/4/535",
        "stuck/1/4/524",
        "stuck/5/6/464",
        "stuck/5/6/464",
        "stuck/8/6/414",
        "solved/14/81/81",
        "solved/8/81/81",
        "solved/6/81/81",
        "solved/5/81/81",
    ),
    "nine-locked": (
        "stuck/3/8/488",
        "stuck/3/9/482",
        "stuck/3/9/478",
        "stuck/7/10/434",
        "stuck/12/15/382",
        "stuck/14/28/234",
        "stuck/13/29/233",
        "solved/11/81/81",
        "solved/8/81/81",
        "solved/7/81/81",
    ),
    "nine-forty-five": (
        "stuck/1/4/515",
        "stuck/2/5/500",
        "stuck/2/5/499",
        "stuck/3/4/504",
        "stuck/4/5/487",
        "stuck/7/5/467",
        "stuck/9/7/424",
        "stuck/7/9/358",
        "solved/14/81/81",
        "solved/7/81/81",
    ),
    "nine-windows": (
        "stuck/1/8/508",
        "stuck/1/8/508",
        "stuck/2/8/497",
        "stuck/3/8/492",
        "stuck/3/8/492",
        "stuck/7/10/430",
        "stuck/8/10/442",
        "stuck/5/10/393",
        "stuck/4/10/387",
        "solved/11/81/81",
    ),
    "nine-search": (
        "stuck/4/13/399",
        "stuck/6/18/355",
        "stuck/4/18/355",
        "stuck/7/18/338",
        "stuck/9/27/273",
        "stuck/8/27/268",
        "stuck/7/27/273",
        "stuck/5/27/260",
        "stuck/4/27/257",
        "stuck/5/27/248",
    ),
    "four-five-cages": (
        "stuck/0/0/52",
        "solved/5/16/16",
        "solved/4/16/16",
        "stuck/1/0/52",
        "solved/6/16/16",
        "solved/5/16/16",
        "solved/6/16/16",
        "solved/4/16/16",
        "solved/4/16/16",
        "solved/3/16/16",
    ),
}

DIFFICULTY = {
    "nine-easy": 15,
    "nine-full": 17,
    "nine-locked": None,
    "nine-forty-five": None,
    "nine-windows": None,
    "nine-search": None,
    "four-five-cages": 8,
}
"""Passes of cages and units alternately, cages first; None if they are stuck."""

NODES = {
    "nine-easy": (0, 0),
    "nine-full": (6, 0),
    "nine-locked": (18, 12),
    "nine-forty-five": (96, 14),
    "nine-windows": (172, 146),
    "nine-search": (20, 14),
    "four-five-cages": (0, 0),
}
"""Nodes of searches with CH and CA."""

SOLUTIONS = {
    "nine-easy": "621574893945863271873192546456928137132745968798631452389417625567289314214356789",
    "nine-full": "216349578489175236573268149135692487847513962962487315354826791728931654691754823",
    "nine-locked": "621549738593871426874263195269734581718925643435618279387456912946182357152397864",
    "nine-forty-five": "138576429267984153459123867342897516971652348586341972793215684814769235625438791",
    "nine-windows": "287651439963427158154839672698715243375264981421398567536182794719543826842976315",
    "nine-search": "834957216679213485215864397368572149192436578547189632453728961726391854981645723",
    "four-five-cages": "2134342142131342",
}


def examples():
    """Return the puzzles by name."""
    return {puzzle.name: puzzle for puzzle in parse_puzzles(PUZZLES.read_text())}
