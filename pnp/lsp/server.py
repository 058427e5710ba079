"""The language server: what editors send and receive, and the messages and answers to what is none."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcParseError,
    JsonRpcRequestCancelled,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import JsonRPCNotification
from pygls.uris import from_fs_path, to_fs_path

from pnp import __version__
from pnp.diagnostics import Diagnostic, Severity
from pnp.load import UserSettings
from pnp.lsp import limits, navigation
from pnp.lsp.completion import complete
from pnp.lsp.document import EditorChange, EditorText, TextPoint, Units
from pnp.lsp.engine import LspEngine, StaleAnswerError
from pnp.lsp.hover import hover
from pnp.lsp.live_game import LiveGame
from pnp.source import Span, path_of

_FIELD = re.compile(rb"[\w-]+:")
_LENGTH = b"content-length:"
_IGNORED = "$/ignored"
_CHUNK = 65_536


class Protocol(LanguageServerProtocol):
    """Answers requests whose parameters are wrong, and keeps nothing of messages that are dealt with."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message as a value of its type; one without effect in place of a wrong one."""
        try:
            return super().structure_message(data)
        except Exception as fault:
            if "id" in data and "method" in data:
                refusal = JsonRpcInvalidParams(_first_line(fault)).to_response_error()
                self._send_response(data["id"], None, refusal)
            return JsonRPCNotification(_IGNORED, "2.0", None)

    def _execute_handler(self, msg_id: Any, handler: Any, callback: Any, *values: Any, **named: Any) -> None:
        """Run a handler. pygls forgets the futures of requests only: each edit would leave one."""
        super()._execute_handler(msg_id, handler, callback, *values, **named)
        futures = self._request_futures
        future = futures.get(msg_id)

        def forget(done: Any) -> None:
            if futures.get(msg_id) is done:
                futures.pop(msg_id, None)  # a cancel in another thread may have been faster

        if future is not None:
            future.add_done_callback(forget)

    def handle_message(self, message: Any) -> None:
        """Pass a message on to its handler, or answer that it is none."""
        if hasattr(message, "jsonrpc"):
            super().handle_message(message)
        else:
            self.refuse(JsonRpcInvalidRequest("a message is an object with 'jsonrpc'"))

    def refuse(self, fault: JsonRpcInvalidRequest | JsonRpcParseError) -> None:
        """Answer something that is no message, and so has no number (JSON-RPC 2.0, 5)."""
        error = fault.to_response_error()
        answer = {"code": error.code, "message": error.message}
        self._send_data({"jsonrpc": self.VERSION, "id": None, "error": answer})


class Wire:
    """Reads what an editor sends: lines of headers and bodies within limits.

    Args:
        stream: Of bytes.
        refuse: Called with a few words for a line that is no header.
    """

    def __init__(self, stream: BinaryIO, refuse: Callable[[str], None]) -> None:
        self._stream = stream
        self._refuse = refuse

    def readline(self) -> bytes:
        """The next line of a header with a usual end; empty at the end of the stream."""
        while True:
            line = self._stream.readline(limits.HEADER)
            bare = line.strip()
            if not line:
                return line
            if not bare:
                return b"\r\n"
            if _FIELD.match(bare):
                name, _, value = bare.partition(b":")
                if name.lower() + b":" == _LENGTH:
                    return b"Content-Length: " + value.strip() + b"\r\n"
                return bare + b"\r\n"
            self._refuse("a message begins with 'Content-Length: …'")

    def read(self, length: int) -> bytes:
        """The body of a message; in place of one that is too long something that cannot be read."""
        if length <= limits.MESSAGE:
            return self._stream.read(length)
        while length > 0:
            chunk = self._stream.read(min(length, _CHUNK))
            if not chunk:
                return b""
            length -= len(chunk)
        return b"?"


def _first_line(fault: Exception) -> str:
    return (str(fault.__cause__ or fault).splitlines() or [type(fault).__name__])[0]


def units_of(encoding: types.PositionEncodingKind | str | None) -> str:
    """The units of columns, as agreed with the editor; UTF-16 where nothing was agreed."""
    return str(getattr(encoding, "value", encoding) or "utf-16")


_Answer = TypeVar("_Answer")
_Sent = TypeVar("_Sent")

_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_MODIFIED = int(types.LSPErrorCodes.ContentModified.value)


class Server(LanguageServer):
    """Answers one editor.

    Args:
        user: The user's settings for all games.
        failed: Receives the traceback of an exception that is our own fault; the server goes on.
    """

    protocol: Protocol

    def __init__(self, user: UserSettings | None, failed: Callable[[str], None]) -> None:
        super().__init__("pnp", __version__, protocol_cls=Protocol, max_workers=2)
        self.engine = LspEngine(self._publish, failed, user)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._uris: dict[Path, str] = {}
        self._sent: dict[str, tuple[Diagnostic, ...]] = {}
        _register(self)
        _register_questions(self)

    def serve(self, stdin: BinaryIO, stdout: BinaryIO) -> None:
        """Answer until the editor leaves."""
        self.engine.start()
        try:
            self.start_io(cast("BinaryIO", Wire(stdin, self._refuse)), stdout)
        finally:
            self.engine.stop()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Answer what could not be read; requests have their answer already."""
        del source
        if not isinstance(error, JsonRpcException):
            self.protocol.refuse(JsonRpcParseError(f"{type(error).__name__}: {error}"[:200]))

    def begin(self) -> None:
        """The thread that runs this is the one that writes."""
        self._loop = asyncio.get_running_loop()

    def open(self, uri: str, document: EditorText) -> None:
        """A document of the editor has this text."""
        path = path_of_uri(uri)
        if path is not None:
            self._uris[path] = uri
            self.engine.opened(path, document)

    def close(self, uri: str) -> None:
        """A document is no longer open."""
        path = path_of_uri(uri)
        if path is not None:
            self._uris.pop(path, None)
            self.engine.closed(path)

    @property
    def units(self) -> Units:
        """The units of columns, as agreed with the editor."""
        return cast("Units", units_of(self.workspace.position_encoding))

    async def ask(self, uri: str, question: Callable[[LiveGame, str, EditorText], _Answer]) -> _Answer | None:
        """The engine's answer to a question about a document; None for one of no game.

        Raises:
            JsonRpcException: The text has changed meanwhile.
        """
        path = path_of_uri(uri)
        if path is None or self.engine.document(path) is None:
            return None
        try:
            return await asyncio.wrap_future(self.engine.ask(path, question))
        except StaleAnswerError:
            raise JsonRpcException("the text has changed meanwhile", code=_MODIFIED) from None
        except asyncio.CancelledError:
            raise JsonRpcRequestCancelled("cancelled") from None

    def uri(self, path: Path) -> str:
        """The editor's name of a file."""
        return self._uris.get(path) or from_fs_path(str(path)) or path.as_uri()

    def location(self, game: LiveGame, span: Span) -> types.Location:
        """A place in a file of a game."""
        path = game.folder / path_of(span.file)
        return types.Location(self.uri(path), self.range(game, span))

    def range(self, game: LiveGame, span: Span) -> types.Range:
        """The place in its file; the start of one that is no text."""
        return as_range(document_of(self, game, path_of(span.file)), span)

    def _refuse(self, words: str) -> None:
        self._later(self.protocol.refuse, JsonRpcParseError(words))

    def _later(self, send: Callable[[_Sent], None], message: _Sent) -> None:
        """Send something in the thread that writes; nothing once the editor has left."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(send, message)

    def _publish(self, game: LiveGame, found: Sequence[Diagnostic]) -> None:
        """Send the findings of files where they have changed; in the engine's thread."""
        files: dict[str, dict[tuple[str, Span | None, str], Diagnostic]] = {}
        for item in found:
            file = "game.yaml" if item.span is None else path_of(item.span.file)
            files.setdefault(file, {}).setdefault((item.code, item.span, item.message), item)
        base = str(game.folder)
        known = [uri for uri in self._sent if (path := path_of_uri(uri)) and path.is_relative_to(base)]
        uris = {self.uri(game.folder / file): file for file in files}
        for uri in dict.fromkeys((*uris, *known)):
            items = tuple(files.get(uris.get(uri, ""), {}).values())
            path = path_of_uri(uri)
            document = None if path is None else self.engine.document(path)
            if document is not None and path is not None:
                name = path.relative_to(game.folder).as_posix()
                if found and game.unsaved.get(name) is not document.content:
                    continue  # a newer text waits to be read
            if self._sent.get(uri, ()) == items:
                continue
            self._sent[uri] = items
            if not items:
                del self._sent[uri]
            params = types.PublishDiagnosticsParams(
                uri,
                [*(self.diagnostic(game, item) for item in items[: limits.FINDINGS]), *_untold(items)],
                None if document is None else document.version,
            )
            self._later(self.text_document_publish_diagnostics, params)

    def versioned(self, game: LiveGame, file: str) -> types.OptionalVersionedTextDocumentIdentifier:
        """A file for edits, with the version that they are made for."""
        path = game.folder / file
        document = self.engine.document(path)
        return types.OptionalVersionedTextDocumentIdentifier(
            self.uri(path), None if document is None else document.version
        )

    def diagnostic(self, game: LiveGame, item: Diagnostic) -> types.Diagnostic:
        """A finding in the editor's terms."""
        span = item.span or Span("game.yaml")
        related = [
            types.DiagnosticRelatedInformation(self.location(game, place), words)
            for place, words in item.related
        ]
        return types.Diagnostic(
            self.range(game, span),
            "\n".join((item.message, *item.help)),
            _SEVERITY[item.severity],
            item.code,
            source="pnp",
            related_information=related or None,
        )


def _untold(items: Sequence[Diagnostic]) -> Iterator[types.Diagnostic]:
    """A finding that says how many others of its file are not sent; none if all are."""
    more = len(items) - limits.FINDINGS
    if more > 0:
        start = types.Position(0, 0)
        message = f"{more:,} more findings are not shown here: 'pnp check' lists them"
        yield types.Diagnostic(
            types.Range(start, start), message, types.DiagnosticSeverity.Information, source="pnp"
        )


def path_of_uri(uri: str) -> Path | None:
    """The file that a URI names; None for one of no file."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def document_of(server: Server, game: LiveGame, file: str) -> EditorText:
    """A file of a game as the editor has it, or as it was last read."""
    return server.engine.document(game.folder / file) or game.as_read(file, server.units)


def as_range(document: EditorText, span: Span) -> types.Range:
    """The place in the editor's terms."""
    start, stop = document.stretch(span)
    return types.Range(types.Position(*start), types.Position(*stop))


def point(position: types.Position) -> TextPoint:
    """An editor's place."""
    return TextPoint(position.line, position.character)


def _edits(changes: Iterable[Any]) -> list[EditorChange]:
    found = []
    for change in changes:
        place = getattr(change, "range", None)
        if place is None:
            found.append(EditorChange(None, None, change.text))
        else:
            found.append(EditorChange(point(place.start), point(place.end), change.text))
    return found


def _register(server: Server) -> None:
    """Let the server follow the files that the editor opens, changes, saves and closes."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        server.open(item.uri, EditorText(item.uri, item.version, item.text, server.units))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        path = path_of_uri(uri)
        document = None if path is None else server.engine.document(path)
        if document is not None:
            server.open(uri, document.edited(params.text_document.version, _edits(params.content_changes)))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        del params
        server.engine.saved()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        del params
        server.engine.saved()

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        del params
        server.begin()

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        del params
        files = server.client_capabilities.workspace and (
            server.client_capabilities.workspace.did_change_watched_files
        )
        if files and files.dynamic_registration:
            watcher = types.FileSystemWatcher(glob_pattern="**/*")
            options = types.DidChangeWatchedFilesRegistrationOptions([watcher])
            registration = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            server.client_register_capability(types.RegistrationParams([registration]))


def _register_questions(server: Server) -> None:
    """Let the server answer questions about a place or a file."""

    def answers(
        method: str, answer: Callable[[LiveGame, str, EditorText, Any], Any], options: object = None
    ) -> None:
        @server.feature(method, options)
        async def asked(params: Any) -> Any:
            uri = params.text_document.uri
            return await server.ask(uri, lambda game, file, text: answer(game, file, text, params))

    def answers_at(
        method: str, answer: Callable[[LiveGame, str, EditorText, Any, Any], Any], options: object = None
    ) -> None:
        def at(game: LiveGame, file: str, text: EditorText, params: Any) -> Any:
            return answer(game, file, text, text.place(point(params.position)), params)

        answers(method, at, options)

    answers_at(
        types.TEXT_DOCUMENT_DEFINITION,
        lambda game, file, _, place, __: navigation.definition(server, game, file, place),
    )
    answers_at(
        types.TEXT_DOCUMENT_REFERENCES,
        lambda game, file, _, place, params: navigation.references(
            server, game, file, place, declared=params.context.include_declaration
        ),
    )
    answers_at(
        types.TEXT_DOCUMENT_PREPARE_RENAME,
        lambda game, file, _, place, __: navigation.rename_range(server, game, file, place),
    )
    answers_at(
        types.TEXT_DOCUMENT_RENAME,
        lambda game, file, _, place, params: navigation.renamed(server, game, file, place, params.new_name),
        types.RenameOptions(prepare_provider=True),
    )
    answers_at(types.TEXT_DOCUMENT_HOVER, lambda game, file, text, place, _: hover(game, file, text, place))
    answers_at(
        types.TEXT_DOCUMENT_COMPLETION,
        lambda game, file, text, place, _: complete(game, file, text, place),
        types.CompletionOptions(trigger_characters=[".", "(", ":", "<", '"', "'", " ", "|", "{"]),
    )
    answers(
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
        lambda game, file, text, _: navigation.outline(server, game, file, text),
    )
    answers(
        types.TEXT_DOCUMENT_CODE_ACTION,
        lambda game, file, _, params: navigation.quick_fixes(server, game, file, params.range),
        types.CodeActionOptions([types.CodeActionKind.QuickFix]),
    )


def serve(user: UserSettings | None, failed: Callable[[str], None]) -> None:
    """Speak to the editor on standard input and output until it leaves."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but messages may get in between
    Server(user, failed).serve(stdin, stdout)
