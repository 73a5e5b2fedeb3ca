"""Drafts, pictures and dates, without a browser: limits, and each square, beside what is worked out here."""

import json
import random
import re
from datetime import date, timedelta

import pytest

from rullo_core.killer.formats import parse_any
from rullo_core.killer.lzstring import compress
from rullo_core.player.kinds import kinds
from tests.player import scripts

LONGEST = 10**6
"""Characters of a decompressed text, at most."""


def evaluate(script, *values):
    """What an expression of a script is."""
    return scripts.run(f"console.log(JSON.stringify({script}));", *values)


def test_all_sizes_are_offered_up_to_the_largest():
    """Boards of each are as large, and empty; a text of each has its size again."""
    script = """
    ['rullo', 'kakuro', 'sudoku', 'killer'].map((kind) => {
      const { fresh, grid, sizeOf, sizes, toText } = kinds_js.kinds[kind].editing;
      const sizeFor = (choice) => Object.fromEntries(sizes.map(({ name }) => [name, choice]));
      const drafts = sizes[0].choices.map((choice) => fresh(sizeFor(choice)));
      const grids = drafts.map(grid);
      const shapes = grids.map(({ squares, rows, columns }, k) => [sizeOf(drafts[k]), squares.length, rows, columns]);
      const heads = drafts.map((draft) => toText(draft).split('\\n')[0]);
      return [sizes.map(({ choices }) => choices), shapes, drafts, heads];
    })
    """
    for (choices, boards, drafts, heads), inset in zip(evaluate(script), (1, 1, 0, 0), strict=True):
        for choice, (size, number, rows, columns), draft, head in zip(choices[0], boards, drafts, heads, strict=True):
            assert set(size.values()) == {choice}
            side = int(choice.split("x")[0]) + inset
            assert (number, rows, columns) == (side**2, side, side)
            assert not draft.get("diagonals", False)
            assert "diagonals" not in head
            assert not any(draft.get("digits", []))
        if inset:
            assert choices == [[str(side) for side in range(2, 15)]] * 2


def test_a_size_may_have_fewer_rows_than_columns():
    script = """
    ['rullo', 'kakuro'].map((kind) => kinds_js.kinds[kind].editing).map(({ fresh, grid, sizeOf }) => {
      const draft = fresh({ rows: '3', columns: '5' });
      return [sizeOf(draft), grid(draft).rows, grid(draft).columns, grid(draft).squares.length];
    })
    """
    assert evaluate(script) == [[{"rows": "3", "columns": "5"}, 4, 6, 24]] * 2


def test_drafts_that_are_kept_have_digits_and_sums_in_their_limits():
    """A digit, a sum and a cell just right, and one more; one of the list too many."""
    script = """
    const [kakuro, killer, sudoku] = ['kakuro', 'killer', 'sudoku'].map((kind) => kinds_js.kinds[kind].editing);
    const two = kakuro.fresh({ rows: '2', columns: '2' });
    const four = killer.fresh({ shape: '4x4 boxes 2x2' });
    const put = (draft, name, i, value) => ({
      ...draft, [name]: draft[name].map((old, k) => (k === i ? value : old)),
    });
    const cage = (cells, sum) => ({ ...four, cages: [{ cells, sum }] });
    const sudokus = [0, 4, 5, -1].map((digit) => sudoku.isDraft(put(four, 'digits', 3, digit)));
    const kakuros = [
      ['digits', 9], ['down', 999999999], ['across', '*'], ['digits', 10], ['down', 1e9], ['across', '+'],
    ];
    const killers = [cage([0, 15], 999999999), cage([0], null), cage([0, 16], 3), cage([0], 1e9), cage([], 3)];
    const verdicts = kakuros.map(([name, value]) => kakuro.isDraft(put(two, name, 4, value)));
    console.log(JSON.stringify([sudokus, verdicts, killers.map(killer.isDraft)]));
    """
    sudokus, kakuros, killers = scripts.run(script)
    assert sudokus == [True, True, False, False]
    assert kakuros == [True] * 3 + [False] * 3
    assert killers == [True] * 2 + [False] * 3


def test_sums_of_a_kakuro_are_numbers_stars_or_nothing():
    text = "3 3\n- *, 6,\n,7 0 0\n,3 0 0"
    script = "[kinds_js.kinds.kakuro.editing.fromText(given[0])].map(({ down, across }) => [down, across])[0]"
    down_sums, across_sums = evaluate(script, text)
    assert down_sums == [None, "*", 6] + [None] * 6
    assert across_sums == [None] * 3 + [7, None, None, 3, None, None]


SUMS = """
const { fresh, modes } = kinds_js.kinds.killer.editing;
const [{ actions: [cage, out] }, sums, digits] = modes;
let draft = fresh({ shape: "4x4 boxes 2x2" });
const states = [sums.put(draft, 3, null)];
for (const [verb, ...args] of given[0]) {
  const [act, put] = [cage, out].map((action) => () => action.does(draft, ...args));
  const changes = { cage: act, out: put, sum: () => sums.put(draft, ...args) };
  draft = (changes[verb] ?? (() => digits.put(draft, ...args)))();
  states.push(draft.cages.map(({ cells, sum }) => [cells, sum]));
}
console.log(JSON.stringify(states));
"""


def test_cages_are_made_and_lose_cells_and_have_their_sums():
    """Beside a model of cages, as sums by cells."""
    rng, actions, expected, cages, digits = random.Random(7), [], [], {}, {}
    for _ in range(200):
        does = rng.choice(["cage", "out", "sum", "digit"])
        cells = sorted(rng.sample(range(16), rng.randint(1, 4)))
        if does == "digit":
            digits[cells[0]] = rng.randint(1, 4)
            actions.append([does, cells[0], digits[cells[0]]])
        elif does == "sum":
            sum_ = rng.randint(1, 9)
            own_cage = next((cage for cage in cages if cells[0] in cage), (cells[0],))
            is_new = own_cage not in cages
            cages[own_cage] = sum_
            actions.append([does, cells[0], sum_])
        else:
            actions.append([does, cells])
            rest = {tuple(cell for cell in cage if cell not in cells): (cage, sum_) for cage, sum_ in cages.items()}
            cages = {
                remaining: sum_ if remaining == cage else None for remaining, (cage, sum_) in rest.items() if remaining
            }
            if does == "cage":
                cages[tuple(cells)] = None
        if does != "sum" or is_new:
            for cage in cages:
                if all(cell in digits for cell in cage):
                    cages[cage] = sum(digits[cell] for cell in cage)
        expected.append([[list(cage), sum_] for cage, sum_ in sorted(cages.items())])
    assert scripts.run(SUMS, actions) == [None, *expected]


def test_changes_are_offered_in_order():
    """Numbers of a Rullo by how near they are; ways to part a cage by their smaller piece."""
    script = """
    const changesOf = (kind, text) => {
      const { changes, fromText } = kinds_js.kinds[kind].editing;
      const play = read_js.puzzleIn(kind, text);
      const masks = read_js.solutionsOf(play, new read_js.Cache(), {}, 1);
      const solutions = masks.map((state) => state.map((mask) => 31 - Math.clz32(mask)));
      const differing = solutions[0].flatMap((place, i) => (place === solutions[1][i] ? [] : [i]));
      return [...changes(fromText(text), play, solutions, differing)].map(({ description }) => description);
    };
    console.log(JSON.stringify(given.map((args) => changesOf(...args))));
    """
    cages = "killer 4x4 boxes 2x2\na a a b\na b b b\nc c d d\nc c d d\na=10 b=10 c=10 d=10"
    rullos, killers = scripts.run(script, ["rullo", "4 4\n4 4 4\n4 4 4"], ["killer", cages])
    numbers = [int(text.split()[1]) for text in rullos[:8]]
    assert numbers == [3, 5, 2, 6, 1, 7, 8, 9]
    sizes = [min(piece.count("(") for piece in text.split(": ", 1)[1].split("; ")) for text in killers]
    first = sizes[: next((i for i in range(1, len(sizes)) if sizes[i] > sizes[i - 1]), len(sizes))]
    assert first[0] == 2
    assert first == sorted(first, reverse=True)
    assert set(first) == {1, 2}


def test_thick_and_dashed_lines_run_where_areas_end():
    """Of random regions and cages, also of cells in none and beside the end of the board."""
    rng = random.Random(3)
    plays = []
    for _ in range(40):
        rows, columns = rng.randint(1, 4), rng.randint(1, 5)
        cells = [[r, c] for r in range(rows) for c in range(columns) if rng.random() < 0.9]
        areas = [rng.randint(0, 3) for _ in cells], [rng.randint(0, 3) for _ in cells]
        groups = [[[i for i, label in enumerate(area) if label == k] for k in range(3)] for area in areas]
        plays.append((cells, *groups))
    script = """
    given[0].map(([cells, regions, cages]) =>
      table_js.edges({ cells, regions, cages: cages.map((cage) => [cage, 0]) }))
    """
    sides = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1)}
    for (cells, *groups), lines in zip(plays, evaluate(script, plays), strict=True):
        place = {tuple(cell): i for i, cell in enumerate(cells)}
        for name, areas in zip(("thick", "dashed"), groups, strict=True):
            owner = {i: k for k, area in enumerate(areas) for i in area}
            for i, (r, c) in enumerate(cells):
                neighbours = {side: place.get((r + dr, c + dc)) for side, (dr, dc) in sides.items()}
                ends = [
                    side
                    for side, neighbour in neighbours.items()
                    if neighbour is None or owner.get(neighbour) != owner.get(i)
                ]
                assert lines[i][name] == (ends if i in owner else [])


def test_a_picture_has_lines_on_the_sides_of_squares():
    """A thick line is the side of its square, a dashed one runs inside of it; targets have no frame; black is dark."""
    cases = [(way, name) for way in ("thick", "dashed") for name in ("top", "bottom", "left", "right")]
    blank = {"kind": "blank"}
    boards = [[*[blank] * 4, {"kind": "cell", "text": "7", way: [name]}, blank] for way, name in cases]
    boards.append([{"kind": "target", "text": "5"}, *[{"kind": "cell", "text": "1"}] * 5])
    boards.append(
        [{"kind": "black"}, {"kind": "cell", "text": "1", "shaded": True}, *[{"kind": "cell", "text": "1"}] * 4]
    )
    script = "given[0].map((squares) => picture_js.svgOf({ rows: 2, columns: 3, squares }, 'x'))"
    *pictures, svg, filled_svg = evaluate(script, boards)
    for (way, name), picture in zip(cases, pictures, strict=True):
        frame = re.search(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" f', picture)
        x, y, width, height = map(int, frame.groups())
        line = [int(number) for number in re.search(r'x1="(\d+)" y1="(\d+)" x2="(\d+)" y2="(\d+)"', picture).groups()]
        by = {"top": line[1] - y, "bottom": y + height - line[1], "left": line[0] - x, "right": x + width - line[0]}[
            name
        ]
        x0, x1, y0, y1 = x + by, x + width - by, y + by, y + height - by
        ends = {"top": [x0, y0, x1, y0], "bottom": [x0, y1, x1, y1]}
        ends |= {"left": [x0, y0, x0, y1], "right": [x1, y0, x1, y1]}
        assert line == ends[name]
        assert (0 < by < width / 4) if way == "dashed" else by == 0
    frames = re.findall(r'<rect x=.*? stroke="(\S+)"/>', svg)
    assert frames[0] == "none"
    assert len(frames) == 6
    assert "none" not in frames[1:]
    fills = re.findall(r'<rect x=[^>]*? fill="(\S+)" stroke', filled_svg)
    assert (fills[0], len(set(fills[:3])), set(fills[2:])) == ("#30343b", 3, {"#ffffff"})


def test_solutions_beside_one_are_counted_up_to_a_limit():
    rows = ("1234|3412|2143|4321", "..34|3412|..43|4321", "." * 16)
    script = "given[0].map((text) => make_js.othersOf(read_js.puzzleIn('sudoku', text), new read_js.Cache(), 5))"
    assert evaluate(script, rows) == [0, 1, 5]


def test_a_clock_that_is_stopped_stands_still():
    script = """
    (() => {
      let time = 0;
      globalThis.performance = { now: () => time };
      const clock = clock_js.clock();
      return [["set", 5, false], ["start"], ["stop"], ["start"], ["set", 100, true]].flatMap(([act, ...given]) => {
        clock[act](...given);
        const start = clock.seconds();
        time += 2000;
        return [start, clock.seconds()];
      });
    })()
    """
    assert evaluate(script) == [5, 5, 5, 7, 7, 7, 7, 9, 100, 102]


def test_what_is_wrong_in_a_text_is_selected():
    """At each place of a text: what is quoted, if it stands there, else one character."""
    text = "ab c\n\ndef 12\n34"
    cases = []
    for number, line in enumerate(text.split("\n"), 1):
        for word in re.finditer(r"\S+", line):
            cases.append((number, word.start() + 1, word[0]))
    script = """
    given[1].map(([line, column, word]) => [`'${word}' is no digit`, `'${word}…' is no digit`, 'x', "'?' is none"]
      .map((error) => player_js.spanOf(given[0], { line, column, error }).join('-')))
    """
    for (number, column, word), spans in zip(cases, evaluate(script, text, cases), strict=True):
        begin = sum(len(line) + 1 for line in text.split("\n")[: number - 1]) + column - 1
        assert text.startswith(word, begin)
        assert spans == [f"{begin}-{begin + len(word)}"] * 2 + [f"{begin}-{begin + 1}"] * 2


def test_days_are_those_of_the_calendar():
    days = [date(2023, 12, 25) + timedelta(days=n) for n in range(800)]
    script = """
    given[0].map((day) => {
      const parts = day.split('-').map((part, k) => part - (k === 1));
      return [daily_js.dayBefore(day), daily_js.dayOf(new Date(...parts))];
    })
    """
    output = evaluate(script, [day.isoformat() for day in days])
    assert output == [[(day - timedelta(days=1)).isoformat(), day.isoformat()] for day in days]


def test_a_clock_stands_still_while_it_is_stopped():
    script = """
    let time = 5000;
    Object.defineProperty(globalThis, 'performance', { value: { now: () => time } });
    const { seconds, set, start, stop } = clock_js.clock();
    const times = [seconds()];
    for (const act of [start, stop, start, start, () => set(9, true), stop, () => set(2, false), start]) {
      act();
      time += 3000;
      times.push(seconds());
    }
    const words = [0, 9.9, 59.99, 60, 3599, 3600, 3661, 36000].map(clock_js.inWords);
    console.log(JSON.stringify([times, words]));
    """
    output, words = scripts.run(script)
    assert output == [0, 3, 3, 6, 9, 12, 12, 2, 5]
    assert words == ["0:00", "0:09", "0:59", "1:00", "59:59", "1:00:00", "1:01:01", "10:00:00"]


def test_cells_are_connected_by_their_sides():
    """As by walking from one to the next, of random cells."""
    rng = random.Random(5)
    cases = [[sorted(rng.sample(range(16), rng.randint(1, 8))), 4] for _ in range(200)]

    def is_connected(cells):
        visited = {cells[0]}
        while (
            adjacent := {b for b in cells for a in visited if abs(a % 4 - b % 4) + abs(a // 4 - b // 4) == 1} - visited
        ):
            visited |= adjacent
        return visited == set(cells)

    output = evaluate("given[0].map(([cells, side]) => make_js.isConnected(cells, side))", cases)
    assert output == [is_connected(cells) for cells, _ in cases]
    assert {True, False} == set(output)


def test_the_longest_text_that_is_decompressed():
    """One character more is refused."""
    script = """
    given.map((text) => {
      try { return lzstring_js.decompress(text).length; } catch ({ message }) { return message; }
    })
    """
    length, message = evaluate(script, compress("a" * LONGEST), compress("a" * (LONGEST + 1)))
    assert length == LONGEST
    assert f"more than {LONGEST} characters" in message


def test_two_game_ids_are_two_puzzles():
    script = """
    try {
      exchange_js.imported('sudoku', given[0]);
    } catch ({ line, message }) {
      console.log(JSON.stringify([line, message]));
    }
    """
    line, message = scripts.run(script, "2x2:p\n2x2:p")
    assert line == 2
    assert "another puzzle" in message


def test_a_cell_without_a_region_is_in_its_usual_box():
    """Of f-puzzles, as Python reads them."""
    rng = random.Random(9)
    boxes = [(4, 2, 2), (6, 2, 3), (9, 3, 3)]
    texts = []
    for side, height, width in boxes * 4:
        box = [[r // height * height + c // width for c in range(side)] for r in range(side)]
        grid = [[{"region": box[r][c]} if rng.random() < 0.5 else {} for c in range(side)] for r in range(side)]
        texts.append(
            json.dumps({"size": side, "grid": grid, "killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}]})
        )
    script = "given[0].map((text) => kinds_js.kinds.killer.editing.toText(exchange_js.imported('killer', text)))"
    assert evaluate(script, texts) == [str(parse_any(text)[0]) for text in texts]


def test_the_largest_board_is_played_and_a_larger_one_is_refused():
    """Of digits, nine rows."""
    texts = []
    for side, boxes in ((9, "3x3"), (10, "2x5")):
        row = " ".join("." * side)
        texts.append(["killer", "\n".join([f"killer {side}x{side} boxes {boxes}", *[row] * side])])
        texts.append(["sudoku", f"sudoku {side}x{side} boxes {boxes} {'.' * side**2}"])
    script = """
    given[0].map(([kind, text]) => {
      try { return read_js.provisionalPlay(kind, text).rows; } catch ({ message }) { return message; }
    })
    """
    *nine, killer, sudoku = evaluate(script, texts)
    assert nine == [9, 9]
    assert "10x10: boards up to 9x9 are played here" in killer
    assert "10x10: boards up to 9x9 are played here" in sudoku


@pytest.mark.parametrize("size", ["3x3", "4x4"])
def test_a_generator_of_rullos_ends(size):
    """At once where the first puzzle is as asked or trivial, else after 500 changes; random numbers are the same."""
    script = """
    const outcomes = given[0].map((choices) => {
      const steps = kinds_js.kinds.rullo.generator(choices,
        kinds_js.kinds.rullo.requests[choices.difficulty], new read_js.Cache());
      let number = 0;
      let result = steps.next();
      for (; !result.done && number < 600; number++) result = steps.next();
      return [number, result.value !== null];
    });
    console.log(JSON.stringify(outcomes));
    """
    easy, _, _, hard, *_ = kinds()["rullo"].requests
    requests = [
        {"size": size, "values": "1-4", "difficulty": difficulty} for difficulty in (easy, hard) for _ in range(8)
    ]
    output = scripts.run(script, requests, document=True)
    assert sum(number < 100 and is_made for number, is_made in output[:8]) > 5
    assert all(number in (0, 500) or is_made for number, is_made in output)
    assert 500 in [number for number, _ in output[8:]]


def test_a_killer_sudoku_that_is_wrong_as_a_whole_has_a_line():
    """An empty text its first, and what is there twice the last heading."""
    sums = "killer 4x4 boxes 2x2\n" + ". . . .\n" * 4
    rows = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
    repeated = f"{sums}solution\n{rows}solution\n{rows}"
    thrice = f"{sums}solution\n{rows}digits\n{rows}solution\n{rows}"
    script = """
    given.map((text) => {
      try { read_js.puzzleIn('killer', text); } catch ({ line }) { return line; }
      return null;
    })
    """
    assert evaluate(script, "", sums, f"{sums}solution\n{rows}", repeated, thrice) == [1, None, None, 11, 16]
