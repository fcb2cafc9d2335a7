"""Trust in the server's key, which is learnt once and then stays.

A host may tell the key, or its fingerprint, beforehand. If nobody has, the key is taken from the first signed
answer to a letter of ours: the id of that letter is known to nobody who has not read our mail. From then on
whatever another key has signed counts for nothing, until the player says that the key has changed.
"""

from __future__ import annotations

from dataclasses import replace

from client.profile.profile import House
from engine.errors import Refused
from engine.record.letters.key import PublicKey


class NotTrusted(Refused):
    """Something is signed, but not by a key that is known to be the server's."""


def trusting(house: House, signer: PublicKey, *, answers_ours: bool) -> House:
    """The server as it is known when this key has signed something; NotTrusted if it may not."""
    if house.key == signer:
        return house
    if house.fingerprint_known not in ("", signer.fingerprint):
        raise NotTrusted(
            "server/other-key",
            "this is signed by another key than that of {server}: its fingerprint is {found}, and the one "
            "known here is {known}. It counts for nothing. If the host tells you that the key has changed, "
            "say `grubenpost trust` and the new fingerprint",
            server=house.name,
            found=signer.fingerprint,
            known=house.fingerprint_known,
        )
    if not (house.fingerprint_known or answers_ours):
        raise NotTrusted(
            "server/no-key",
            "the key of {server} is not known here, so nothing that it mails can be believed yet. "
            "`grubenpost games` asks it something, and learns the key from the answer; `grubenpost trust` "
            "takes it as the host tells it",
            server=house.name,
        )
    return replace(house, key=signer, fingerprint=signer.fingerprint)
