"""What is told once of two stages that find the same."""

from pnp.build.workshop import unreported
from pnp.diagnostics import error
from pnp.source import Span

HERE, THERE = Span("cards/deck.yaml", 3, 5, 3, 9), Span("rulebook/rules.md", 7, 1, 7, 8)


def found(code, message, span, piece=None):
    return error(code, message, span, "mend it", piece=piece)


def test_a_finding_without_a_place_hid_another_one_of_its_kind():
    told = found("S110", "'a' is too large", None)
    again, other = found("S110", "'a' is too large", None), found("S110", "'b' is too large", None)
    assert list(unreported([again, other], [told])) == [other]


def test_the_same_of_a_piece_is_reported_once_and_of_another_place_again():
    told = found("A100", "unknown icon 'x'", HERE, "deck/a")
    same_piece, elsewhere = (
        found("A100", "unknown icon 'x'", THERE, "deck/a"),
        found("A100", "unknown icon 'x'", THERE),
    )
    same_place = found("A100", "no icon is called 'x'", HERE)
    assert list(unreported([same_piece, same_place, elsewhere], [told])) == [elsewhere]
