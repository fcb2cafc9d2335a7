r"""Notices of mail servers that are written for people: that a mail came back, or is late.

Many systems have forms of their own, with no field that tells. The signs are who sends a mail, how
its subject begins, how its text begins, a copy of the returned mail in it, and a line from the talk
of two mail servers. It takes two of them, one being the sender or the subject, or else all the
others, or a copy with its whole header in the text. Somebody who writes that a mail was undeliverable
shows one at most.
"""

from __future__ import annotations

from typing import Final

from engine.mail.mime import Part
from server.mail.phrases import one_of

_LOOK_AT: Final = 20_000
_FIRST_LINES: Final = 16

_MAIL = r"(?:e?-?mail|message)"
_FAILURE = r"(?:fail|problem|error|warning|report)"
_SUBJECT = one_of(
    rf"""
    undeliver
    non[- _]?deliver
    delivery (?:status |has |of \S+ )?(?:fail|notification|report|status|problem|delay|error|warning)
    mail ?server (?:error|report|status)
    {_MAIL} (?:system )?(?:delivery|transport|transfer|status)?[ _-]{{0,3}}(?:has )?{_FAILURE}
    {_MAIL} (?:delivery )?(?:status|could not|couldn't|not (?:delivered|sent)|delay|undeliver|rejected)
    {_MAIL} you sent (?:was )?blocked
    {_MAIL} \S{{1,80}} delayed
    your {_MAIL}\b[^\n]{{0,120}}? (?:could not|couldn't|was not|wasn't|has not)
    failure (?:notice|delivery|notification)
    fail(?:ed|ure) (?:{_MAIL}|delivery|to deliver)
    permanent (?:delivery )?(?:failure|error)
    returned? (?:{_MAIL}|to sender)
    delayed {_MAIL}
    sorry, your message
    there was an error sending
    automatically rejected
    considered unsolicited
    could not (?:be )?deliver
    processing error
    \S+@\S+ - user unknown
    unzustellbar
    nicht (?:zugestellt|zustellbar)
    zustellung (?:fehlgeschlagen|nicht möglich|verzögert)
    (?:e?-?mail|nachricht) konnte nicht
    zustellfehler
    fehler bei der zustellung
    non[_ ]remis
    échec de (?:la )?(?:remise|distribution|livraison)
    message non (?:distribué|remis)
    no se (?:puede|pudo) entregar
    (?:mensaje |correo )?(?:no entregad|devuelto)
    non recapitabil
    mancata consegna
    consegna non riuscita
    não (?:foi )?(?:possível entregar|entregue)
    falha (?:na|de) entrega
    onbestelbaar
    niedostarcz
    nie (?:można|udało się) dostarczyć
    nedoručiteln
    kézbesíthetetlen
    (?:iletilemedi|teslim edilemedi)
    (?:ваше |ваш )?(?:сообщение |письмо )?не ?доставлен
    (?:ваше )?(?:сообщение|письмо) не может быть
    ошибка доставки
    уведомление о (?:не)?доставке
    повідомлення не доставлен
    (?:配信不能|配信エラー|送信できません|不達)
    (?:邮件传输失败|系统退信|退信|投递失败|未送达|無法傳遞)
    (?:배달되지|반송)
    """,
    before=r"\W{0,4}(?:\[\w+\] ?)?(?:(?:warning|notification): ?)?\W{0,3}",
)

_NOT = r"(?:could|can|was|were|has|have|did)(?: ?not|n't|'t)|not|never"
_ARRIVED = r"(?:been |be )?(?:deliver|reach|sent|accept)"
_COMES_BACK = r"(?:rejected|blocked|returned|bounced|delayed|undeliverable|delivery problems)"
_OPENING = one_of(
    rf"""
    (?:hi\.? )?this is the (?:mail|e-?mail|qmail-send|deliver|machine)
    this (?:{_MAIL}|notification|report) (?:was|is) (?:created|generated|sent) automatically
    this is an? (?:automat|advisory|machine|system|permanent|delivery)
    (?:sorry|unfortunately|i'm (?:sorry|afraid)|we(?: are|'re) sorry)\b[^\n]{{0,60}}?deliver
    (?:we were unable|i was(?:n't| not) able|unable) to deliver
    (?:i'm )?sorry to have to inform you
    (?:could not|couldn't) deliver
    (?:your|an?|the|the following) (?:original )?{_MAIL}\b[^\n]{{0,100}}?\b(?:{_NOT}) (?:yet )?{_ARRIVED}
    (?:your|a|the) {_MAIL}\b[^\n]{{0,80}}?\b{_COMES_BACK}
    your {_MAIL}\W*$
    del[ie]very (?:to|of|has|attempts?|fail|error|status)\b
    (?:the )?following (?:address|recipient|user|{_MAIL})
    did(?: not|n't) reach
    failed (?:recipient|address|to deliver)
    message (?:not delivered|could not|from interscan)
    mail (?:could not|delivery)
    the original message was received at
    -{{3,}} (?:the following addresses|(?:the )?transcript|failed)
    undeliverable (?:to|address|mail|message)
    invalid final delivery
    (?:ihre|die|deine) (?:e?-?mail|nachricht)\b[^\n]{{0,100}}?nicht
    diese (?:e?-?mail|nachricht) wurde automatisch
    (?:votre message|[st]u mensaje|il (?:tuo |suo )?messaggio|sua mensagem|uw bericht|twoja wiadomość)
    (?:это|данное|ваше) (?:письмо|сообщение)
    к сожалению
    (?:您的邮件|你的邮件|抱歉)
    (?:次の|以下の)(?:宛先|受信者|あて先)
    """,
    before=r"\W{0,60}",
)
_TALK = one_of(
    r"""
    (?:^|[\s(<'"])[45]\d\d[ -]\(?#?[45]\.\d{1,3}\.\d{1,3}\b
    #[45]\.\d{1,3}\.\d{1,3}\b
    (?:^|[\s(<'"])5[05]\d[ -][a-z<#(]
    \bRCPT TO:? ?<
    ^Remote host said:
    """
)
_COPY_OF_HEADER = one_of(
    r"""
    (?P<back>Return-Path:[ \t]*<)
    (?P<way>Received: (?:from|by)\s)
    (?P<name>Message-ID:[ \t]*<)
    """,
    before=r"^[ \t]{0,8}",
)
_COPY = one_of(
    r"""
    below (?:this|the next) line is a copy
    this is a copy of
    (?:your )?(?:original|returned|unsent) (?:message|mail)
    (?:the )?message (?:text |headers? )?follows?
    (?:the )?headers? and
    start of returned
    (?:included is )?a copy of the (?:original )?message
    ursprüngliche nachricht
    исходное (?:сообщение|письмо)
    """,
    before=r"^[ \t>*=_-]{0,80}",
)
_OF_OTHERS = one_of(r"(?:[ \t]*>|-{2,}\s*(?:forwarded|weitergeleitet|пересл)|begin forwarded)")
_RETURNED = frozenset({"message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers"})


def is_notice(mail: Part, from_a_server: bool, subject: str, words: str) -> bool:
    """Whether a mail server wrote this about a mail that it could not deliver."""
    words = words[:_LOOK_AT]
    opening, copy, talk = _begins_as_notice(words), _returns_a_mail(mail, words), bool(_TALK.search(words))
    if from_a_server:
        return opening or copy or talk or _SUBJECT.match(subject) is not None
    if _SUBJECT.match(subject):
        return opening or copy
    return (opening and copy and talk) or _has_whole_header(words)


def own_parts(mail: Part) -> list[Part]:
    """The parts of the mail itself, without those of a mail that is returned or forwarded in it."""
    return [mail, *(inner for part in ([] if mail.is_message else mail.parts) for inner in own_parts(part))]


def said(words: str) -> str:
    """The words of the server, without the copy of the mail that it returns."""
    words = words[:_LOOK_AT]
    cuts = [found.start() for cut in (_COPY_OF_HEADER, _COPY) if (found := cut.search(words))]
    told = words[: min(cuts, default=None)]
    return told if told.strip() else words


def _begins_as_notice(words: str) -> bool:
    lines = [line for line in words.split("\n") if line.strip()]
    for line in lines[:_FIRST_LINES]:
        if _OF_OTHERS.match(line):
            return False
        if _OPENING.match(line[:400].replace("’", "'")):
            return True
    return False


def _has_whole_header(words: str) -> bool:
    """Whether there are fields, unmarked, that mail programs don't show when they quote or forward."""
    return len({found.lastgroup for found in _COPY_OF_HEADER.finditer(words)}) >= 2


def _returns_a_mail(mail: Part, words: str) -> bool:
    return any(part.kind in _RETURNED for part in own_parts(mail)) or bool(_COPY_OF_HEADER.search(words))
