"""A game of four from the first `register` to the archive, by mail alone.

Everything is real: `grubenpost-server run` as a process with a configuration file, PostgreSQL, Dovecot and
Postfix over TLS, two players with keys, two with nothing but a mail program, in three languages and four
character sets.

Every mail that was sent by anybody is kept as a numbered .eml file with an index.txt beside them, in the
folder `whole-game` of what the environment variable GRUBENPOST_ARTEFACTS names, or of `build/artefacts`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

from sqlmodel import select

from engine.bots import choose
from engine.record.archive.verify import verify
from engine.record.letters.key import PublicKey
from server.ledger.models import Outbox
from server.ledger.store import Ledger
from tests.end_to_end.artefacts import INDEX, ROOT, Bundle, artefacts_folder
from tests.end_to_end.hand import Hand
from tests.end_to_end.host import Site, running_club
from tests.end_to_end.people import KeyPlayer, MailboxPlayer, Person, Town, unused
from tests.server.host.program import Running
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix

HANDS = {
    "anna": Hand(
        "utf-8", "base64", "On Monday at 12:00 Grubenpost wrote:", "“Glück auf” from the pit – Anna"
    ),
    "ben": Hand(
        "windows-1252",
        "quoted-printable",
        "Am 16.11.2026 um 12:00 schrieb Grubenpost:",
        "Viele Grüße, Ben Bäcker",
    ),
    "clara": Hand("koi8-r", "base64", "16.11.2026 12:00, Grubenpost пишет:", "С уважением, Клара"),
    "dora": Hand("windows-1251", "8bit", "16.11.2026 12:00, Grubenpost пишет:", "Всего доброго! Дора"),
}
SLIP_AT, TWICE_AT = 14, 20
"""The plies from which on somebody makes a slip, and somebody's mail program sends a mail twice."""


def server_key(server: Running) -> PublicKey:
    """The key that the host tells everybody."""
    (line,) = re.findall(r"grubenpost-key ed25519 \S+", "\n".join(server.said))
    return PublicKey.from_line(line)


def make_people(town: Town) -> list[Person]:
    return [
        KeyPlayer(town, "anna", "Anna Steiger", "en", HANDS["anna"]),
        MailboxPlayer(town, "ben", "Ben Bäcker", "de", HANDS["ben"]),
        KeyPlayer(town, "clara", "Клара Ильинична", "ru", HANDS["clara"], with_swaks=True),
        MailboxPlayer(town, "dora", "Дора Д.", "ru", HANDS["dora"]),
    ]


def register(people: list[Person]) -> None:
    """Everybody, each in their language; their names come back as they wrote them."""
    for person in people:
        person.register()
        person.ask(f"set language {person.language}")
        assert person.name in person.ask(f"set name {person.name}").text


def open_game(people: list[Person]) -> str:
    """The first opens a game by invitation, all join, and at its start tell their shares of the shuffle."""
    host, *guests = people
    found = re.search(r"\bjoin ([0-9a-z]{6})\b", host.ask("new players=4 private=yes hold=yes").text)
    assert found
    game = found[1]
    host.ask(f"invite {game} {' '.join(guest.handle for guest in guests)}")
    for guest in guests:
        assert game in guest.hear_answer().subject
    for person in people:
        person.join(game)
        person.hear_answer()
    host.tell(f"start {game}")
    first, last = [person for person in people if isinstance(person, KeyPlayer)]
    first.tell_share()
    assert last.handle in first.hear_answer().text
    last.tell_share()
    return game


def play(people: list[Person], server: Running) -> int:
    """To the end, as bots choose; how many plies it took."""
    rng, ply, to_do = Random(4), 0, [make_a_slip, send_twice]
    while True:
        turns = [person.hear_turn(ply) for person in people]
        if turns[0].position.over:
            return ply
        mover = next(person for person, turn in zip(people, turns, strict=True) if turn.mine)
        action = choose("greedy", mover.turn.position, rng)  # type: ignore[union-attr]
        if ply >= SLIP_AT and make_a_slip in to_do and isinstance(mover, MailboxPlayer):
            to_do.remove(make_a_slip)
            make_a_slip(mover)
        raw = mover.move(action)
        if ply >= TWICE_AT and send_twice in to_do and isinstance(mover, KeyPlayer):
            to_do.remove(send_twice)
            send_twice(mover, raw, server)
        ply += 1


MONEY = {"en": "money", "de": "Geld", "ru": "деньги"}


def make_a_slip(mover: MailboxPlayer) -> None:
    """A move that can't be made is answered to its sender alone, with what would do, and harms nobody."""
    mover.reply("money 99")
    answer = mover.hear_answer()
    assert "money 99" in answer.text
    assert f"`{MONEY[mover.language]} 3`" in answer.text, "in the words of the reader's language"
    mover.turn_mail = answer


def send_twice(mover: KeyPlayer, raw: bytes, server: Running) -> None:
    """The same mail once more, as mail programs and lists do: it is known, and that is all."""
    mover.send(raw)
    server.hears("outcome=known")


def check_archive(person: Person, game: str, plies: int, key: PublicKey, folder: Path) -> bytes:
    """The archive that comes by mail proves itself, to the engine and to the client."""
    answer = person.ask(f"archive {game}")
    content = answer.files[f"grubenpost-{game}.json"]
    assert verify(content, key).plies == plies
    file = folder / f"{person.handle}.json"
    file.write_bytes(content)
    command = [sys.executable, "-m", "client", "verify", str(file), "--server-key", key.line]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode == 0, told.stdout + told.stderr
    return content


def check_mails(people: list[Person], database: str, bundle: Bundle) -> None:
    """Whatever was sent came, once, to whom it was for, and is kept."""
    with Ledger(database) as ledger, ledger.reading() as session:
        written = Counter(session.exec(select(Outbox.recipient, Outbox.message_id)).all())
        assert set(session.exec(select(Outbox.state)).all()) == {"sent"}
    came = Counter(
        (person.address, str(got.message["Message-ID"])) for person in people for got in person.inbox
    )
    assert came == written
    kept = len(list(bundle.folder.glob("*.eml")))
    assert kept == bundle.kept == len((bundle.folder / INDEX).read_text("utf-8").splitlines())
    assert kept > len(written)


def test_a_whole_game_by_mail(
    tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix, database: str
) -> None:
    bundle = Bundle(artefacts_folder("whole-game"))
    account, site = unused("grubenpost"), Site(authority, dovecot, postfix)
    with (
        running_club(tmp_path, site, account, database=database) as server,
        Town(dovecot, postfix, bundle, key := server_key(server), account) as town,
    ):
        people = make_people(town)
        register(people)
        game = open_game(people)
        plies = play(people, server)
        archives = [check_archive(person, game, plies, key, tmp_path) for person in people]
        assert len(set(archives)) == 1
        assert server.stop() == 0
        check_mails(people, database, bundle)
        for person in people:
            assert person.turns_heard() == list(range(plies + 1))
    assert not [line for line in server.log if " warning " in line or " error " in line]
    assert "@" not in "\n".join(server.log).replace("…@…", "")
    print(f"{plies} plies, {bundle.kept} mails in {bundle.folder}")
