"""The package says what it is: version, licences of all that it holds, and a page that an index can show."""

import importlib.util
import json
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from packaging.licenses import canonicalize_license_expression

from pnp import __version__

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
HATCH = SETTINGS["tool"]["hatch"]
README = (ROOT / "README.md").read_text("utf-8")
SPDX = {"CC BY 3.0": "CC-BY-3.0", "CC0 1.0": "CC0-1.0", "MIT": "MIT"}
"""The names that icons.json uses."""
LINK = re.compile(r"\]\(([^)]*)\)")


def for_index(*addresses: str) -> str:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.for_index(README, *addresses)


def test_the_version_has_its_changes() -> None:
    assert f"\n## {__version__}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_licence_names_the_licence_of_each_file() -> None:
    fonts = json.loads((ROOT / "fonts/index.json").read_text("utf-8"))["fonts"]
    icons = json.loads((ROOT / "icons/icons.json").read_text("utf-8"))
    used = {font["licence"] for font in fonts} | {SPDX[icon["licence"]] for icon in icons.values()}
    used |= {"MIT", "Unicode-3.0", "Zlib"}  # the code, pnp/i18n/cldr, pnp/cmyk/profiles
    assert set(canonicalize_license_expression(PROJECT["license"]).split(" AND ")) == used


def test_each_folder_with_files_of_others_has_its_licence_in_the_package() -> None:
    shipped = {path for pattern in PROJECT["license-files"] for path in ROOT.glob(pattern)}
    others = {path.parent for kind in ("ttf", "otf", "icc") for path in ROOT.glob(f"[dfp]*/**/*.{kind}")}
    others |= {ROOT / "icons", ROOT / "pnp/i18n/cldr"}
    assert others <= {path.parent for path in shipped}


def test_the_page_of_the_package_has_no_link_that_an_index_lacks() -> None:
    page = for_index()
    assert [link for link in LINK.findall(page) if not link.startswith("https://")] == []
    assert "<!--" not in page


def test_addresses_make_all_links_and_pictures_absolute() -> None:
    page = for_index("https://example.org/blob/", "https://example.org/raw/")
    assert (
        "![Cards, tiles and tokens of Zombies Doom](https://example.org/raw/docs/pictures/doom.png)" in page
    )
    assert "(https://example.org/blob/docs/printing.md)" in page
    assert [link for link in LINK.findall(page) if not link.startswith("https://")] == []


def test_nothing_lies_at_the_top_that_the_package_does_not_name() -> None:
    """What the source distribution leaves out is named here or in ``.gitignore``."""
    named = {entry.removeprefix("/") for entry in HATCH["build"]["targets"]["sdist"]["include"]}
    made = [line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()]
    others = [
        ".ci",
        ".dockerignore",
        ".git",
        ".github",
        ".gitignore",
        "out",
        "pyproject.toml",
        "PKG-INFO",
        *made,
    ]
    found = {path.name for path in ROOT.iterdir()} - named
    assert [name for name in sorted(found) if not any(fnmatch(name, pattern) for pattern in others)] == []
