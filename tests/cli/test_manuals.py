"""The manuals name every command and every option; those of exporting and reprinting all of theirs."""

import re
from collections.abc import Iterator

import click
import pytest

from pnp.cli.export import command as export
from pnp.cli.main import pnp
from tests.cli.test_commands import ROOT

COMMON = {
    "--game", "--lang", "--only", "--where", "--copies", "--out", "--jobs", "--strict", "--quiet", "--format", "--help",
}  # fmt: skip
PRINT = {"--paper", "--margin", "--gutter"}
EXPORTING = (ROOT / "docs/exporting.md").read_text(encoding="utf-8")
REPRINTING = (ROOT / "docs/reprinting.md").read_text(encoding="utf-8")


def options(command):
    return {name for parameter in command.params for name in parameter.opts if name.startswith("--")} - COMMON


def test_every_command_of_a_module_is_listed():
    package = ROOT / "pnp/cli"
    found = {
        name
        for path in [*package.glob("*.py"), *package.glob("export/*.py")]
        for name in re.findall(
            r'^@click\.(?:command|group)\(\s*(?:name=)?"([\w-]+)"', path.read_text("utf-8"), re.MULTILINE
        )
    }
    groups = [pnp, *(pnp.get_command(None, name) for name in ("export", "i18n", "import"))]
    missing = found - {name for group in groups for name in group.list_commands(None)}
    assert not missing, f"list {missing} in _COMMANDS of its group"


@pytest.mark.parametrize("name", export.list_commands(None))
def test_every_export_and_its_options_are_reported(name):
    row = re.search(rf"^\| `pnp export [^|]*(?<![\w-]){name}(?![\w-])", EXPORTING, re.MULTILINE)
    assert row, (
        f"write a row for 'pnp export {name}' in the table of docs/exporting.md, and what it is for below"
    )
    if name in ("tables", "xlsx", "rulebook"):
        return  # the row names the page
    own = options(export.get_command(None, name))
    if name == "cut":
        own -= options(pnp.get_command(None, "build")) - PRINT  # they are told in printing.md
        own -= {"--kind"}  # its help says all
    assert [option for option in sorted(own) if option not in EXPORTING] == []


def test_the_list_of_exports_in_the_readme_is_that_of_the_commands() -> None:
    row = re.search(
        r"^\| (`pnp export [^|]+)\|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert row
    told = set(re.findall(r"`(?:pnp export )?(\w+)`", row[1]))
    assert told == set(export.list_commands(click.Context(export))), "list every export in README.md"


@pytest.mark.parametrize("name", ["print", "diff", "reprint"])
def test_every_command_of_reprinting_and_its_options_are_reported(name):
    command = pnp.get_command(None, name)
    own = options(command) - (options(pnp.get_command(None, "build")) - {"--printed"})
    assert f"pnp {name}" in REPRINTING
    assert [option for option in sorted(own) if option not in REPRINTING] == []


def test_the_shops_of_the_manual_are_those_that_ship():
    from pnp.export.target import shipped_targets

    assert all(f"`{name.upper()}`" in EXPORTING for name in shipped_targets())


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TOLD = "\n".join(
    page.read_text(encoding="utf-8") for page in PAGES if page.name not in ("errors.md", "performance.md")
)


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group) or command.invoke_without_command:
        yield name, command
    if isinstance(command, click.Group):
        for each in command.list_commands(click.Context(command)):
            inner = command.get_command(click.Context(command), each)
            assert inner is not None
            yield from commands(inner, f"{name} {each}")


def test_every_command_and_option_is_reported_somewhere() -> None:
    for name, command in commands(pnp, "pnp"):
        assert re.search(rf"{re.escape(name)}(?![\w-])|`{name.split()[-1]}`", TOLD), name
        shown = [each for each in command.params if not getattr(each, "hidden", False)]
        own = {option for each in shown for option in each.opts if option.startswith("--")}
        assert [option for option in sorted(own) if not re.search(rf"{option}(?![\w-])", TOLD)] == [], name
