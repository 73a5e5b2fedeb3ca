"""Firefox, driven by WebDriver BiDi, which it speaks itself: no driver is needed beside the browser."""

import json
import re
import subprocess
import tempfile
from contextlib import closing, contextmanager
from itertools import count

import pytest

from tests.browsing import installed

FIREFOX = installed("firefox")
KEYS = {"Enter": "\ue007", "Control": "\ue009", "Tab": "\ue004", "ArrowRight": "\ue014"}
"""Keys that have no letter, by their code points in WebDriver."""
SECONDS = 60
"""For which an answer is waited for."""


class Page:
    """The one page of a Firefox."""

    def __init__(self, socket):
        self.socket, self.numbers, self.script_errors = socket, count(1), []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        (tree,) = self.send("browsingContext.getTree")["contexts"]
        self.context = tree["context"]

    def send(self, method, **params):
        """What a command returns; errors of scripts that are logged on the way go to `script_errors`."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.script_errors.append(answer["params"]["text"])
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def resize(self, width, height):
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def goto(self, address):
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self):
        self.send("browsingContext.reload", context=self.context, wait="complete")

    def evaluate(self, script):
        """What a script comes to, which has to be something that JSON can say."""
        result = self.send(
            "script.evaluate",
            expression=f"Promise.resolve({script}).then((found) => JSON.stringify(found ?? null))",
            target={"context": self.context},
            awaitPromise=True,
            userActivation=True,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def click(self, selector, number=0):
        """With the mouse, in the middle of an element."""
        place = f"document.querySelectorAll({json.dumps(selector)})[{number}]"
        x, y = self.evaluate(f"""(() => {{
          {place}.scrollIntoView({{ block: "center" }});
          const {{ left, top, width, height }} = {place}.getBoundingClientRect();
          return [Math.round(left + width / 2), Math.round(top + height / 2)];
        }})()""")
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        self.act({"type": "pointer", "id": "mouse", "actions": [*steps, {"type": "pointerUp", "button": 0}]})

    def press(self, *keys):
        """Keys, held together."""
        values = [KEYS.get(key, key) for key in keys]
        presses = [{"type": "keyDown", "value": value} for value in values]
        releases = [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.act({"type": "key", "id": "keyboard", "actions": [*presses, *releases]})

    def act(self, source):
        self.send("input.performActions", context=self.context, actions=[source])


@contextmanager
def opened():
    """A page of a headless Firefox that has kept nothing yet; skipped where there is none."""
    if FIREFOX is None:
        pytest.skip("no Firefox here: install it (Debian's package is called firefox-esr) to play in it")
    websocket = pytest.importorskip("websocket", reason="websocket-client is not installed, by which Firefox is driven")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            lines = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
            address = next(filter(None, lines), None)
            assert address, f"{FIREFOX} ended before it could be driven"
            # It refuses whoever says to come from a page.
            to = f"{address[1]}/session"
            with closing(websocket.create_connection(to, timeout=SECONDS, suppress_origin=True)) as socket:
                page = Page(socket)
                yield page
                page.send("browser.close")
            process.wait(timeout=SECONDS)
        finally:
            process.kill()
            process.wait()
            process.stderr.close()
