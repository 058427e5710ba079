"""The parts of an edition as the content of its files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from posixpath import normpath
from typing import TYPE_CHECKING

from pnp.build.document import Part, combined_document, part_document
from pnp.build.manifest import WrittenFile, manifest
from pnp.build.options import BuildOptions
from pnp.build.too_large import too_large
from pnp.diagnostics import Diagnostic
from pnp.disk import Content
from pnp.draw import Document, FaceHashes
from pnp.fonts import FontLibrary
from pnp.impose import PieceFaces, PrintProfile
from pnp.model import Game
from pnp.pictures import Sampling

if TYPE_CHECKING:
    from pnp.pdf import FormMaker
    from pnp.pdf.pages import Share


@dataclass(slots=True)
class Emitted:
    """What the parts of an edition came to.

    Attributes:
        files: By name, relative to the folder of the output; none when there are errors.
        hashes: SHA-256 of each of them, in hexadecimal digits.
        diagnostics: E112.
    """

    files: dict[str, Content] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


class Emitter:
    """Makes the files of a game in its languages.

    Args:
        options: Of the build.
        profile: How to print.
        fonts: Of the game.
        form_maker: Has made forms of faces with these fonts.
        hashes: Remembers the hashes of faces.
    """

    def __init__(
        self,
        options: BuildOptions,
        profile: PrintProfile,
        fonts: FontLibrary,
        form_maker: FormMaker,
        hashes: FaceHashes,
    ) -> None:
        self._options, self._profile = options, profile
        self._fonts, self._form_maker, self._hashes = fonts, form_maker, hashes
        self._sampling = Sampling(profile.max_dpi)

    def emit(
        self,
        game: Game,
        language: str,
        parts: Sequence[Part],
        plain: Mapping[str, PieceFaces],
        share: Share | None = None,
    ) -> Emitted:
        """The files. Pieces in the colours of other eyes are not for play: they lie apart, without a manifest.

        Args:
            game: In the language.
            language: BCP 47 tag.
            parts: Of the edition; not empty.
            plain: Its pieces by key, without what was printed over them.
            share: Has pages made by several processes.
        """
        made = Emitted()
        name, vision = language, self._options.simulate
        if vision is not None:
            from pnp.vision import Sight

            name, sight = f"{language}-{vision}", Sight(vision)
            parts = [replace(part, pages=tuple(map(sight.page, part.pages))) for part in parts]
        if self._options.combined:
            documents = {f"../{game.id}-{name}.pdf": combined_document(game, language, parts, self._profile)}
        else:
            documents = {part.file: part_document(game, language, part, self._profile) for part in parts}
        written: dict[str, WrittenFile] = {}
        for file, document in documents.items():
            path = normpath(f"{game.id}/{name}/{file}")
            content = self._written(path, document, share)
            if isinstance(content, Diagnostic):
                return Emitted(diagnostics=[content])
            written[file] = content
            made.files[path], made.hashes[path] = content.parts, content.sha256
        if vision is None:
            whole = self._options.selection.whole
            record = manifest(
                game, language, parts, written, plain, self._profile, self._hashes, whole=whole
            ).to_json()
            path = f"{game.id}/{name}/manifest.json"
            made.files[path], made.hashes[path] = record, hashlib.sha256(record).hexdigest()
        return made

    def _written(self, path: str, document: Document, share: Share | None) -> WrittenFile | Diagnostic:
        from pnp.pdf import PdfTooLargeError, pdf_in_parts

        try:
            pdf = pdf_in_parts(document, self._fonts, self._sampling, self._form_maker, share)
        except PdfTooLargeError:
            return too_large(path)
        return WrittenFile(tuple(document.pages), pdf.parts, pdf.sha256)
