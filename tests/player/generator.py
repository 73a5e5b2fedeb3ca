"""How long the scripts take to generate a puzzle for each choice that a page offers, without what is in stock.

`python -m tests.player.generator kakuro 9x9` prints, for each choice of a kind or of one size of it, for how many of 20
seeds a puzzle is found, the median and the longest time of these in seconds, and the characters of a puzzle. Seconds
are of processor time, so that it does not matter what else the machine does; of those a search is given up after 15.
"""

import itertools
import sys

from rullo_core.player.kinds import kinds
from tests.player import scripts

SEEDS = 20
MOST_FAILURES = 3
"""With so many, and no more puzzles than that, a choice is given up."""

TIMES = """
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
Date.now = cpu;
(async () => {
  const [kind, choices, seeds, limit] = given;
  const [times, sizes] = [[], []];
  kinds_js.kinds[kind].stock = {};
  for (let seed = 0; seed < seeds && (seed - times.length < limit || times.length > limit); seed++) {
    const start = cpu();
    try {
      const { text } = await make_js.make(kind, choices, () => {}, make_js.seeded(`${kind} ${seed}`));
      times.push((cpu() - start) / 1000);
      sizes.push(text.length);
    } catch {
      // None was found in time.
    }
  }
  times.sort((first, second) => first - second);
  console.log(JSON.stringify([times, sizes]));
})();
"""


def main(name, sizes):
    """Print a line for each choice."""
    options = kinds()[name].options_for_scripts(with_python=False)
    for choices in itertools.product(*(option["choices"] for option in options)):
        request = dict(zip((option["name"] for option in options), choices, strict=True))
        if sizes and request["size"] not in sizes:
            continue
        times, texts = scripts.run(TIMES, name, request, SEEDS, MOST_FAILURES)
        timing = f"{times[len(times) // 2]:.2f} {times[-1]:.2f} {sum(texts) // len(texts)}" if times else "none"
        print(f"{', '.join(choices)}: {len(times)} puzzles; {timing}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
