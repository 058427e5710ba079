"""Every page of a fault code, run."""

from __future__ import annotations

import pytest

from pnp.diagnostics.explain import codes
from tests.diagnostics.gallery.listing import listed, section
from tests.diagnostics.gallery.page import read_page
from tests.diagnostics.gallery.running import run

LISTED = listed()


@pytest.mark.parametrize("code", codes())
def test_the_example_yields_its_code_and_the_other_way_does_not(code, tmp_path):
    example, instead = run(read_page(code), tmp_path)
    assert code in example.codes(), example.printed
    assert code not in instead.codes(), instead.printed
    assert not instead.codes("error"), instead.printed
    assert section(code, example, instead) == LISTED.get(code), (
        f"run: python -m tests.diagnostics.gallery {code}"
    )


def test_the_list_has_the_findings_of_every_page_and_no_others():
    assert sorted(LISTED) == codes()


def test_every_page_shows_what_to_do_instead():
    assert [code for code in codes() if not read_page(code).instead] == []
