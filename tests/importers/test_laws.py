"""Laws of reading and writing, on generated documents."""

from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from pnp.diagnostics import has_errors
from pnp.diagnostics.machine import as_json
from pnp.diagnostics.printer import full
from pnp.importers import (
    ENCODINGS,
    KINDS,
    ImportOptions,
    import_rulebook,
    legacy_text,
    read_rule_sheet,
    verify_rulebook,
)
from pnp.importers.letters import decoded, encoded, unwritable
from pnp.importers.rule_sheet import escape, escape_heading
from pnp.markup import parse_inline, plain_text
from pnp.model import RulebookSource
from pnp.rulebook import parse_rulebook
from pnp.rules import fill
from tests.laws import examples

QUICK = examples(50, suppress_health_check=[HealthCheck.too_slow])
_LETTERS = "aábcčdďeěéiíoóuúůyýzžŽÚŮABCT"
_SIGNS = "<>*_{}[]():-#.,!?+`~\\|&%\"'0123456789 "
_PIECES = "*) 1) - {{ }} {% ::: ** <I> <C1> [a](b) :bow: viz 1. # --- ``` |".split()
_LINE_PIECES = "<T> <C> <C2> <I0> <I> <I1> <X> a' e'' ě - > # 1. ` | -|- * viz".split()
characters = st.text(st.sampled_from(_LETTERS + _SIGNS), min_size=1, max_size=12)
texts = (
    st.lists(st.one_of(characters, st.sampled_from(_PIECES)), min_size=1, max_size=6)
    .map(lambda words: " ".join(" ".join(words).split()))
    .filter(lambda text: text and not any(unwritable(text)) and not text.startswith("<"))
)
items = st.one_of(
    texts,
    st.tuples(texts, st.sampled_from([" *) ", " 3) ", " - "]), texts).map("".join),
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A sound document in the old markup, its letters not yet encoded."""
    lines = ["<T>" + draw(texts), draw(st.one_of(st.just(""), texts))]
    level = 0
    for kind in draw(st.lists(st.sampled_from("hlprb"), max_size=8)):
        if kind == "h":
            level = draw(st.integers(1, min(level + 1, 3)))
            lines.append(("<C>", "<C1>", "<C2>")[level - 1] + draw(texts))
        elif kind == "l":
            lines += [
                "<I0>",
                *("<I>" + item for item in draw(st.lists(items, min_size=1, max_size=4))),
                "<I1>",
            ]
        else:
            lines.append({"p": "", "r": "- ", "b": "\n"}[kind] + draw(texts))
    return "\n".join(lines) + "\n"


@QUICK
@given(st.text(st.characters(max_codepoint=127)))
def test_decoding_and_encoding_gives_the_same_ascii(text):
    assert encoded(decoded(text)) == text


@QUICK
@given(st.text(st.sampled_from(_LETTERS + _SIGNS)))
def test_encoding_and_decoding_gives_the_same_text_or_says_where_not(text):
    assert (decoded(encoded(text)) == text) == (not any(True for _ in unwritable(text)))


@QUICK
@given(documents())
def test_valid_documents_are_read_without_errors_and_come_back(document):
    data = encoded(document).encode("ascii")
    imported = import_rulebook(data, "a.txt")
    assert not has_errors(imported.diagnostics)
    verified = verify_rulebook(data, "a.txt")
    assert not verified.diagnostics
    assert len(verified.proofs) == 2


@QUICK
@given(documents())
def test_rule_sheets_mean_nothing_that_the_document_does_not_say(document):
    imported = import_rulebook(encoded(document).encode("ascii"), "a.txt")
    parsed = parse_rulebook(RulebookSource("a", "a.md", imported.markdown))
    assert not parsed.diagnostics
    for text in parsed.texts():
        filled = fill(text, {}, "cs")
        assert not filled.diagnostics
        assert not parse_inline(filled.text).faults


@QUICK
@given(documents())
def test_writing_a_rule_sheet_again_changes_nothing(document):
    first = import_rulebook(encoded(document).encode("ascii"), "a.txt", ImportOptions(by_place=False))
    sheet, _ = read_rule_sheet(RulebookSource("a", "a.md", first.markdown))
    again = import_rulebook(legacy_text(sheet)[0].encode("ascii"), "a.txt", ImportOptions(by_place=False))
    assert again.markdown == first.markdown


@QUICK
@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])))
def test_escaped_text_prints_as_it_is(text):
    text = text.strip()
    assume(text)
    for source in (escape(text), escape(text, starts_line=False), escape_heading(text)):
        printed = parse_inline(source)
        assert not printed.faults
        assert plain_text(printed) == text or source == escape(text, starts_line=False)


@examples(100)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.lists(
            st.sampled_from([*_LINE_PIECES, "\n", "\n", "\r\n", " ", "\u00ad"]),
            max_size=60,
        ).map(lambda parts: "".join(parts).encode()),
    ),
    st.sampled_from([None, *KINDS]),
    st.sampled_from([None, *ENCODINGS]),
    st.booleans(),
)
def test_whatever_the_bytes_there_is_an_answer(data, kind, encoding, yes):
    options = ImportOptions(kind, encoding, by_place=yes, repair_headings=yes, join_lines=yes)
    imported = import_rulebook(data, "a.txt", options)
    full(imported.diagnostics, {"a.txt": imported.source})
    as_json(imported.diagnostics)
    verify_rulebook(data, "a.txt", options)
    if imported.markdown is None:
        assert has_errors(imported.diagnostics)
        return
    sheet, _ = read_rule_sheet(RulebookSource("a", "a.md", imported.markdown))
    legacy_text(sheet)
