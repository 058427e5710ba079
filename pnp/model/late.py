"""What a piece holds where earlier runs have read its file: read again when somebody asks for it, and most is not asked for."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any, TypeVar

V = TypeVar("V")


class LateMapping(Mapping[str, V]):
    """A mapping that is fetched when somebody looks into it.

    Args:
        fetch: Gives it; always the same.
    """

    __slots__ = ("_fetch", "_held")

    def __init__(self, fetch: Callable[[], Mapping[str, V]]) -> None:
        self._fetch = fetch
        self._held: Mapping[str, V] | None = None

    def _all(self) -> Mapping[str, V]:
        if self._held is None:
            self._held = self._fetch()
        return self._held

    def __getitem__(self, name: str) -> V:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, name: object) -> bool:
        return name in self._all()

    def get(self, name: str, default: Any = None) -> Any:
        """The value of that name, or the default."""
        return self._all().get(name, default)

    def keys(self) -> KeysView[str]:
        """All names."""
        return self._all().keys()

    def values(self) -> ValuesView[V]:
        """All values."""
        return self._all().values()

    def items(self) -> ItemsView[str, V]:
        """All names with their values."""
        return self._all().items()

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, LateMapping) else other)

    __hash__ = None  # type: ignore[assignment] # as that of a dict

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[type[dict[str, V]], tuple[dict[str, V]]]:
        """Where it cannot be fetched it is a mapping like any other."""
        return dict, (dict(self._all()),)


class LateFields(LateMapping[Any]):
    """The fields of a piece.

    Args:
        fetch: As of any that is late.
        ready: Numbers, flags and names of icons and pictures, which are there already.
        digest: What they say (``fields_digest``).
        texts: What each text of them says (``text_digest``).

    Attributes:
        digest: As given.
        texts: As given; None where one has an expression, so that it has to be looked at.
    """

    __slots__ = ("_ready", "digest", "texts")

    def __init__(
        self,
        fetch: Callable[[], Mapping[str, Any]],
        ready: Mapping[str, Any],
        digest: bytes,
        texts: tuple[bytes, ...] | None,
    ) -> None:
        super().__init__(fetch)
        self._ready = ready
        self.digest = digest
        self.texts = texts

    def __getitem__(self, name: str) -> Any:
        return self._ready[name] if name in self._ready else self._all()[name]

    def get(self, name: str, default: Any = None) -> Any:
        """The value of that name, or the default."""
        return self._ready[name] if name in self._ready else self._all().get(name, default)
