"""Somebody plays and edits, step by step, on a stand-in for the document of a browser: what is seen after each step.

`python -m tests.player.scenes` writes it anew: what changes there changes for those who play.
"""

import gzip
from pathlib import Path

from tests.player import scripts

FILE = Path(__file__).with_name("scenes.txt.gz")

SMALL = "5 7\n4 1 4\n8 5 3"
TWO = "1 1\n1 1 1\n1 1 1"
HOLES = "3 0 3\n3 1 0 2\n3 2 -1 1"
WHITE = "3 3\n- 4, 6,\n,7 0 0\n,3 0 0"
BLACK = "4 4\n- - 6, 3,\n- 3,3 0 0\n,6 0 0 0\n,3 0 0 -"
ALMOST = "1234 3412 2143 432."
THREE_GIVENS = "1...|..3.|....|4..."
FOUR_GIVENS = "1.2.|..3.|....|4..."
EMPTY = "." * 16
CAGES = "killer 4x4 boxes 2x2\na b b c\na a c c\nd d e e\nd f f e\na=8 b=5 c=7 d=7 e=8 f=5"

OTHER_GAME = '{"at":1,"moves":[[[0,2,0]]],"seconds":7,"hints":1,"finished":false,"when":1900000000000}'
SHORT_GAME = '{"at":1,"moves":[[[1,2,0]]],"when":2000000000000}'
OTHER_DRAFTS = f'{{"boards":[{{"box":[2,2],"digits":{[1, *[0] * 14, 2]}}}],"at":0,"when":1900000000000}}'.replace(
    " ", ""
)
"""What another tab keeps."""

PAGE = """
const [name, kind, texts, steps] = given;
const shelf = texts.map((text) => read_js.read(kind, text));
place(name, { kind, rules: "Rules.", shelf, first: texts[0] });
const open = { "rullo-page": page_js.openAll, "rullo-editor": editor_js.openAll };
const openBoards = () => player_js.play({ ...make_js, ...read_js, ...worker_js });
(open[name] ?? openBoards)();
settled().then(() => played(steps)).then((output) => console.log(JSON.stringify(output)));
"""


def steps(*parts):
    """Steps of several texts, parted by semicolons; a number after a star says how often one is done."""
    expanded = []
    for part in "; ".join(parts).split("; "):
        step, _, times = part.partition(" *")
        expanded += [step] * int(times or 1)
    return expanded


HINTS = "press Hint *4; press Step; press Check; press Undo; press Redo *2; press Undo *5; press Redo"
TOOLS = "press Start over; press Play; pass 900; press Play; pass 900; pass 2000; press Play; press Pause; press Check"
SETTINGS = "press Light up what the chosen cell belongs to; press Show mistakes at once"
ARROWS = "key ArrowRight; key ArrowDown; key ArrowLeft *3; key ArrowUp *2"
KEYS = "key z ctrl; key Z ctrl shift; key z meta; key y ctrl; key q; key ArrowDown ctrl; key 1 alt"

SCENES = {
    "a Rullo": (
        "rullo",
        "rullo-page",
        [SMALL, TWO],
        steps(
            "cell 0 *3; key ArrowRight; key i; key ArrowDown; key x; key Space; key 0; key +; key -; key Backspace",
            ARROWS,
            KEYS,
            "press Start over; cell 3; press Check; cell 0; cell 1; cell 2; press Check",
            HINTS,
            TOOLS,
            SETTINGS,
            "press Start over; cell 0; cell 0; cell 1; cell 2 *2; cell 3; pass 1000; press Step",
            "press Start over; cell 3 *2; press Check",
        ),
    ),
    "a Rullo with two solutions and holes": (
        "rullo",
        "rullo-player",
        [TWO, HOLES],
        steps(
            "press Hint *3; press Step *4; press Start over; cell 0; cell 3; press Check; press Hint",
            "press Start over; cell 0; cell 3 *2; press Check; choose 0 1",
            "cell 0; key ArrowRight; key ArrowDown; key ArrowUp; press Check; press Step *3; choose 0 0",
        ),
    ),
    "a Kakuro": (
        "kakuro",
        "rullo-page",
        [BLACK, WHITE],
        steps(
            "cell 0; key 1; key 2; key 2 shift; key 3 shift; key Enter; key 1; key 2; key Space; key 9; key Delete",
            ARROWS,
            HINTS,
            TOOLS,
            "choose 0 1; cell 0; key 3; press 3; press Pencil; press 4; press Erase; press Check",
        ),
    ),
    "a Sudoku": (
        "sudoku",
        "rullo-page",
        [THREE_GIVENS, ALMOST],
        steps(
            SETTINGS,
            "press Pencil in the digits that still fit; cell 0; key 2; cell 1; key 1; press Check; key 3; press Check",
            "key 1 shift; key Space; key 2; key ArrowRight; press 4; press Erase; cell 5; key 3 *2",
            HINTS,
            TOOLS,
            "choose 0 1; cell 15; key 2; press Check; key 2; key 1 shift; press Hint *3; press Step",
        ),
    ),
    "a Sudoku with one solution": (
        "sudoku",
        "rullo-page",
        [FOUR_GIVENS],
        steps("cell 8; key 2; press Check; key 3; press Check"),
    ),
    "a Sudoku that is hard to know": (
        "sudoku",
        "rullo-player",
        [EMPTY],
        steps(
            "cell 1; key 3; press Hint *3; press Step *3; press Start over",
            "press Hint *3; press Step; press Check; cell 2; key 1; cell 3; key 1; press Check; press Hint",
        ),
    ),
    "a Killer Sudoku": (
        "killer",
        "rullo-page",
        [CAGES],
        steps("cell 0; key 4; cell 4; key 4; cell 5; key 2; press Check; press Hint; press Start over", HINTS, TOOLS),
    ),
    "the clock, links and what is kept": (
        "rullo",
        "rullo-page",
        [SMALL, TWO],
        steps(
            "pass 61000; press Pause the clock; pass 5000; press Go on; pass 4000; hide on; pass 7000; hide off",
            "cell 0; kept game; press Copy a link to this puzzle; press Copy a link with my board; copied",
            "cell 0; cell 1; cell 2 *2; cell 3; pass 3000; kept solved; cell 0; cell 0 *2; choose 0 1; kept last",
            "choose 0 0",
            "press Start over; press Hint; press Step *9; kept solved; leave; kept game; press Show the clock",
            "press Print",
            "text 3 1\\n3 1 2\\n1 x 2; press Play this; pass 100; text 3 1\\n4 3 1; press Play this; pass 100",
            "cell 0; press Play this; pass 100; pass 1000",
            "choose 1 3x3; press Make one; pass 400; pass 3000; press Today's puzzle; pass 400; pass 3000; kept daily",
            "press Step *30; kept solved; press Today's puzzle; choose 4 dark; press Forget everything; kept",
        ),
    ),
    "links, and other tabs": (
        "rullo",
        "rullo-page",
        [SMALL],
        steps(
            "cell 0; link #puzzle=MSAxCjEgMSAxCjEgMSAx&board=1.2..; pass 900",
            "link #puzzle=MSAxCjEgMSAxCjEgMSAx&board=1.2; pass 900",
            "link #puzzle=; pass 900; link #puzzle=%25; link #x; cell 0",
            'tab settings {"mistakes":true,"peers":false}; tab solved []; tab settings',
            f"tab game_rullo_1_1\n1_1_1\n1_1_1 {OTHER_GAME}",
            "cell 1; kept game",
            f"tab game_rullo_1_1\n1_1_1\n1_1_1 {SHORT_GAME}",
            "cell 1; kept game",
        ),
    ),
    "an editor of Rullos": (
        "rullo",
        "rullo-editor",
        [TWO],
        steps(
            "pass 3000; press Show the first; press Show the second *2; cell 3; key 1; key 2; key Backspace; key -",
            "press Change the sign; key 5",
            "cell 1; press 7; press Erase; cell 0; pass 3000; press Included; cell 3; cell 6; cell 0; cell 3",
            "key ArrowLeft *3; key ArrowRight",
            "press Undo *3; press Redo; key z ctrl; key y ctrl; choose 0 3; choose 1 5; pass 1000; press Clear",
            "press Undo; pass 3000",
            "text 3 3\\n4 1 x\\n2 1 2; press Read this; text 3 3\\n4 1 3\\n2 2 1; away; press Read this; pass 3000",
            "press Play it; address",
            "press Copy; copied; press Redo; press Undo *30; kept drafts",
        ),
    ),
    "an editor of Rullos that suggests": (
        "rullo",
        "rullo-editor",
        [TWO],
        steps(
            "pass 3000; press Suggest a repair; pass 9000; press Make this change; pass 3000; press Undo; text 1\\n",
            "pass 900",
        ),
    ),
    "an editor of Rullos, number by number": (
        "rullo",
        "rullo-editor",
        [SMALL],
        steps(
            "cell 3; key 1; key 2; press Included; press Numbers; key 3; key 4; cell 4; key 5; cell 3; key 6; key 7",
            "key -; key 8; key Backspace *3; key 9; press Undo; key 1; press Redo; key 2; cell 0; key 3; choose 0 3",
            "cell 3; key 4; key 5; cell 1; press 6; press Change the sign; press 7; press Erase; key 1 *12; pass 3000",
        ),
    ),
    "an editor of Kakuros": (
        "kakuro",
        "rullo-editor",
        [WHITE],
        steps(
            "pass 3000; cell 4; cell 0; cell 8; pass 1000; press Undo *2; press Keep half-turn symmetry; cell 4",
            "press Undo",
            "press Sums; cell 1; key 1; key 2; cell 3; key 5; press Across or down; key Delete; key -; cell 1",
            "cell 1; cell 4; key 3",
            "press Digits; cell 4; key 3; cell 5; key 4; cell 7; press 1; cell 8; press 2; key 2; key 0; key -",
            "pass 3000",
            "press Undo *3; choose 0 3; choose 1 3; pass 1000; press Clear; pass 1000",
        ),
    ),
    "an editor of Sudokus": (
        "sudoku",
        "rullo-editor",
        [ALMOST],
        steps(
            "pass 3000; cell 15; key 1; key 1; key 5; key 2; pass 3000; press Erase; press 3; pass 3000",
            "press Show the solution",
            "key ArrowUp; key ArrowRight; key ArrowDown shift; choose 0 6x6 boxes 2x3; pass 3000; press Undo",
            "text 1...|..3.|....|4...; away; pass 3000; press Suggest a repair; pass 12000",
            "link #puzzle=MTIzNDM0MTIyMTQzNDMyLg",
            "link #puzzle=MTIz; pass 3000; choose 1 1; press Copy; choose 1 2; press Copy; copied",
            f"tab drafts_sudoku {OTHER_DRAFTS}",
            "cell 1; key 3; kept drafts",
        ),
    ),
    "an editor of Killer Sudokus": (
        "killer",
        "rullo-editor",
        [CAGES],
        steps(
            "pass 3000; cell 0 1 5; cell 1; press Make a cage; key Enter; cell 2 3; key Delete; pass 1000; finger 7",
            "cell 7 6",
            "cell 9; key ArrowRight shift; key ArrowDown shift; key ArrowDown; key ArrowLeft shift",
            "press Take out of cages; press Undo *2",
            "press Sums; cell 0; key 1; key 3; cell 2; key 9; key Backspace; press Erase; cell 10; key 7; pass 1000",
            "press Digits; cell 0; key 1; cell 1; key 4; cell 2; key 3; key 5",
            "press Diagonals have every digit, too; pass 3000",
            "choose 1 1; press Copy; press Undo *30; choose 1 4; press Copy; copied",
        ),
    ),
}


def play_scene(name):
    """What is seen in a scene, line by line."""
    kind, page, texts, scene_steps = SCENES[name]
    return scripts.run(PAGE, page, kind, texts, scene_steps, document=True)


def recorded():
    """The lines of each scene, as the file has them."""
    parts = gzip.decompress(FILE.read_bytes()).decode().split("== ")[1:]
    return {name: lines for name, *lines in map(str.splitlines, parts)}


if __name__ == "__main__":
    parts = ["\n".join([f"== {name}", *map(str, play_scene(name)), ""]) for name in SCENES]
    FILE.write_bytes(gzip.compress("".join(parts).encode(), mtime=0))
