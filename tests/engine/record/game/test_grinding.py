"""Can a server and its own player choose the shuffle? Where joining told the entropy they could.

The server knows its seed, and runs a player of its own who joins last, against one honest player with a key.
They would like their player to begin, with a yellow tile of two lorries on top of the stack: one deal in 16.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256

import pytest

from engine.record.game.book import Book
from engine.record.game.opening import FORMAT, KEY, OLD_FORMAT, Opening
from engine.record.game.seats import seat_from_join
from engine.record.game.shares import Chain, chain_of
from engine.record.game.shuffle import Deal, commit
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.post import seal_letter
from tests.engine.record.club import SERVER, leave_letter, player_key, refusal, server_key
from tests.engine.record.game.test_shuffle_fairness import LEAST_P, uniform_p

GAMES = 600
ANNA, PUPPET = "anna", "puppet"


def secret(*what: object) -> bytes:
    return sha256(repr(what).encode()).digest()


def likes(dealt: Deal) -> bool:
    """What the server would like: its own player begins, and a certain sort of tile lies on top."""
    return dealt.start == 1 and dealt.tiles[0] in ("y2D", "y2L")


def begun(number: int, format: str) -> Book:
    game, seed = f"game-{number}", secret("seed", number)
    book = Book(Opening(SERVER, game, server_key().public, 2, False, KEY, commit(game, seed), format))
    book.begin(1)
    return book


def chain(book: Book, handle: str, attempt: int = 0) -> Chain:
    nonce = secret(book.opening.game, handle, attempt)[:16].hex()
    return chain_of(player_key(handle), SERVER, book.opening.game, handle, nonce)


def join(book: Book, handle: str, share: str, attempt: int = 0) -> None:
    key, nonce = player_key(handle), secret(book.opening.game, handle, attempt)[:16].hex()
    kind = Join if book.opening.commits else OldJoin
    letter = kind(SERVER, book.opening.game, handle, key.public, share, nonce)
    book.join(seat_from_join(seal_letter(letter, key), KEY, book.opening), 2)


def reveal(book: Book, seat: int, handle: str, attempt: int = 0) -> None:
    told = chain(book, handle, attempt).share(book.table.due(seat))
    letter = Reveal(SERVER, book.opening.game, handle, book.log.head, told.hex())
    book.reveal(seal_letter(letter, player_key(handle)), 3)


def tries() -> Iterator[bytes]:
    """What the puppet could bring."""
    return (secret("try", number) for number in range(769))


def test_where_joining_told_the_entropy_the_last_one_could_choose_the_shuffle() -> None:
    """The fault that shares are for: of 30 games, the server and its player like every one."""
    liked = 0
    for number in range(30):
        book, seed = begun(number, OLD_FORMAT), secret("seed", number)
        join(book, ANNA, secret("anna", number).hex())
        annas = bytes.fromhex(book.joined[0].share)  # the server has read it
        best = next(own for own in tries() if likes(book.opening.deal(seed, [annas, own])))
        join(book, PUPPET, best.hex())
        liked += likes(book.deal(seed))
    assert liked == 30


def played_with_shares(number: int, attempts: int = 1) -> tuple[Book, Deal]:
    """The server and its player do what they can: they choose by all that they know when they commit.

    `attempts` are how often they let the table be filled before they put up with a deal.
    """
    book, seed = begun(number, FORMAT), secret("seed", number)
    join(book, ANNA, chain(book, ANNA).commitment)
    for attempt in range(attempts):
        # They know the seed, and of Anna the commitment and what she told before: they guess.
        guess = bytes.fromhex(book.joined[0].share)
        chosen = next(
            again
            for again in range(769)
            if likes(book.opening.deal(seed, [guess, chain(book, PUPPET, 769 * attempt + again).share(0)]))
        )
        chosen += 769 * attempt
        join(book, PUPPET, chain(book, PUPPET, chosen).commitment, chosen)
        reveal(book, 0, ANNA)
        reveal(book, 1, PUPPET, chosen)
        dealt = book.deal(seed)
        if likes(dealt) or attempt + 1 == attempts:
            return book, dealt
        book.leave(1, 4, leave_letter(book, 1))
    raise AssertionError


def cells(deals: Iterable[Deal]) -> list[int]:
    """How often each seat began with each colour and number of lorries on top: all 16 equally likely."""
    found = Counter((dealt.start, dealt.tiles[0][:2]) for dealt in deals)
    return [found[start, colour + lorries] for start in (0, 1) for colour in "ybgk" for lorries in "12"]


def test_with_shares_they_gain_nothing_by_choosing() -> None:
    deals = [played_with_shares(number)[1] for number in range(GAMES)]
    counts = cells(deals)
    assert sum(counts) == GAMES
    assert uniform_p(counts) > LEAST_P
    liked = sum(map(likes, deals))
    assert abs(liked - GAMES / 16) < 3 * (GAMES / 16 * 15 / 16) ** 0.5


def test_the_deal_is_fixed_before_the_first_share_is_told() -> None:
    """Under the head that the first share answers, each seat has one share that will be taken."""
    book = begun(1, FORMAT)
    join(book, ANNA, chain(book, ANNA).commitment)
    join(book, PUPPET, chain(book, PUPPET).commitment)
    reveal(book, 0, ANNA)
    for other in tries():
        letter = Reveal(SERVER, book.opening.game, PUPPET, book.log.head, other.hex())
        assert refusal(book.reveal, seal_letter(letter, player_key(PUPPET)), 3).code == "share/other"
    reveal(book, 1, PUPPET)
    assert book.table.awaited == []


@pytest.mark.parametrize("attempts", [2, 3])
def test_each_further_try_stands_in_the_log(attempts: int) -> None:
    """What is left: to leave the full table, and be seen. Of n tries, n - 1 are counted."""
    for number in range(40):
        book, dealt = played_with_shares(number, attempts)
        leaves = [entry for entry in book.log.entries if entry.kind == "leave"]
        assert book.table.reopened == len(leaves) <= attempts - 1
        assert all(entry.letters for entry in leaves)
        assert likes(dealt) or len(leaves) == attempts - 1
