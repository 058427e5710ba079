"""Pages of sheets that earlier runs have written, in the user's cache folder: a page whose key is known is not drawn again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping

from pnp.build.face_code import (
    BROKEN,
    decoded,
    encoded,
    needs_from,
    needs_head,
    needs_pictures,
    records_coded,
    records_decoded,
)
from pnp.draw import Needs, Plate
from pnp.store import Store

_FORM = "pages 1"


class KeptPages:
    """The pages of one game in one language on one kind of paper, all in one entry of a store.

    Kept are the compressed operators and what they refer to; those of pages with pictures are not. Beside them are the lengths
    of footers, so that those of kept pages need not be set.

    Args:
        store: Where the entry is.
        name: Of the entry; stands for the program, the fonts and the language.
        still: Whether all that pages are made from is as it was when the run began; None when it is.
        whole: Whether a run makes all sheets of the game; another one reads the entry and leaves it as it is.

    Attributes:
        lengths: Of footers, in millimetres, by what they say; grows.
    """

    def __init__(self, store: Store, name: str, still: Callable[[], bool] | None, *, whole: bool) -> None:
        self._store = store
        self._name = f"{_FORM} {name}"
        self._still = still
        self._whole = whole
        self._before: dict[str, bytes] = {}
        self._used: dict[str, bytes] = {}
        self.lengths = _Lengths()
        self._read(store.get(self._name))

    def has(self, key: str) -> bool:
        """Whether anything was kept under the key."""
        return key in self._before

    def find(self, key: str, plates: Mapping[str, Plate]) -> tuple[Needs, bytes] | None:
        """What was kept under the key; None where nothing was, or where it refers to a plate that is not among these."""
        record = self._before.get(key)
        if record is None:
            return None
        try:
            head, stream = decoded(record)
            needs = needs_from(head, plates)
        except BROKEN:
            return None
        self._used[key] = record
        return needs, stream

    def keep(self, key: str, needs: Needs, stream: bytes) -> None:
        """Keep a page for later runs."""
        if self._whole and key not in self._used and not needs_pictures(needs):
            self._used[key] = encoded(needs_head(needs), stream)

    def save(self) -> None:
        """Put the pages of this run into the store, and no others; nothing is written when they are there already."""
        same = self._used.keys() == self._before.keys()
        if self._whole and self._used and not same and (self._still is None or self._still()):
            lengths, records = records_coded(self._used)
            self._store.put(self._name, encoded([lengths, self.lengths.used], records))

    def _read(self, entry: bytes | None) -> None:
        if entry is None:
            return
        try:
            (records, lengths), body = decoded(entry)
            self._before = records_decoded(records, body)
            self.lengths.before = {words: float(length) for words, length in lengths.items()}
        except BROKEN:
            self._before, self.lengths.before = {}, {}


class _Lengths(MutableMapping[str, float]):
    """Lengths of earlier runs, and those that this run has asked for or put in."""

    def __init__(self) -> None:
        self.before: dict[str, float] = {}
        self.used: dict[str, float] = {}

    def __getitem__(self, words: str) -> float:
        if words not in self.used:
            self.used[words] = self.before[words]
        return self.used[words]

    def __setitem__(self, words: str, length: float) -> None:
        self.used[words] = length

    def __delitem__(self, words: str) -> None:
        del self.used[words]

    def __iter__(self) -> Iterator[str]:
        return iter({**self.before, **self.used})

    def __len__(self) -> int:
        return len({**self.before, **self.used})
