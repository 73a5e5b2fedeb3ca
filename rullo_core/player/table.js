// A puzzle as an HTML table: cells to press, the lines between them, and sums.

import { isRullo } from "./board.js";
import { make } from "./elements.js";

function edges(play) {
  // For each cell, the sides with a thick line and the sides with a dashed line.
  const cellAt = new Map(play.cells.map(([r, c], i) => [`${r},${c}`, i]));
  const owner = (groups) => {
    const owners = new Map();
    groups.forEach((cells, number) => cells.forEach((i) => owners.set(i, number)));
    return owners;
  };
  const [regions, cages] = [owner(play.regions), owner(play.cages.map(([cells]) => cells))];
  const sides = { top: [-1, 0], bottom: [1, 0], left: [0, -1], right: [0, 1] };
  return play.cells.map(([r, c], i) => {
    const differing = (owners) =>
      Object.keys(sides).filter((side) => {
        const neighbour = cellAt.get(`${r + sides[side][0]},${c + sides[side][1]}`);
        return neighbour === undefined || owners.get(neighbour) !== owners.get(i);
      });
    return { thick: regions.has(i) ? differing(regions) : [], dashed: cages.has(i) ? differing(cages) : [] };
  });
}

function tableOf(play, handlers) {
  // Return a table with a button for each cell, these buttons, and the elements for the sums of units.
  const [buttons, sums] = [[], []];
  const rows = Array.from({ length: play.rows }, () => Array.from({ length: play.columns }, () => make("td")));
  const lines = edges(play);
  const [height, width] = [play.rows, play.columns].map((n) => n + isRullo(play));
  const style = `--most: ${Math.max(height, width)}; --columns: ${width}`; // a sheet has to fit both, a screen the width
  play.cells.forEach(([r, c], i) => {
    const button = make("button", {
      type: "button",
      onclick: () => handlers.press(i),
      onkeydown: (event) => handlers.key(event, i),
      onfocus: () => handlers.select(i),
    });
    const { thick, dashed } = lines[i];
    const cell = rows[r][c];
    cell.className = ["cell", ...thick.map((side) => `thick-${side}`)].join(" ");
    cell.classList.toggle("shaded", play.shaded.includes(i));
    cell.append(button);
    if (dashed.length) cell.append(make("i", { class: dashed.map((side) => `dashed-${side}`).join(" ") }));
    buttons[i] = button;
  });
  for (const [cells, total] of play.cages) {
    const [r, c] = play.cells[cells[0]];
    const sum = make("b", { class: "sum", "aria-hidden": "true" }, `${total}`);
    rows[r][c].append(sum);
    const unit = play.units.find((unit) => unit.total === total && `${unit.cells}` === `${cells}`);
    sums.push({ unit, element: sum });
  }
  for (const [cell, neighbour, sign] of play.signs || []) {
    const [[r, c], [row]] = [cell, neighbour].map((index) => play.cells[index]);
    rows[r][c].append(make("b", { class: row > r ? "sign below" : "sign beside", "aria-hidden": "true" }, sign));
  }
  if (!isRullo(play)) {
    const clues = new Map(play.clues.map(([r, c, columnUnits, rowUnits]) => [`${r},${c}`, { down: columnUnits, across: rowUnits }]));
    rows.forEach((row, r) =>
      row.forEach((cell, c) => {
        if (cell.className) return;
        cell.className = "black";
        const clue = clues.get(`${r},${c}`);
        if (!clue) return;
        for (const [way, sign, position] of [["down", "↓", [r + 1, c]], ["across", "→", [r, c + 1]]]) {
          if (clue[way] === "") continue;
          const element = make("span", { class: way, "aria-hidden": "true" }, clue[way], make("small", {}, sign));
          const spoken = make("span", { class: "unseen" }, `${clue[way]} ${way}. `);
          cell.append(element, spoken);
          const first = play.cells.findIndex(([row, column]) => row === position[0] && column === position[1]);
          const unit = play.units.find(({ cells, name }) => cells[0] === first && name.includes(`${way} from`));
          sums.push({ unit, element, spoken });
        }
      }),
    );
    const body = make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row)));
    return { table: make("table", { role: "grid", "aria-label": play.title, style }, body), buttons, sums };
  }
  const heading = (unit, scope) => {
    const element = make("th", { scope });
    sums.push({ unit, element });
    return element;
  };
  const [rowUnits, columnUnits] = [play.units.slice(0, play.rows), play.units.slice(play.rows)];
  const table = make(
    "table",
    { role: "grid", "aria-label": play.title, class: "sums", style },
    make("thead", {}, make("tr", {}, make("td"), ...columnUnits.map((unit) => heading(unit, "col")))),
    make("tbody", {}, ...rows.map((row, r) => make("tr", {}, heading(rowUnits[r], "row"), ...row))),
  );
  return { table, buttons, sums };
}

export { edges, tableOf };
