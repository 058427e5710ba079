"""How pieces look: one answer for builds, for the low-ink theme and for the preview."""

from __future__ import annotations

from pnp.build.duplicate_faces import side_hashes
from pnp.draw import FaceHashes
from pnp.impose import PieceFaces
from tests.impose.faces import face


def test_a_look_does_not_depend_on_the_name_that_a_face_carries() -> None:
    front, back = face(), face(grey=9)
    pieces = [
        PieceFaces("s/a", "a", front._replace(label="Ant"), back, 1),
        PieceFaces("s/b", "b", front._replace(label="Bee"), back, 1),
        PieceFaces("s/c", "c", front, None, 1),
        PieceFaces("s/d", "d", back, front, 1),
    ]
    looks = side_hashes(pieces, FaceHashes())
    assert list(looks) == ["s/a", "s/b", "s/c", "s/d"]
    assert looks["s/a"] == looks["s/b"]
    assert len(set(looks.values())) == 3
    assert looks["s/c"][1] == ""
