"""The thread that reads and checks games for editors. Edits go before questions, questions before checks."""

from __future__ import annotations

import itertools
import queue
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

from pnp.diagnostics import Diagnostic
from pnp.load import UserSettings
from pnp.load.locate import is_game
from pnp.lsp.document import EditorText
from pnp.lsp.live_game import LiveGame
from pnp.preview.reading import tidy

_Answer = TypeVar("_Answer")
_CHANGE, _QUESTION, _STOP = 0, 1, 2
"""Urgency of jobs, the most urgent first."""
_REST = 0.5
"""Seconds without an edit or a question before work that cannot be cut: the next letter would wait for it."""
_LITTER = 20
"""Edits after which garbage is collected while there is more to do: who types on never lets the work end."""

Publish = Callable[[LiveGame, tuple[Diagnostic, ...]], None]
"""Receives the findings of a game after each unit of work; none once no file of it is open."""


class StaleAnswerError(Exception):
    """The text has changed since the question was asked, so that the answer would be about another one."""


class LspEngine:
    """Keeps the games of open files up to date.

    Args:
        publish: Called in the engine's thread.
        failed: Receives the traceback of an exception that is our own fault; the engine goes on.
        user: The user's settings for all games.
    """

    def __init__(
        self, publish: Publish, failed: Callable[[str], None], user: UserSettings | None = None
    ) -> None:
        self._publish = publish
        self._failed = failed
        self._user = user
        self._games: dict[Path, LiveGame] = {}
        self._documents: dict[Path, EditorText] = {}
        self._lock = threading.Lock()
        self._queue: queue.PriorityQueue[tuple[int, int, Callable[[], None]]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._busy: list[LiveGame] = []
        self._edits = 0
        self._littered = False
        self._running = True
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread after the unit of work that it is at."""
        self._put(_STOP, self._end)
        self._thread.join()

    def document(self, path: Path) -> EditorText | None:
        """The open document of a file; None if it is not open."""
        with self._lock:
            return self._documents.get(path)

    def opened(self, path: Path, document: EditorText) -> None:
        """A file is open in the editor, or has another text there."""
        with self._lock:
            self._documents[path] = document
        self._put(_CHANGE, lambda: self._change(path))

    def closed(self, path: Path) -> None:
        """The file is no longer open: what is on disk counts."""
        with self._lock:
            self._documents.pop(path, None)
        self._put(_CHANGE, lambda: self._change(path))

    def saved(self) -> None:
        """Files may have changed on disk."""
        self._put(_CHANGE, self._refresh_all)

    def ask(
        self, path: Path, question: Callable[[LiveGame, str, EditorText], _Answer]
    ) -> Future[_Answer | None]:
        """The answer to a question about an open file; None for a file of no game.

        Args:
            path: Of the file.
            question: Gets the game, the path of the file in it, and its text.

        Raises:
            StaleAnswerError: From the future: the text has changed meanwhile.
        """
        answer: Future[_Answer | None] = Future()
        asked = self.document(path)

        def job() -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                if self.document(path) is not asked:
                    raise StaleAnswerError
                game = self._game(path)
                found = None
                if game is not None and asked is not None:
                    found = question(game, path.relative_to(game.folder).as_posix(), asked)
                if self.document(path) is not asked:
                    raise StaleAnswerError
                answer.set_result(found)
            except Exception as fault:
                answer.set_exception(fault)

        self._put(_QUESTION, job)
        return answer

    def _put(self, urgency: int, job: Callable[[], None]) -> None:
        self._queue.put((urgency, next(self._numbers), job))

    def _run(self) -> None:
        while self._running:
            try:
                _, _, job = self._queue.get(timeout=self._patience())
            except queue.Empty:
                job = self._tidy if self._littered and (self._crowded or not self._busy) else self._unit
            try:
                job()
            except Exception:
                self._busy.clear()  # whatever it was, it would fail again: wait for the next change
                self._failed(traceback.format_exc())

    @property
    def _crowded(self) -> bool:
        """Whether garbage cannot wait until the work is done."""
        return self._edits >= _LITTER

    def _patience(self) -> float | None:
        """Seconds to wait for something in the queue before working on; None for ever."""
        if self._littered and (self._crowded or not self._busy):
            return 0.0 if self._crowded else _REST
        if self._busy:
            return _REST if self._busy[-1].lengthy else 0.0
        return None

    def _unit(self) -> None:
        """Do a unit of work for the game that changed last."""
        game = self._busy[-1]
        done = not game.work()
        if done:
            self._busy.remove(game)
        self._publish(game, game.findings)
        self._littered = self._littered or done or self._crowded

    def _tidy(self) -> None:
        """Collect garbage now, so that it need not be while somebody waits."""
        self._littered, self._edits = False, 0
        tidy()

    def _change(self, path: Path) -> None:
        game = self._game(path)
        if game is None:
            return
        name = path.relative_to(game.folder).as_posix()
        document = self.document(path)
        if document is None:
            game.unsaved.pop(name, None)
        else:
            game.unsaved[name] = document.content
        self._refresh(game, name)
        if not game.unsaved:
            self._forget(game)

    def _refresh_all(self) -> None:
        for game in list(self._games.values()):
            self._refresh(game, "")

    def _refresh(self, game: LiveGame, name: str) -> None:
        if game.refresh(name):
            self._edits += 1
            if game in self._busy:
                self._busy.remove(game)
            self._busy.append(game)
            self._publish(game, game.findings)

    def _forget(self, game: LiveGame) -> None:
        """No file of the game is open any more."""
        if game in self._busy:
            self._busy.remove(game)
        del self._games[game.folder]
        self._littered = True
        self._publish(game, ())

    def _game(self, path: Path) -> LiveGame | None:
        """The game of a file: the nearest folder around it that holds one."""
        try:
            folder = next((each for each in path.parents if is_game(each)), None)
        except OSError:  # no file can have this name
            return None
        if folder is None:
            return None
        if folder not in self._games:
            self._games[folder] = LiveGame(folder, self._user)
        return self._games[folder]

    def _end(self) -> None:
        self._running = False
