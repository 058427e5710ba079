"""What is wrong inside of a made-up value is that one slip; what is wrong elsewhere in the text is another."""

from pnp.build.workshop import unreported
from pnp.diagnostics import error
from pnp.source import Span
from pnp.translation.wording import LACKING

TEXT, INSIDE = Span("locale/pl.po", 6, 9, 6, 60), Span("locale/pl.po", 6, 20, 6, 30)


def left(message):
    told = error("K530", message, TEXT, "write it")
    value, room = (
        error("X140", "2 is not 3", INSIDE, "write 3"),
        error("T100", "no room", INSIDE, "shorten it"),
    )
    return [item.code for item in unreported([value, room], [told])]


def test_what_is_wrong_with_a_value_that_the_source_has_not_is_told_once():
    assert left("'{{ facts.hnad | reads(3, 'dwie') }}' is not in the source") == ["T100"]


def test_what_is_wrong_in_a_translation_that_lacks_another_value_is_told():
    assert left(f"'{{{{ facts.hand }}}}' {LACKING}") == ["X140", "T100"]
