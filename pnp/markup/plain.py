"""Between marked and plain text."""

from __future__ import annotations

from pnp.markup.run import BreakRun, IconRun, Marked, Paragraph, TermRun, TextRun

_MARKS = frozenset("\\*:[")


def plain_text(marked: Marked, *, icons: bool = False) -> str:
    """The words without marks: terms as printed, a blank line between paragraphs, bullets on lines.

    Args:
        marked: The text.
        icons: Whether icons stay, as ``:name:``; without them a text that says something by an icon says less.
    """
    parts: list[str] = []
    before: Paragraph | None = None
    for paragraph in marked.paragraphs:
        if before is not None:
            parts.append("\n" if before.kind == paragraph.kind == "bullet" else "\n\n")
        for run in paragraph.runs:
            if isinstance(run, TextRun):
                parts.append(run.text)
            elif isinstance(run, TermRun):
                parts.append(run.form)
            elif isinstance(run, BreakRun):
                parts.append("\n")
            elif icons and isinstance(run, IconRun):
                parts.append(f":{run.name}:")
        before = paragraph
    return "".join(parts)


def escape(text: str) -> str:
    """The source whose plain text is ``text``, letter by letter."""
    out: list[str] = []
    for at, char in enumerate(text):
        first = at == 0 or text[at - 1] == "\n"
        if char in _MARKS or char == "\n" or (first and char in "- \t"):
            out.append("\\")
        out.append(char)
    return "".join(out)
