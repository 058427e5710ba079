"""A small rulebook in the old markup, and short ways to read documents."""

from pnp.importers import Imported, ImportOptions, import_rulebook

ANTS = """\
<T>Mravenec'ci
Za'vod o posledni'ho drobka.

<C>Pr'i'prava
Kaz'dy' hra'c' si vezme 4 mravence a 1 kameni'.
<I0>
<I>De'lnice *) Nese (2 * si'la) drobku'.
<I>Stra'z'e 1) Hli'daji' vchod.
<I>Stra'z'e 2) Stojte (3 * poc'et mravencu') kroku' od ne'j.
<I>Kra'lovna - Nepohne se - a neji'.
<I>Vaji'c'ko lez'i' <vedle> hromady >1.
<I1>
- Ted' plati', z'e kaz'dy' zac'i'na' se 3 drobky.

<C1>U'tok
U'toc'i' se v kole, viz Konec kola.
<C2>Du''sledky u'toku
Protiu'tok konc'i' u''klidem.
<C1>Konec kola
Hra je u konce.
"""


def read(text: str, **options: object) -> Imported:
    return import_rulebook(text.encode(), "a.txt", ImportOptions(**options))


def sheet(text: str, **options: object) -> str:
    """The source of the rule sheet."""
    markdown = read(text, **options).markdown
    assert markdown is not None
    return markdown


def found(imported: Imported, *codes: str) -> list[str]:
    """Findings with these codes (all without) as ``line:column code message``, in order of place."""
    items = [item for item in imported.diagnostics if not codes or item.code in codes]
    return [
        f"{item.span.line}:{item.span.column} {item.code} {item.message}"
        for item in sorted(items, key=lambda item: item.span)
    ]
