"""Who stands in the way is shown out, and nobody else."""

import socket

import pytest

from pnp.preview.server import Doors


@pytest.fixture
def connection():
    """Makes connections; gives the end of the server and that of the client."""
    made = []

    def make():
        pair = socket.socketpair()
        pair[1].settimeout(5)
        made.extend(pair)
        return pair

    yield make
    for end in made:
        end.close()


def test_when_there_is_no_room_the_oldest_stranger_goes(connection):
    doors = Doors(3)
    (guest, guest_end), (old, old_end), (young, young_end), (new, _) = (connection() for _ in range(4))
    assert all(doors.enter(each) for each in (guest, old, young))
    doors.welcome(guest)
    assert doors.enter(new)
    assert old_end.recv(1) == b"", "it was hung up on"
    for end in (guest_end, young_end):
        end.setblocking(False)
        with pytest.raises(BlockingIOError):
            end.recv(1)
    del young


def test_guests_are_never_put_out(connection):
    doors = Doors(2)
    first, second, third = (connection()[0] for _ in range(3))
    for each in (first, second):
        assert doors.enter(each)
        doors.welcome(each)
    assert not doors.enter(third)
    doors.leave(first)
    assert doors.enter(third)


def test_whoever_was_shown_out_is_no_guest_when_it_speaks_at_last(connection):
    doors = Doors(1)
    slow, quick, third = (connection()[0] for _ in range(3))
    assert doors.enter(slow)
    assert doors.enter(quick)
    doors.welcome(slow)
    doors.leave(slow)
    assert doors.enter(third), "only the quick one counts, and it is a stranger"
