"""The words by which mail programs of many languages introduce what they quote.

All in small letters, separated by bars. A language is added by adding its words here.
"""

from __future__ import annotations

import re


def _words(*lines: str) -> list[str]:
    """The longest first, so that an alternation of them takes as much as it can."""
    found = {word for line in lines for word in line.split("|")}
    return sorted(found, key=lambda word: (-len(word), word))


def _any(*lines: str) -> str:
    return "|".join(map(re.escape, _words(*lines)))


# "On Tuesday Anna wrote:"
ON = re.compile(
    r"(?:-{3,5} )?(?:"
    + _any("on|at|am|le|el|il|op|em|no|na|den|dne|dňa|dnia|w dniu|la|în|în data|в|у|на|στις|vào|pada")
    + r")(?=\s)"
)
WROTE = re.compile(
    r"(?<!\w)(?:"
    + _any(
        "wrote|writes|schrieb|schreibt|schreef|skrev|kirjoitti|a écrit|écrivait|escribió|ha escrito",
        "va escriure|escreveu|ha scritto|a scris|pisze|napisał|napisała|napisał(a)|napísal|napísal(a)",
        "napsal|napsala|napsal(a)|je napisal|je napisao|пишет|писал|писала|писал(а)|написал|написала",
        "написал(а)|пише|писав|писала|написав|написав(-ла)|написа|напісаў|піша|је написао/ла|írta|yazdı",
        "έγραψε|كتب|כתב|نوشت|geschreven|geschrieben|đã viết|menulis|escribiu|idatzi du|missatge de|quoting",
        "zitat von|skrifaði|kirjutas|rakstīja|rašė|napisao je|je napisala|napisala|napisana|sent|scrisse",
    )
    + rf")(?!\w)|{_any('書きました|のメール|写道|寫道|작성|ने लिखा|เขียนว่า')}"
)

# The block that Outlook and its kin put above a mail that they quote: each line's label, and its part in it.
_FROM = _words(
    "from|von|от|от кого|de|da|van|od|från|fra|lähettäjä|kimden|gönderen|feladó|від|expéditeur",
    "de la|từ",
    "remitente|mittente|afzender|nadawca|odesílatel|odosielateľ|από|发件人|寄件者|差出人|보낸사람|보낸 사람",
)
_SENT = _words(
    "sent|date|gesendet|datum|дата|отправлено|отправлен|envoyé|enviado|enviado el|fecha|inviato|data",
    "verzonden|wysłano|skickat|sendt|dato|lähetetty|päivämäärä|päiväys|odesláno|odoslané|elküldve|dátum",
    "στάλθηκε|enviat|đã gửi|发送日期",
    "gönderildi|gönderme tarihi|tarih|надіслано|trimis|ημερομηνία|发送时间|日期|送信日時|日付|보낸 날짜|날짜",
)
_TO = _words(
    "to|an|кому|à|a|para|aan|do|till|til|vastaanottaja|komu|címzett|kime|către|προς|destinataire",
    "per a|đến",
    "收件人|收件者|宛先|받는사람|받는 사람",
)
_SUBJECT = _words(
    "subject|betreff|тема|objet|asunto|assunto|oggetto|onderwerp|temat|ämne|emne|aihe|předmět|predmet",
    "assumpte|chủ đề",
    "tárgy|konu|subiect|θέμα|主题|主旨|件名|제목",
)
ROLES = {
    **dict.fromkeys(_FROM, "from"),
    **dict.fromkeys(_SENT, "sent"),
    **dict.fromkeys(_TO, "to"),
    **dict.fromkeys(_SUBJECT, "subject"),
}

# What stands above a forwarded mail without dashes around it.
FORWARDED = frozenset(
    _words(
        "begin forwarded message|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail",
        "начало переадресованного сообщения|début du message réexpédié|inicio del mensaje reenviado",
        "inizio messaggio inoltrato|begin doorgestuurd bericht",
    )
)

# What phones and their programs write under each mail.
SENT_FROM = re.compile(
    r"(?:sent (?:from|with|via|using)|gesendet (?:von|vom|mit|über|aus)|отправлено (?:с|со|из|от|через)"
    r"|надіслано (?:з|із)|envoyé (?:de|depuis|à partir de)|enviado (?:desde|do|da|de)|inviato (?:da|dal)"
    r"|(?:verstuurd|verzonden) (?:vanaf|met|via)|(?:wysłane|wysłano) z|skickat från|sendt fra|lähetetty"
    r"|trimis (?:de pe|din)"
    r"|odesláno z|(?:get|télécharger|obtener|scarica|скачать) outlook (?:for|pour|para|per|для)) .{1,80}"
    r"|(?:von meine[mr]|diese (?:nachricht|e-mail) wurde) .{1,80} gesendet\.?"
    r"|発信元: .{1,40}|发自我的.{1,40}|.{1,20}から送信|.{1,40}d[ae]n gönderildi|.{1,20}에서 보냄"
)
