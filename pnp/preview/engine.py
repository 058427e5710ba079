"""The one thread that reads, composes and draws. Everything else asks it, so only its queue needs a lock."""

from __future__ import annotations

import itertools
import json
import queue
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import TypeVar

from pnp.build import chosen_by
from pnp.diagnostics import Diagnostic
from pnp.edit.cure import Cure
from pnp.edit.editor import Editor
from pnp.edit.step import WrongRequestError
from pnp.fonts import FontFault
from pnp.model import FileFault
from pnp.preview import limits
from pnp.preview.form import SideBoxes, drawn_boxes, files_of
from pnp.preview.hub import Connection, Hub
from pnp.preview.pictures import Pictures
from pnp.preview.reading import Reading, tidy
from pnp.preview.record import JsonRecord
from pnp.preview.session import Session
from pnp.preview.view import View

_Answer = TypeVar("_Answer")

_CHANGE, _ASKED, _STOP = 0, 1, 2
"""Urgency of jobs in the queue, the most urgent first: a change on disk, a question, the end."""
_PAUSE = 0.08
"""Seconds for the page to fetch what has just changed, before work begins that nobody waits for."""
_IDLE = 1.0
"""Seconds without work before the garbage is collected, which takes 0.2 s for 5,000 pieces."""
_ANSWER_SECONDS = 30.0
_SHARE = 4
"""How many times as long pages wait for news of pieces as it takes to find out what is new."""
_FIRST = 24
"""Pieces that are composed before a page asks for them: those of its first window."""
_DRAWN_AHEAD = 8
"""Changed sides that are drawn before the page learns of them, so that it finds them ready."""


class Engine:
    """Keeps the views of a session up to date and answers the server.

    Args:
        session: Belongs to the engine from now on.
        failed: Receives the traceback of an exception that is our own fault; the engine goes on with the next
            change.
        language: BCP 47 tag of what a page shows that asks for no language; empty for the game's own.
        editor: Edits the game; None lets nobody edit.
    """

    def __init__(
        self,
        session: Session,
        failed: Callable[[str], None],
        language: str = "",
        editor: Editor | None = None,
    ) -> None:
        self.editor = editor
        self.hub = Hub()
        self.pictures = Pictures()
        self._session = session
        self._failed = failed
        self._language = language
        self._views: dict[str, View] = {}
        self._queue: queue.PriorityQueue[tuple[int, int, Callable[[], None]]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._running = True
        self._settled = True
        self._littered = False
        self._parts: Iterator[None] | None = None
        self._published = 0.0
        self._next_news = 0.0

    def start(self) -> None:
        """Begin to work: with the pieces that a page will show first, before anybody asks."""
        self._put(_ASKED, self._begin)
        self._thread.start()

    def stop(self) -> None:
        """End all lines and the thread."""
        self._put(_STOP, self._end)
        self._thread.join()
        self.hub.close()

    def changed(self) -> None:
        """Something in the game's folder may have changed."""
        self._put(_CHANGE, self._refresh)

    def open(self, language: str) -> Connection:
        """A line that begins with everything and goes on with changes.

        Args:
            language: BCP 47 tag; when the game does not have it, its own language is shown.
        """
        line = Connection(language or self._language)
        self._put(_ASKED, lambda: self._open(line))
        return line

    def close(self, line: Connection) -> None:
        """The page at the end of the line was closed."""
        line.cut()
        self.hub.remove(line)

    def picture(self, name: str, dpi: int) -> bytes | None:
        """A picture as PNG; None for an unknown name."""
        return self.pictures.ready(name, dpi) or self._ask(lambda: self._drawn(name, dpi))

    def _drawn(self, name: str, dpi: int) -> bytes | None:
        """A picture, drawn now; None where a font is broken, which all pages then show."""
        try:
            return self.pictures.draw(name, dpi)
        except FontFault as fault:
            if self._session.broken_font(fault):
                self._put(_CHANGE, self._publish)
            return None

    def part(self, language: str, name: str) -> bytes | None:
        """The JSON text of a part of a view; None if it is missing."""
        view = self._views.get(language)
        return view.part(name) if view is not None else None

    def boxes(self, language: str, key: str, side: str) -> SideBoxes | None:
        """A side of a piece with its boxes; None without it."""

        def found() -> SideBoxes | None:
            known = language in self._session.languages
            return drawn_boxes(self._session.live(language), key, side) if known else None

        return self._ask(found)

    def run(self, command: str) -> Mapping[str, bytes] | FileFault:
        """The files that a command writes, or why it writes none; see ``files_of``.

        Raises:
            WrongRequestError: It is no command for pages.
        """

        def made() -> Mapping[str, bytes] | FileFault | WrongRequestError:
            try:
                return files_of(self._session.reading, command)
            except (FileFault, WrongRequestError) as fault:
                return fault

        answer = self._ask(made)
        if isinstance(answer, WrongRequestError):
            raise answer
        return answer if answer is not None else FileFault("it takes too long", "run it in a terminal")

    def look(self, language: str, key: str) -> None:
        """Someone looks at this piece: compose it and what follows it first."""
        self._put(_ASKED, lambda: self._look(language, key))

    def choose(self, expression: str) -> set[str] | Diagnostic | None:
        """Keys of the pieces that an expression chooses, or what is wrong with it; None without a game."""
        reading = self._session.readable
        if reading is None or reading.workshop.game is None:
            return None
        return chosen_by(reading.workshop.game, expression, limits.EXPRESSION_STEPS)

    @property
    def reading(self) -> Reading | None:
        """The latest reading in which the game could be read; any thread may ask."""
        return self._session.readable

    @property
    def cures(self) -> Mapping[str, Cure]:
        """The cures that pages may ask for, by their names; any thread may ask."""
        return {name: cure for view in tuple(self._views.values()) for name, cure in view.cures.items()}

    def _put(self, urgency: int, job: Callable[[], None]) -> None:
        self._queue.put((urgency, next(self._numbers), job))

    def _ask(self, question: Callable[[], _Answer]) -> _Answer | None:
        """The answer of the engine's thread; None when it comes too late, or the engine failed."""
        answer: Future[_Answer] = Future()

        def job() -> None:
            try:
                answer.set_result(question())
            except BaseException as fault:
                answer.set_exception(fault)
                raise

        self._put(_ASKED, job)
        try:
            return answer.result(_ANSWER_SECONDS)
        except (FutureTimeoutError, Exception):
            return None

    def _run(self) -> None:
        while self._running:
            try:
                self._turn()
            except Exception as fault:
                self._settled = True  # whatever it was, it would fail again: wait for the next change
                self._failed(traceback.format_exc())
                told = {"words": f"{type(fault).__name__}: {fault}"}
                for language in self.hub.languages():
                    self.hub.send(language, _message("failed", told))

    def _turn(self) -> None:
        """Do what waits in the queue, or else a unit of work."""
        try:
            _, _, job = self._queue.get(timeout=self._patience())
        except queue.Empty:
            if self._settled:
                tidy()  # now, so that it need not be while somebody waits
                self._littered = False
            else:
                self._work()
            return
        job()

    def _patience(self) -> float | None:
        """How long to wait for something in the queue before working on; None for ever."""
        if self._settled:
            return _IDLE if self._littered else None
        if self._session.urgent:
            return 0.0
        return max(0.0, self._published + _PAUSE - time.monotonic())

    def _work(self) -> None:
        done = self._session.work()
        if done is None and not self._incomplete() and self._renew_part():
            return
        if not (self._session.urgent and time.monotonic() < self._next_news):
            self._publish()
        if done is not None and done.looks:
            self._published = time.monotonic()

    def _incomplete(self) -> bool:
        """Whether a page waits for more pieces."""
        return any(line.sent.incomplete for each in self.hub.languages() for line in self.hub.lines(each))

    def _renew_part(self) -> bool:
        """Update a part of a view; False if all are up to date, and everything is done."""
        if self._parts is None:
            views = [self._views[language] for language in self.hub.languages()]
            self._parts = itertools.chain.from_iterable(view.settle() for view in views)
        for _ in self._parts:
            return True
        self._parts, self._settled, self._littered = None, True, True
        return False

    def _begin(self) -> None:
        known = self._session.known_languages
        self._session.watch([self._language if self._language in known else known[0]] if known else [])
        composed = 0
        while self._session.urgent and composed < _FIRST:
            done = self._session.work()
            composed += len(done.pieces) if done is not None else 0

    def _refresh(self) -> None:
        if self._session.refresh():
            self._settled, self._parts = False, None
            self._arrange()
            if not self._session.urgent:
                self._publish()

    def _open(self, line: Connection) -> None:
        known = self._session.known_languages
        if line.language not in known:
            line.language = known[0] if known else ""
        self.hub.add(line)
        self._arrange()
        self._publish()
        self._settled, self._parts = False, None

    def _look(self, language: str, key: str) -> None:
        if language in self._session.languages:
            self._session.live(language).near = key

    def _arrange(self) -> None:
        """Have a view of each shown language; pages in a removed language start over in another one."""
        known = self._session.known_languages or ("",)
        for language in self.hub.languages():
            if language not in known:
                self.hub.hang_up(language)
        languages = self.hub.languages()
        self._session.watch(languages)
        self._views = {
            language: self._views.get(language) or View(self._session, language, self.pictures)
            for language in dict.fromkeys((*languages, *self._session.languages))
        }

    def _publish(self) -> None:
        """Send each page what is new to it, after drawing a few pictures that changed.

        Finding out what is new takes as long as the game is large, so while pieces are composed it gets a
        fifth of the time.
        """
        begun = time.monotonic()
        for language in self.hub.languages():
            view = self._views[language]
            faces = view.renew()
            for old, new in faces if len(faces) <= _DRAWN_AHEAD else ():
                for dpi in sorted(self.pictures.resolutions([old])):
                    self._drawn(new, dpi)
            for line in self.hub.lines(language):
                event = "change" if line.sent.version else "whole"
                change = view.change(line.sent)
                if change is not None:
                    line.send(_message(event, change))
        now = time.monotonic()
        self._next_news = now + _SHARE * (now - begun)

    def _end(self) -> None:
        self._running = False


def _message(event: str, record: JsonRecord) -> bytes:
    """A message of a stream of events (HTML §9.2.5); JSON text has no line breaks."""
    body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return f"event: {event}\ndata: {body}\n\n".encode()
