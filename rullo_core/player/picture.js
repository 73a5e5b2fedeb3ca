// The board of an editor as a picture, in SVG, and in PNG drawn from that; black on white, to be printed or sent.

const SIDE = 48; // of a square
const MARGIN = 6;
const SCALE = 2; // pixels of a PNG for each of the SVG

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
// Characters that XML cannot hold, as in escaping.py.
const NO_XML = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const escaped = (text) => `${text}`.replace(NO_XML, "\ufffd").replace(/[&<>"']/g, (sign) => SIGNS[sign]);

function svgOf({ rows, columns, squares, sums }, title) {
  const [width, height] = [columns, rows].map((number) => number * SIDE + 2 * MARGIN);
  const text = (x, y, size, content, attributes = "") => `<text x="${x}" y="${y}" font-size="${size}"${attributes}>${escaped(content)}</text>`;
  const parts = squares.map(({ kind, text: content, sum, down: downSum, across: acrossSum, thick = [], dashed = [], shaded }, i) => {
    if (kind === "blank") return "";
    const [x, y] = [(i % columns) * SIDE + MARGIN, Math.floor(i / columns) * SIDE + MARGIN];
    const fill = kind === "black" ? "#30343b" : shaded ? "#eceef1" : "#ffffff";
    const stroke = kind === "target" ? "none" : "#8a8f98";
    const [x0, x1, y0, y1] = [x, x + SIDE, y, y + SIDE];
    const side = (name, by) => {
      const ends = {
        top: [x0 + by, y0 + by, x1 - by, y0 + by],
        bottom: [x0 + by, y1 - by, x1 - by, y1 - by],
        left: [x0 + by, y0 + by, x0 + by, y1 - by],
        right: [x1 - by, y0 + by, x1 - by, y1 - by],
      }[name];
      return `<line x1="${ends[0]}" y1="${ends[1]}" x2="${ends[2]}" y2="${ends[3]}"`;
    };
    return [
      `<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="${fill}" stroke="${stroke}"/>`,
      ...thick.map((name) => `${side(name, 0)} stroke="#1a1a1a" stroke-width="2.5" stroke-linecap="square"/>`),
      ...dashed.map((name) => `${side(name, 4)} stroke="#5f6670" stroke-dasharray="3 2"/>`),
      content && text(x + SIDE / 2, y + SIDE / 2 + 8, 22, content, ` text-anchor="middle"${kind === "target" ? ' font-weight="700"' : ""}`),
      sum && text(x + 5, y + 14, 11, sum, ' font-weight="600"'),
      downSum && text(x + 4, y + SIDE - 6, 13, `${downSum}↓`, ' fill="#ffffff"'),
      acrossSum && text(x + SIDE - 4, y + 16, 13, `${acrossSum}→`, ' fill="#ffffff" text-anchor="end"'),
    ].filter(Boolean).join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" fill="#1a1a1a">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    "</svg>",
  ].join("\n");
}

async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SCALE * image.width, SCALE * image.height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

export { escaped, pngOf, svgOf };
