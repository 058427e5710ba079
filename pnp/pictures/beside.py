"""Pictures of which other processes prove that they are whole before somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pnp.draw import PictureData
from pnp.pictures.ahead import ROOM
from pnp.pictures.proved import Proved
from pnp.pictures.provers import Provers


class Beside:
    """Knows what provers have proved, and has whoever would wait for one of them prove other pictures.

    Args:
        load: As for ``Ahead``.
        paths: In the order in which they will be asked for.
        provers: That have begun; they keep to these paths from now on.
        proved: Told what they have proved.
    """

    def __init__(
        self,
        load: Callable[[str], PictureData | None],
        paths: Iterable[str],
        provers: Provers,
        proved: Proved,
    ) -> None:
        self._load, self._provers, self._proved = load, provers, proved
        self._waiting = dict.fromkeys(paths)
        self._made: dict[str, PictureData] = {}
        self._held = 0
        provers.keep_to(self._waiting)

    def take(self, path: str) -> PictureData | None:
        """The picture when it was loaded here meanwhile; None to load it where it is asked for, which is soon done if it was proved."""
        self._waiting.pop(path, None)
        if not self._provers.take(path):
            while self._provers.under_way(path):
                if not self._load_next():
                    self._provers.wait()
            self._ask(path)
        found = self._made.pop(path, None)
        if found is not None:
            self._held -= len(found.data)
        return found

    def finish(self) -> Mapping[str, PictureData]:
        """What nobody has taken, once all is loaded, or as much as may be held."""
        for path in list(self._waiting):
            if self._held >= ROOM:
                break
            found = self.take(path) or self._load(path)
            if found is not None:
                self._keep(path, found)
        self.stop()
        return self._made

    def stop(self) -> None:
        """End the processes."""
        self._provers.stop()

    def _ask(self, path: str) -> None:
        key = self._provers.key(path)
        if key is not None:
            self._proved.believe(key)

    def _load_next(self) -> bool:
        """Load the next picture that nobody has begun with; False when there is none, or no room for it."""
        if self._held >= ROOM:
            return False
        path = next((each for each in self._waiting if self._provers.take(each)), None)
        if path is None:
            return False
        found = self._load(path)
        if found is not None:
            self._keep(path, found)
        return True

    def _keep(self, path: str, found: PictureData) -> None:
        self._made[path] = found
        self._held += len(found.data)
