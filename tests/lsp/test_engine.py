"""The thread of the language server, with questions and cancels at awkward moments."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from pnp.lsp import engine as engine_module
from pnp.lsp.document import EditorText
from pnp.lsp.engine import LspEngine
from pnp.lsp.server import Protocol
from tests.lsp.client import PATIENCE
from tests.preview.game import write_game


def test_memory_is_put_in_order_after_a_question_that_came_as_the_work_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tidied = threading.Event()
    monkeypatch.setattr(engine_module, "tidy", tidied.set)
    path = write_game(tmp_path) / "cards/ants.yaml"
    faults: list[str] = []

    def ask(*_: object) -> None:
        engine.ask(path, lambda *_: None)

    engine = LspEngine(ask, faults.append)
    engine.start()
    try:
        engine.opened(path, EditorText(path.as_uri(), 1, path.read_text("utf-8")))
        assert tidied.wait(PATIENCE)
    finally:
        engine.stop()
    assert faults == []


def test_a_cancel_may_come_as_the_answer_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cancelled(dict[Any, Any]):
        """Requests of which one is cancelled right after it was looked up the second time."""

        looked_up = 0

        def get(self, key: Any, default: Any = None) -> Any:
            self.looked_up += 1
            return super().get(key, default) if self.looked_up == 1 else self.pop(key, default)

    faults: list[str] = []
    monkeypatch.setattr(logging.getLogger("concurrent.futures"), "exception", faults.append)
    future: Future[None] = Future()
    protocol = Protocol.__new__(Protocol)
    protocol._request_futures = Cancelled({1: future})
    protocol._execute_handler(1, lambda: None, lambda _: None)
    future.set_result(None)
    assert protocol._request_futures == {}
    assert faults == []
