"""Rule sheets as pages for screens."""

from __future__ import annotations

from pnp.build import Edition, book_name
from pnp.export.rule_page import rule_page
from pnp.exporters.job import ExportJob
from pnp.rulebook import ReadyFaces, parse_rulebook
from pnp.rulebook.compose import in_order, open_desk
from pnp.rulebook.desk import Desk


def export_html(job: ExportJob) -> int:
    """Every rule sheet as a page ``html/SHEET.html`` that needs no other file; the number of pages.

    Raises:
        ExportStopped: There is an error.
    """
    job.check()
    total = 0
    for language in job.languages:
        edition = Edition(job.workshop, job.translations.translator(language))
        faces = ReadyFaces(edition.composer)
        taken: set[str] = set()
        job.progress.start(f"setting {language}", len(edition.game.rulebooks))
        for source in edition.game.rulebooks:
            desk = open_desk(
                source,
                edition.game,
                language,
                faces,
                edition.context,
                job.workshop.files,
                edition.translator.text,
            )
            if not isinstance(desk, Desk):
                job.add(desk)
                continue
            rulebook = parse_rulebook(source)
            page = rule_page(desk, rulebook)
            job.add(in_order([*rulebook.diagnostics, *desk.diagnostics]))
            title = desk.plain(rulebook.header.title) if rulebook.header.title else ""
            name = book_name(source, title, taken, translated=language != job.game.language)
            taken.add(name)
            job.write({f"{job.folder(language, 'html')}/{name}.html": page.encode()})
            job.progress.step(1)
            total += 1
    return total
