"""Names of files: nothing overwrites anything."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.output import ascii_name
from pnp.model.files import distinct


def test_names_that_fall_together_are_numbered():
    assert distinct(["knight", "knight", "page", "knight"]) == ["knight", "knight-2", "page", "knight-3"]


def test_a_number_that_another_name_has_is_skipped():
    assert distinct(["a", "a", "a-2"]) == ["a", "a-3", "a-2"]


def test_names_that_differ_in_capitals_alone_are_one_file_on_many_disks():
    assert distinct(["Knight", "knight"]) == ["Knight", "knight-2"]


def test_names_of_devices_and_of_other_files_are_kept():
    assert distinct(["Con", "con-2", "LPT1", "diff"], ["Diff"]) == ["Con-3", "con-2", "LPT1-2", "diff-2"]


def test_accents_and_slashes_make_no_second_file_and_no_folder():
    stems = [ascii_name(name) for name in ("Knight", "knight", "Kníght", "Life // Death")]
    assert distinct(stems) == ["knight", "knight-2", "knight-3", "life-death"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(["a", "A", "a-2", "b", "a-3", "A-2"]), max_size=12))
def test_every_name_is_given_once_and_the_first_of_its_kind_stays(names):
    given_names = distinct(names)
    assert len({name.casefold() for name in given_names}) == len(names)
    assert all(new.startswith(old) for new, old in zip(given_names, names, strict=True))
    assert distinct(given_names) == given_names
