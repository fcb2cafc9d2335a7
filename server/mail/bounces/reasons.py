r"""Reasons for which a mail was refused: there is nobody at its address, or one that may pass.

Only the first kind counts towards giving somebody up, so in doubt it is the second. Servers use the
status codes of RFC 3463 loosely: many say 5.0.0 or 5.7.1 of an unknown user, and some 5.1.1 of a
full mailbox. What their words say plainly therefore goes before the status.

    hard    5.1.0 5.1.1 5.1.2 5.1.3 5.1.4 5.1.6 5.1.10: no such mailbox, no such domain, moved
            5.4.4, 5.4.310: no such host
    soft    every other: full or disabled mailbox (5.2.x), size (5.3.4), too slow or looping (5.4.x),
            policy, spam, who sends (5.7.x, 5.1.7, 5.1.8), and whatever begins with 4
"""

from __future__ import annotations

import re
from typing import Final

from server.mail.phrases import one_of

LONGEST: Final = 4000
"""The most characters that are read of the words of a server."""

_GONE_STATUS = frozenset("5.1.0 5.1.1 5.1.2 5.1.3 5.1.4 5.1.6 5.1.10 5.4.4 5.4.310".split())
_NEVER_GONE = ("2", "4", "5.2.2", "5.3.4")

_WHO = r"(?:(?:e-?mail )?address(?:ee|es)?|recipients?|users?|user ?(?:id|name)|mail ?box(?:es)?|accounts?)"
_MISSING = r"(?:unknown|no such|non-?existent|invalid|bad|unrout(?:e)?able|not a valid|isn't a known)"
_NOT_THERE = (
    r"(?:unknown|invalid|non-?existent|unrout(?:e)?able|(?:not|doesn't|no longer) (?:be )?"
    r"(?:found|known|exists?|existing|recogni[sz]ed|listed|registered|valid|here|local|in use|on server))"
)
_ITS = r"(?:[^.\n;]|\.(?=\S)){0,60}?"  # in the same sentence
_GONE = one_of(
    rf"""
    \b{_MISSING} (?:local |virtual )?{_WHO}
    \b{_WHO}\b{_ITS}\b{_NOT_THERE}
    \b(?:unknown|no such|non-?existent) (?:host|domain|local[ -]?part|person|email)
    \b(?:host|domain)\b{_ITS}\b(?:unknown|not found|(?:does not|doesn't) exist)
    \bno (?:mail ?box|account|user|one|recipient)s?\b{_ITS}\b(?:by|with|under|of|here|at|found|for)\b
    \bnot (?:an? )?(?:valid|known|existing|local|registered|our) (?:user|recipient|mailbox|account|customer)
    \b(?:could not|couldn't|cannot|can't) (?:be found|be resolved)
    \b(?:could not|couldn't|cannot|can't) find (?:the )?(?:user|mailbox|recipient|domain)
    \b(?:account|mailbox|address) (?:has been |was |is )?(?:closed|deleted|removed|terminated)\b
    \b(?:does not|doesn't) have an? \S{{1,40}} account\b
    \baction not taken: mailbox unavailable
    \bhas moved\b
    \bno longer (?:works|employed)\b
    \bbad_recipient\b
    \binvalid final delivery userid\b
    \bnxdomain\b
    \bname or service not known\b
    \b(?:empfänger|benutzer|adresse|postfach|konto){_ITS}(?:unbekannt|existiert nicht|nicht gefunden)
    \bunbekannte[rs]? (?:empfänger|benutzer|adresse)
    \b(?:utilisateur|destinataire|adresse){_ITS}(?:inconnue?|n'existe pas|introuvable)
    \b(?:usuario|destinatario|dirección|usuário|endereço){_ITS}(?:descon(?:oc|hec)ido|n(?:o|ão) existe)
    \b(?:utente|indirizzo|casella|destinatario){_ITS}(?:sconosciut|inesistente|non esiste)
    (?:пользовател|адресат|получател|ящик|адрес){_ITS}не (?:найден|существует)
    нет такого (?:пользователя|адреса|ящика)
    użytkownik{_ITS}nie istnieje
    nie ma takiego (?:użytkownika|konta|adresu)
    (?:用户|收件人|邮箱|地址)[^。\n]{{0,20}}?(?:不存在|未找到|找不到)
    宛先[^。\n]{{0,20}}?(?:不明|見つかりません)
    """
)
_PASSES = one_of(
    r"""
    quota
    \b(?:mail ?box|inbox|storage|disk|space)\b[^.\n]{0,40}?\b(?:full|exceed|limit)
    \bfull (?:mail|in)box\b
    \bexceed\w*[^.\n]{0,40}?\b(?:storage|space|allocat|size|limit)
    \binsufficient\b
    \btoo (?:large|big|long|many)\b
    \bsize\b[^.\n]{0,30}?\b(?:exceed|limit|maximum|too)
    \bspam
    \bunsolicited\b
    \b(?:junk|bulk) ?e?-?mail\b
    \b(?:black|block|deny) ?list
    \bblocked\b
    \b(?:dns|r)bl\b
    \breputation\b
    \b(?:virus|malware|phish)
    \b(?:dmarc|dkim|spf)\b
    \bgr[ea]y ?list
    \bpolicy (?:reason|violation)
    \brate[ -]limit
    \btry again\b
    \btemporar(?:y|ily)\b
    \bnot yet (?:been )?delivered\b
    \bstill being retried\b
    \bcontinue (?:trying|to (?:try|be))\b
    \b(?:delayed|postponed|deferred)\b
    \btimed? ?out\b
    \b(?:malformed|unexpected) (?:or unexpected )?(?:name server|dns)
    \brelay\w*[^.\n]{0,30}?\b(?:denied|not (?:permitted|allowed)|prohibited)
    \bsender\b[^.\n]{0,30}?\b(?:reject|denied|verify|not exist)
    \b(?:disabled|suspended|deactivated|inactive|locked|frozen)\b
    \bnot active\b
    \bpostfach\b[^.\n]{0,30}?\bvoll\b
    \bboîte\b[^.\n]{0,30}?\bpleine\b
    \b(?:lleno|llena|piena|cheia|pełna)\b
    переполнен
    容量
    """
)
_ADDRESS = re.compile(r"[^\s<>()\[\]:;,\"'@]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}")
_OF_THE_MAIL = re.compile(r"^[ \t>]*(?:subject|to|cc|from|date|sent|betreff|тема)[ \t]*:[^\n]*", re.I | re.M)
_BLANKS = re.compile(r"[ \t]+")


def is_gone(status: str, words: str) -> bool:
    """Whether a refusal says that there is nobody at the address, as far as one can tell."""
    if status.startswith(_NEVER_GONE):
        return False
    plain = _plain(words[:LONGEST])
    if _PASSES.search(plain):
        return False
    return _GONE.search(plain) is not None or status in _GONE_STATUS


def _plain(words: str) -> str:
    """The words without addresses and without what they repeat of the mail itself: neither is a reason."""
    words = _OF_THE_MAIL.sub("", words.replace("’", "'"))
    return _BLANKS.sub(" ", _ADDRESS.sub("somebody", words))
