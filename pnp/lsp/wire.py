"""Messages of the language server protocol, and answers to what is none."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams, JsonRpcInvalidRequest, JsonRpcParseError
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import JsonRPCNotification

from pnp.lsp import limits

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
    """What columns count, as agreed with the editor; UTF-16 where nothing was agreed."""
    return str(getattr(encoding, "value", encoding) or "utf-16")
