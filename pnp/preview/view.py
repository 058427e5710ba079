"""The contents of the page in one language, and their changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.build import Part
from pnp.diagnostics.explain import code_name
from pnp.draw import Face, Outline, Page, face_hash, with_items
from pnp.edit.cure import Cure
from pnp.preview import limits
from pnp.preview.hub import Sent
from pnp.preview.live import LivePiece
from pnp.preview.pictures import Drawing, Pictures
from pnp.preview.record import (
    JsonRecord,
    assumed_records,
    claim_record,
    count_record,
    fault_records,
    fit_record,
    picture_id,
    piece_record,
    set_record,
    size_id,
    size_record,
)
from pnp.preview.session import Session
from pnp.rules import fill, game_scope
from pnp.stats import count_set, hand_size
from pnp.translation.status import fit_rows, states, worst_first

PARTS = ("claims", "fits", "counts", "sheets", "books")
"""Parts that the page fetches when someone looks at them; a digest shows that one has changed."""


class View:
    """The contents of the page in one language.

    Args:
        session: What is known of the game; the language must be watched.
        language: BCP 47 tag.
        pictures: Receives the drawings that there are.

    Attributes:
        cures: Those that the page may ask for, by their names.
    """

    def __init__(self, session: Session, language: str, pictures: Pictures) -> None:
        self.language = language
        self._session = session
        self._pictures = pictures
        self._live: dict[str, LivePiece] = {}
        self._heads: JsonRecord = {}
        self.cures: Mapping[str, Cure] = {}
        self._records: dict[str, tuple[LivePiece, JsonRecord]] = {}
        self._bodies: dict[str, bytes] = {}
        self._digests: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def part(self, name: str) -> bytes | None:
        """The JSON text of one of ``PARTS``; None before it was made."""
        return self._bodies.get(name)

    def renew(self) -> list[tuple[str, str]]:
        """Take over what the session knows now.

        Returns:
            Old and new picture of each side that has changed since the last time, without repetition.
        """
        self._heads = self._new_heads()
        before, now = self._live, self._now()
        new = [live for key, live in now.items() if before.get(key) is not live]
        if not new and len(now) == len(before):
            return []
        self._live = dict(now)
        self._records = {key: kept for key, kept in self._records.items() if key in now}
        self._pictures.offer(self.language, dict(self._faces()))
        known = ((before[live.piece.key], live) for live in new if live.piece.key in before)
        sides = (pair for old, live in known for pair in ((old.front, live.front), (old.back, live.back)))
        return list(
            dict.fromkeys(
                (picture_id(old), picture_id(new)) for old, new in sides if old and new and old != new
            )
        )

    def change(self, sent: Sent) -> JsonRecord | None:
        """Everything that a page does not know yet, by name; None if there is nothing. It counts as sent.

        ``pieces`` has new and changed pieces, ``gone`` the keys of removed ones; everything else is sent
        whole. Of many pieces only some are sent, first those that look different; ``sent.incomplete`` says
        whether there are more.
        """
        changed = {name: value for name, value in self._heads.items() if sent.heads.get(name) != value}
        sent.heads = self._heads
        pieces = self._some_pieces(sent)
        gone = [key for key in sent.pieces if key not in self._live]
        for key in gone:
            del sent.pieces[key]
        if pieces or gone or not sent.version:
            changed |= {"pieces": pieces, "gone": gone}
        if not changed:
            return None
        sent.version += 1
        return {**changed, "version": sent.version}

    def settle(self) -> Iterator[None]:
        """Update the parts, one at a time; for a moment when there is nothing more urgent to do."""
        if self.language not in self._session.languages:
            return
        digests: dict[str, str] = {}
        drawings: dict[str, Drawing] = {}
        for name, value in self._parts(drawings):
            body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
            self._bodies[name] = body
            digests[name] = hashlib.sha256(body).hexdigest()[:16]
            yield
        self._digests = digests
        self._pictures.offer(f"{self.language} pages", drawings)

    def _new_heads(self) -> JsonRecord:
        """Everything but the pieces."""
        session = self._session
        sources = session.reading.workshop.sources
        cures: dict[str, Cure] = {}
        faults = fault_records(session.faults(self.language), sources, self._name_of, cures)
        self.cures = cures
        always = {
            "language": self.language,
            "faults": faults,
            "busy": session.urgent,
            "reading": session.reading.number,  # forms are asked for again, even if nothing looks different
            "readable": session.reading.workshop.game is not None,
            "parts": dict(self._digests),
        }
        if self.language not in session.languages:
            folder = session.reading.workshop.folder.name
            return {**always, "game": {"name": folder, "languages": []}, "sets": [], "sizes": {}}
        shown = session.live(self.language)
        game = shown.edition.game
        scope = game_scope(game, self.language)
        lists: dict[str, list[str]] = {}
        for key, live in shown.pieces.items():
            lists.setdefault(live.piece.set_id, []).append(key)
        sets = _with_lost([set_record(each, scope, self.language) for each in game.sets], lists, self._heads)
        return {
            **always,
            "game": {
                "id": game.id,
                "name": fill(game.name, scope, self.language).text,
                "version": game.version,
                "language": game.language,
                "languages": list(game.languages),
                "players": list(game.players),
                "folder": game.folder,
            },
            "sets": [{**each, "pieces": lists.get(each["id"], [])} for each in sets],
            "sizes": self._sizes(),
        }

    def _now(self) -> Mapping[str, LivePiece]:
        known = self.language in self._session.languages
        return self._session.live(self.language).pieces if known else {}

    def _name_of(self, code: str) -> str:
        if code not in self._names:
            self._names[code] = code_name(code)
        return self._names[code]

    def _sizes(self) -> JsonRecord:
        found: JsonRecord = {}
        for live in self._now().values():
            faces = live.faces
            outline = faces.front.outline if faces else live.piece.size.outline
            if size_id(outline) not in found:
                found[size_id(outline)] = size_record(outline, faces.front.bleed if faces else 0.0)
        return found

    def _some_pieces(self, sent: Sent) -> dict[str, JsonRecord]:
        """Records of pieces that have changed since they were sent, as many as go in a message."""
        known = sent.pieces
        new = [key for key, live in self._live.items() if key not in known or known[key][0] is not live]
        most = max(limits.PIECES, len(self._live) // limits.MESSAGES)
        if len(new) > most:
            new.sort(key=lambda key: self._looks_known(known.get(key), self._live[key]))
        sent.incomplete = len(new) > most
        changed: dict[str, JsonRecord] = {}
        scope = game_scope(self._session.live(self.language).edition.game, self.language) if new else {}
        for key in new[:most]:
            record = self._record(key, scope)
            if key not in known or known[key][1] != record:
                changed[key] = record
            known[key] = (self._live[key], record)
        return changed

    def _looks_known(self, known: tuple[LivePiece, JsonRecord] | None, live: LivePiece) -> int:
        """The turn of a piece among those to send: changed pictures, then new pieces, then all others."""
        if known is None:
            return 1
        return 2 if (known[0].front, known[0].back) == (live.front, live.back) else 0

    def _record(self, key: str, scope: Mapping[str, Any]) -> JsonRecord:
        live, made = self._live[key], self._records.get(key)
        if made is None or made[0] is not live:
            made = self._records[key] = (live, piece_record(live, scope, self.language))
        return made[1]

    def _faces(self) -> Iterator[tuple[str, Drawing]]:
        fonts = self._session.reading.workshop.fonts
        for live in self._live.values():
            if live.faces is not None:
                yield picture_id(live.front), Drawing(with_items(live.faces.front), fonts)
                if live.faces.back is not None:
                    yield picture_id(live.back), Drawing(with_items(live.faces.back), fonts)

    def _parts(self, drawings: dict[str, Drawing]) -> Iterator[tuple[str, Any]]:
        session, language = self._session, self.language
        shown = session.live(language)
        game = shown.edition.game
        claims = [claim_record(result) for result in session.claims.claims]
        yield "claims", {"claims": claims, "assumed": assumed_records(game)}
        yield "fits", [fit_record(row) for row in self._fits()]
        hand = hand_size(game)
        yield "counts", [count_record(count) for each in game.sets for count in count_set(each, hand)]
        yield "sheets", [self._paper(part, drawings) for part in shown.set_parts()]
        yield "books", [self._paper(part, drawings) for part in shown.book_parts()]

    def _fits(self) -> Iterable[Any]:
        translations = self._session.translations
        fits = [
            fit
            for live in self._session.live(self.language).pieces.values()
            for fit in live.composed.fits
            if live.state == "good"
        ]
        state = states(translations.extracted, translations.catalogue(self.language))
        return worst_first(fit_rows(fits, self.language, state))

    def _paper(self, part: Part, drawings: dict[str, Drawing]) -> JsonRecord:
        fonts = self._session.reading.workshop.fonts
        pages = []
        for page in part.pages:
            name = self._page_name(page)
            drawings[name] = Drawing(page, fonts)
            keys = sorted({placed.face.label for placed in page.placed})
            pages.append(
                {
                    "picture": name,
                    "label": page.label,
                    "width": page.width.mm,
                    "height": page.height.mm,
                    "shows": keys,
                }
            )
        return {"file": part.file, "title": part.title, "sheets": len(part.sheets), "pages": pages}

    def _page_name(self, page: Page) -> str:
        """A name that stands for all that is on the page."""
        hashes = self._session.live(self.language).edition.hashes
        faces = [(hashes.of(placed.face), placed.matrix, placed.clip) for placed in page.placed]
        paper = Outline("rectangle", page.width.mm, page.height.mm)
        loose = [face_hash(Face(paper, 0.0, tuple(items))) for items in (page.under, page.items)]
        return f"p{hashlib.sha256(repr((faces, loose)).encode()).hexdigest()[:31]}"


def _with_lost(
    sets: Sequence[JsonRecord], lists: Mapping[str, list[str]], heads: JsonRecord
) -> list[JsonRecord]:
    """The sets with those whose files cannot be read now, as ``heads`` had them, in their old places."""
    now = {each["id"] for each in sets}
    before: Sequence[JsonRecord] = heads.get("sets", ())
    lost = {each["id"]: each for each in before if each["id"] in lists and each["id"] not in now}
    order = [each["id"] for each in before if each["id"] in now or each["id"] in lost]
    found = list(sets)
    for name in (name for name in order if name in lost):
        place = order.index(name)
        previous = order[place - 1] if place else ""
        behind = next((number for number, each in enumerate(found, 1) if each["id"] == previous), 0)
        found.insert(behind, lost[name])
    return found
