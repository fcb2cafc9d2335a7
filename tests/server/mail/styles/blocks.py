"""Programs that put a block of From, Sent, To and Subject above the quoted mail, and mark nothing."""

from __future__ import annotations

from tests.server.mail.styles import Style

_ADDRESS = "grubenpost@pit.example.org"

# Language; the words for From, Sent, To, Subject and Cc; a date as the language writes it.
_WORDS = """
English; From, Sent, To, Subject; Tuesday, February 3, 2026 10:11 AM
German; Von, Gesendet, An, Betreff; Dienstag, 3. Februar 2026 10:11
Russian; От, Отправлено, Кому, Тема; 3 февраля 2026 г. 13:11
Ukrainian; Від, Надіслано, Кому, Тема; 3 лютого 2026 р. 13:11
French; De, Envoyé, À, Objet; mardi 3 février 2026 10:11
Spanish; De, Enviado, Para, Asunto; martes, 3 de febrero de 2026 10:11
Portuguese; De, Enviado, Para, Assunto; terça-feira, 3 de fevereiro de 2026 10:11
Italian; Da, Inviato, A, Oggetto; martedì 3 febbraio 2026 10:11
Dutch; Van, Verzonden, Aan, Onderwerp; dinsdag 3 februari 2026 10:11
Polish; Od, Wysłano, Do, Temat; wtorek, 3 lutego 2026 10:11
Czech; Od, Odesláno, Komu, Předmět; úterý 3. února 2026 10:11
Slovak; Od, Odoslané, Komu, Predmet; utorok 3. februára 2026 10:11
Hungarian; Feladó, Elküldve, Címzett, Tárgy; 2026. február 3., kedd 10:11
Romanian; De la, Trimis, Către, Subiect; marți, 3 februarie 2026 10:11
Swedish; Från, Skickat, Till, Ämne; den 3 februari 2026 10:11
Danish; Fra, Sendt, Til, Emne; 3. februar 2026 10:11
Norwegian; Fra, Dato, Til, Emne; tirsdag 3. februar 2026 kl. 10:11
Finnish; Lähettäjä, Lähetetty, Vastaanottaja, Aihe; tiistai 3. helmikuuta 2026 10.11
Turkish; Gönderen, Gönderildi, Kime, Konu; 3 Şubat 2026 Salı 10:11
Greek; Από, Στάλθηκε, Προς, Θέμα; Τρίτη, 3 Φεβρουαρίου 2026 10:11
Vietnamese; Từ, Đã gửi, Đến, Chủ đề; 3 tháng 2, 2026 10:11
Catalan; De, Enviat, Per a, Assumpte; dimarts, 3 de febrer de 2026 10:11
Chinese; 发件人, 发送时间, 收件人, 主题; 2026年2月3日 10:11
Japanese; 差出人, 送信日時, 宛先, 件名; 2026年2月3日 10:11
Korean; 보낸 사람, 보낸 날짜, 받는 사람, 제목; 2026년 2월 3일 화요일 오전 10:11
"""


def _outlook(row: str) -> list[Style]:
    """Outlook on the desk, in the web, and on the phone, in a language."""
    language, words, date = row.split("; ")
    sender, sent, to, subject = words.split(", ")
    block = f"{sender}: Grubenpost <{_ADDRESS}>\n{sent}: {date}\n{to}: Anna <anna@example.org>\n{subject}: "
    block += "[your turn] Grubenpost g66h1n"
    bold = "\n".join("*{}:*{}".format(*line.split(":", 1)) for line in block.split("\n"))
    found = [
        Style("Outlook desktop", language, block, marked=False),
        Style("Outlook web", language, f"________________________________\n{block}", marked=False),
    ]
    if language in ("English", "German", "Russian", "French"):
        spaced = block.replace(": ", " : ", 1).replace("\n", "\n\n")
        found += [
            Style("Outlook bold", language, bold, marked=False),
            Style("Windows Mail", language, spaced, marked=False),
            Style("Outlook with marks", language, f"-----Original Message-----\n{block}", marked=True),
        ]
    return found


_OTHERS = [
    Style(
        "GMX web",
        "German",
        f'Gesendet: Dienstag, 3. Februar 2026 um 10:11\nVon: "Grubenpost" <{_ADDRESS}>\n'
        "An: anna@example.org\nBetreff: [your turn] Grubenpost g66h1n",
        marked=False,
    ),
    Style(
        "web.de web",
        "German",
        f'Gesendet: Dienstag, 03. Februar 2026 um 10:11 Uhr\nVon: "Grubenpost" <{_ADDRESS}>\n'
        "An: anna@example.org\nBetreff: [dein Zug] Grubenpost g66h1n",
        marked=False,
    ),
    Style(
        "Lotus Notes",
        "German",
        f"Von:\tGrubenpost <{_ADDRESS}>\nAn:\tanna@example.org\nDatum:\t03.02.2026 10:11\n"
        "Betreff:\t[your turn]",
        marked=False,
    ),
    Style(
        "Yahoo from a phone",
        "English",
        f"From:\n Grubenpost <{_ADDRESS}>;\nTo:\n Anna <anna@example.org>;\nSubject:\n [your turn]\n"
        "Sent:\n Tue, Feb 3, 2026 10:11 AM",
        marked=False,
    ),
    Style(
        "Exchange web",
        "English",
        f"________________________________\nFrom: Grubenpost [{_ADDRESS}]\nSent: 03 February 2026 10:11\n"
        "To: Anna\nSubject: [your turn] Grubenpost g66h1n",
        marked=False,
    ),
    Style(
        "QQ",
        "Chinese",
        f'------------------ 原始邮件 ------------------\n发件人: "Grubenpost" <{_ADDRESS}>;\n'
        '发送时间: 2026年2月3日(星期二) 上午10:11\n收件人: "anna"<anna@example.org>;\n主题: [your turn]',
        marked=False,
    ),
    Style(
        "163",
        "Chinese",
        f"---- 回复的原邮件 ----\n| 发件人 | Grubenpost<{_ADDRESS}> |\n| 发送日期 | 2026年2月3日 10:11 |\n"
        "| 收件人 | anna@example.org |\n| 主题 | [your turn] |",
        marked=False,
    ),
    Style(
        "Naver",
        "Korean",
        f'-----Original Message-----\nFrom: "Grubenpost"<{_ADDRESS}>\nTo: <anna@example.org>\nCc:\n'
        "Sent: 2026-02-03 (화) 10:11:07 (GMT+09:00)\nSubject: [your turn]",
        marked=False,
    ),
    Style(
        "Zimbra web",
        "English",
        f'From: "Grubenpost" <{_ADDRESS}>\nTo: "Anna" <anna@example.org>\n'
        "Sent: Tuesday, February 3, 2026 10:11:07 AM\nSubject: [your turn] Grubenpost g66h1n",
        marked=False,
    ),
    Style(
        "HCL Notes in one line",
        "English",
        f"From: Grubenpost <{_ADDRESS}> To: anna@example.org Date: 02/03/2026 10:11 AM Subject: [your turn]",
        marked=False,
    ),
]

STYLES = [style for row in _WORDS.strip().split("\n") for style in _outlook(row)] + _OTHERS
