"""A real browser without a window, driven by WebDriver (W3C Recommendation) over the standard library."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.processes import PATIENCE

DRIVERS = ("chromedriver", "/usr/lib/chromium/chromedriver")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # WebDriver §12.1
KEYS = {
    "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Space": " ", "Home": "\ue011", "End": "\ue010",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}  # fmt: skip


class Browser:
    """One window of a browser with a fresh profile; a context manager. ``traces`` are categories to trace."""

    def __init__(
        self,
        width: int = 1400,
        height: int = 900,
        *,
        dark: bool = False,
        scale: float = 1,
        traces: str = "",
    ) -> None:
        driver = next(found for name in DRIVERS if (found := shutil.which(name)))
        browser = next(found for name in BROWSERS if (found := shutil.which(name)))
        self._profile = tempfile.mkdtemp(prefix="pnp-browser-")
        self._process = subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._base = f"http://127.0.0.1:{self._port()}"
        options: dict[str, Any] = {
            "binary": browser,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
                f"--user-data-dir={self._profile}", f"--window-size={width},{height}",
                f"--force-device-scale-factor={scale}", *(["--blink-settings=preferredColorScheme=0"] if dark else []),
            ],
        }  # fmt: skip
        logs = {"browser": "ALL"}
        if traces:
            logs["performance"] = "ALL"
            options["perfLoggingPrefs"] = {
                "enableNetwork": False, "enablePage": False, "traceCategories": traces
            }  # fmt: skip
        capabilities = {"goog:chromeOptions": options, "goog:loggingPrefs": logs}
        made = self._send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self._session = f"/session/{made['sessionId']}"

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._send("DELETE", self._session)
        finally:
            self._process.terminate()
            self._process.wait(10)
            shutil.rmtree(self._profile, ignore_errors=True)

    def open(self, address: str) -> None:
        """Go to an address."""
        self._command("POST", "/url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script in the page returns."""
        return self._command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def later(self, script: str, *arguments: Any) -> Any:
        """What a script gives to its last argument, a function, when it is done."""
        return self._command("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def text(self, selector: str) -> str:
        """The text of the first element that fits; empty without one."""
        return str(self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector))

    def count(self, selector: str) -> int:
        """How many elements fit."""
        return int(self.run("return document.querySelectorAll(arguments[0]).length", selector))

    def click(self, selector: str) -> None:
        """Click the first element that fits, as a mouse would."""
        found = self._command("POST", "/element", {"using": "css selector", "value": selector})
        self._command("POST", f"/element/{found[_ELEMENT]}/click", {})

    def press(self, *keys: str) -> None:
        """Press keys one after the other; longer names are those of KEYS."""
        actions = [
            {"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")
        ]
        self._command("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def wait(self, script: str, *arguments: Any, seconds: float = 20) -> Any:
        """Wait until a script returns something true; that.

        Raises:
            AssertionError: It does not in time.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script, *arguments)
            if value:
                return value
            time.sleep(0.03)
        raise AssertionError(f"not in {seconds} s: {script} {arguments}")

    def errors(self) -> list[str]:
        """What the page has complained about on the console since the last time."""
        return [entry["message"] for entry in self._command("POST", "/se/log", {"type": "browser"})]

    def trace(self) -> list[dict[str, Any]]:
        """Events of the browser's own trace since the last time (Trace Event Format)."""
        entries = self._command("POST", "/se/log", {"type": "performance"})
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [each["params"] for each in messages if each["method"] == "Tracing.dataCollected"]

    def picture(self, path: Path) -> None:
        """Write a picture of the window."""
        path.write_bytes(base64.b64decode(self._command("GET", "/screenshot")))

    def resize(self, width: int, height: int) -> None:
        """Make the window this large."""
        self._command("POST", "/window/rect", {"width": width, "height": height})

    def devtools(self, command: str, **parameters: Any) -> Any:
        """A command of the browser's own protocol."""
        return self._command("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def _port(self) -> int:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            found = re.search(rb"successfully on port (\d+)", line)
            if found:
                return int(found[1])
        raise AssertionError("the driver did not start")

    def _command(self, method: str, path: str, body: object = None) -> Any:
        return self._send(method, self._session + path, body)

    def _send(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._base + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            raise AssertionError(json.load(fault)["value"]["message"]) from None


def until(holds: Callable[[], Any], seconds: float = 20) -> Any:
    """Wait until a function gives something true; that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = holds()
        if value:
            return value
        time.sleep(0.03)
    raise AssertionError(f"not in {seconds} s")
