"""Signs that a machine wrote a mail, so that no two machines ever talk to each other.

Whoever answers must ask here first. A sealed letter is taken from any mail; only the answer is at
stake. What a machine says in its text is not looked at here: it is said in too many languages, and
people write such words too. A subject counts only where it begins as no person's does: people who
answer an answering machine write "Re:" before it.

A mailing list on the way is no machine that writes. Such a mail is its sender's, if it proves that,
and the server keeps silent only where nothing is proved. And a wish to get no automatic answer, as
Exchange adds it to what people write, is no sign at all.
"""

from __future__ import annotations

import re

from engine.mail.addresses import names_nobody
from engine.mail.header import Header, in_words, token_of
from server.mail.phrases import one_of

_ROBOT = one_of(
    r"""
    mail(?:er)?-?daemon
    mdaemon
    post_?master
    ndr
    mail\.delivery\.(?:sub)?system
    bounces?
    .+-bounces
    (?:do[._-]?not|no)[._-]?reply
    auto-?(?:reply|respond|responder|answer)
    listserv
    majordomo
    microsoftexchange[0-9a-f]{32}
    """,
    behind=r"(?:[+=._-].*)?",
)
_ROBOT_NAME = one_of(
    r"""
    (?:internet |e)?mail(?:er)?[ _-]?(?:daemon|administrator|system)
    (?:internet |e)?mail[ _-]deliver\w*(?:[ _-](?:subsystem|system|service|agent))?
    delivery (?:sub)?system
    post_?master
    """,
    before=r"\W*",
    behind=r"\W*",
)
_SOME_ROBOT = one_of(
    r"""
    mailer-?daemon
    mdaemon
    post_?master
    mail delivery
    system administrator
    """
)
_NO_WAY_BACK = re.compile(r"<\s*(?:mailer-?daemon(?:@[^<>]*)?)?\s*>", re.IGNORECASE)
_ANGLE = re.compile(r"<[^<>]*>")
_NOT_FROM_PEOPLE = frozenset({"auto_reply", "auto-reply", "autoreply", "bulk", "junk"})

# Fields that vacation programs, ticket systems and mail servers put into what they write.
_TELLTALE = frozenset(
    """
    x-boxtrapper x-cron-env x-failed-recipients x-jira-fingerprint x-ms-exchange-generated-message-source
    x-ms-exchange-message-is-ndr x-otrs-loop x-rt-loop-prevention
    """.split()
)
_TELLTALE_NAME = re.compile(
    r"auto-?(?:repl(?:y|ied)|respond(?:er)?|response|answer|generated)(?:$|-(?!suppress))"
)
_TELLTALE_VALUE = {
    "x-apple-action": re.compile(r"vacation", re.IGNORECASE),
    "x-fc-machinegenerated": re.compile(r"true", re.IGNORECASE),
    "x-post-messageclass": re.compile(r".*autoresponder", re.IGNORECASE),
    "x-mailer": re.compile(r".*(?:auto-?(?:repl|respon|answer)|vacation)", re.IGNORECASE),
    "user-agent": re.compile(r".*(?:auto-?(?:repl|respon|answer)|vacation)", re.IGNORECASE),
}
_DENIED = frozenset({"no", "none", "false", "0"})

# How answering machines begin a subject, in front of ours or alone.
_AWAY = one_of(
    r"""
    auto(?:mat(?:ic|ed|ically generated))?[ -]?(?:reply|response|respond(?:er)?|answer)
    out of (?:the )?office(?: auto(?:matic)?[ -]?(?:reply|response))?
    (?:vacation|away|absence) (?:reply|response|notice|message)
    ooo
    i am out of (?:the )?office
    automatische (?:(?:rück)?antwort|afwezigheidsmelding)
    abwesenheit(?:s(?:notiz|nachricht|meldung|assistent))?
    automatisch antwoord
    afwezigheidsbericht
    réponse automatique
    message (?:automatique )?d['’]absence
    respuesta automática
    risposta automatica
    resposta autom[áà]tica
    autosvar
    automatiskt? svar
    automaattinen vastaus
    poissaoloviesti
    autoodpowiedź
    odpowiedź automatyczna
    automatyczna odpowiedź
    automatická odpov(?:ěď|eď)
    automatikus válasz
    răspuns automat
    automatski odgovor
    otomatik (?:yanıt|cevap)
    αυτόματη απάντηση
    תשובה אוטומטית
    رد تلقائي
    автоответ(?:чик)?
    автоматический ответ
    автоматична відповідь
    автовідповідь
    自動(?:応答|返信|回覆)
    自动(?:答复|回复)
    자동 ?(?:응답|회신)
    """,
    before=r"\W{0,3}",
    behind=r"\W{0,3}(?:$|[:：\])】-]| re\b)",
)
# And how they do where a person might too, so that it counts only in front of the subject of ours.
_AWAY_TOO = one_of(
    r"""
    auto
    away
    (?:on )?vacation
    on holidays?
    absent(?: du bureau)?
    abwesend
    afwezig
    absence
    frånvar(?:o|ande)
    fraværende
    fuera de (?:la )?oficina
    fuori (?:sede|ufficio)
    (?:в )?отпуске?
    """,
    before=r"\W{0,3}",
    behind=" ?[:：]",
)


def why_automatic(header: Header, sender: str) -> str:
    """The name of the field that gives the machine away, or an empty text for a person's mail."""
    submitted = (token_of(value).partition("(")[0].strip() for value in header.every("auto-submitted"))
    if any(value not in ("", "no") for value in submitted):
        return "auto-submitted"
    if _NO_WAY_BACK.fullmatch(header.first("return-path")):
        return "return-path"
    if token_of(header.first("content-type")) == "multipart/report":
        return "content-type"
    for name in ("precedence", "x-precedence", "preference"):
        if any(token_of(value) in _NOT_FROM_PEOPLE for value in header.every(name)):
            return name
    if telltale := [name for name in header.names if _tells(header, name, sender)]:
        return min(telltale)
    if is_robot(header, sender):
        return "from"
    return "subject" if _is_away(header) else ""


def why_relayed(header: Header) -> str:
    """The name of the field that a mailing list or a forwarder has added, or an empty text."""
    if any(token_of(value) == "list" for value in header.every("precedence")):
        return "precedence"
    marks = [
        name
        for name in header.names
        if name.startswith("list-") or name in ("mailing-list", "x-mailing-list", "x-loop", "x-no-ack")
    ]
    return min(marks, default="")


def is_robot(header: Header, sender: str) -> bool:
    """Whether the mail names as its sender nobody, or a part of some mail server."""
    fields = header.every("from")
    if names_nobody(fields):
        return True
    if not sender:  # an address of an odd form, or more than one
        return any(_SOME_ROBOT.search(in_words(field)) for field in fields)
    name = in_words(fields[0])
    beside = _ANGLE.sub(" ", name) if "<" in name else name.replace(sender, " ")
    return _ROBOT.fullmatch(sender.partition("@")[0]) is not None or _ROBOT_NAME.fullmatch(beside) is not None


def _tells(header: Header, name: str, sender: str) -> bool:
    if name == "x-loop":  # of a machine that knows its own mail by it; forwarders add theirs to people's
        return bool(sender) and any(sender.lower() in value.lower() for value in header.every(name))
    if name in _TELLTALE:
        return True
    value = header.first(name)
    if (wanted := _TELLTALE_VALUE.get(name)) is not None:
        return wanted.match(value) is not None
    return _TELLTALE_NAME.search(name) is not None and token_of(value) not in _DENIED


def is_away_subject(subject: str) -> bool:
    """Whether a subject begins as only those of answering machines do, or as some of them do."""
    return any(away.match(begun) for away in (_AWAY, _AWAY_TOO) for begun in (subject, f"{subject}:"))


def _is_away(header: Header) -> bool:
    subject = in_words(header.first("subject"))
    if _AWAY.match(subject):
        return True
    answers = header.first("in-reply-to") or header.first("references")
    return _AWAY_TOO.match(subject) is not None and (bool(answers) or "office" in subject)
