"""``pnp pull`` as it is called."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path

import pytest

from pnp.pull import FetchFault, fetch
from tests.cli.call import call
from tests.load.folder import write
from tests.pull.server import onward, serving, table

TABLE = "id,text\na,One\nb,Two\n"


def game(folder: Path, address: str) -> Path:
    deck = f"kind: card\nrows: {{file: deck.csv, from: '{address}/deck.csv'}}\n"
    return write(folder, {"cards/deck.yaml": deck, "cards/deck.csv": TABLE})


def test_a_pull_says_what_changes_row_by_row(tmp_path: Path) -> None:
    with serving({"/deck.csv": table("id,text\na,Uno\nc,Three\n")}) as address:
        game(tmp_path, address)
        refused = call(tmp_path, "pull")
        assert (refused.returncode, refused.stdout) == (1, "")
        assert "'127.0.0.1' is on this machine or in a private network (127.0.0.1)" in refused.stderr
        assert "pnp pull --allow 127.0.0.1" in refused.stderr
        other = call(tmp_path, "pull", "--allow", "127.0.0.1")
        assert "cards/deck.csv: not written: the file was not fetched before" in other.stderr
        assert "a, text: here 'One', in the sheet 'Uno'" in other.stderr
        shown = call(tmp_path, "pull", "--allow", "127.0.0.1", "--theirs", "--dry-run")
        assert (tmp_path / "cards/deck.csv").read_text(encoding="utf-8") == TABLE
        done = call(tmp_path, "pull", "--allow", "127.0.0.1", "--theirs")
    assert shown.stdout == done.stdout.replace("rows changed", "rows would change")
    assert done.stdout == "- b\n~ a  text: 'One' → 'Uno'\n+ c\ncards/deck.csv: 3 rows changed\n"
    assert done.returncode == 0
    assert call(tmp_path, "check").returncode == 0


def test_a_game_without_addresses_says_how_to_give_one(tmp_path: Path) -> None:
    write(tmp_path, {"cards/deck.yaml": "kind: card\nrows: deck.csv\n", "cards/deck.csv": TABLE})
    assert "rows: {file: cards.csv, from: https://…}" in call(tmp_path, "pull").stdout
    assert call(tmp_path, "pull", "--set", "dekc").returncode == 2


@pytest.mark.system
def test_a_certificate_that_is_trusted_is_enough_and_the_name_has_to_fit(tmp_path: Path) -> None:
    make = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    make += ["-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run(make, cwd=tmp_path, check=True, capture_output=True)
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    trust = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
    with serving({"/a": onward("/b"), "/b": table("id\n")}, own) as address:
        named = address.replace("127.0.0.1", "localhost")
        assert fetch(f"{named}/a", ["localhost"], trust=trust) == b"id\n"
        with pytest.raises(FetchFault, match="cannot be trusted"):
            fetch(f"{address}/a", ["127.0.0.1"], trust=trust)
        with pytest.raises(FetchFault, match="cannot be trusted"):
            fetch(f"{named}/a", ["localhost"])
