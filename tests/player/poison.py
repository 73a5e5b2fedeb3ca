"""What a browser may have kept that no page of ours has written, for each name under which pages keep something."""

import json

from rullo_core.player.kinds import kinds

DEEP = "[" * 50_000 + "]" * 50_000

POISON = {
    "five": "5",
    "empty": "{}",
    "backwards": '{"at":-1,"moves":null}',
    "a board": '{"board":[1,2,3]}',
    "at": '{"at":99,"moves":[]}',
    "moves": '{"at":1,"moves":[[[9999,1,0]]]}',
    "two values": '{"at":1,"moves":[[[0,3,0]]]}',
    "marks": '{"at":1,"moves":[[[0,0,4096]]]}',
    "no list": '{"at":1,"moves":[[7]]}',
    "time": '{"at":0,"moves":[],"when":1e300,"seconds":-1}',
    "null": "[null]",
    "names": '{"a":1}',
    "mixed": "[1,null]",
    "solved": '[{"kind":"rullo","difficulty":"easy","seconds":"x","hints":0}]',
    "text": '"no puzzle"',
    "settings": '{"clock":"yes","colours":"url(x)","__proto__":{"peers":5}}',
    "boards": '{"boards":[{}],"at":0}',
    "boards at": '{"boards":[{"rows":2}],"at":5}',
    "prototype": '{"boards":[{"box":[3,3],"digits":null,"rows":1e9,"columns":1e9}],"at":0}',
    "deep": DEEP,
    "deep in it": '{"at":0,"moves":[],"more":' + DEEP + "}",
    "huge": json.dumps("x" * 200_000),
    "many": json.dumps([[[0, 1, 0]]] * 50_000),
    "no JSON": "<script>alert(1)</script>",
    "no JSON, either": "undefined",
    "nothing": "",
}


def names(kind):
    """Every name under which a page of a kind keeps something, but for the part that all names begin with."""
    text = kinds()[kind].read_play(kinds()[kind].shelf[0], "").text
    return [f"game {kind} {text}", f"last {kind}", f"daily {kind} 2026-03-01", f"drafts {kind}", "solved", "settings"]
