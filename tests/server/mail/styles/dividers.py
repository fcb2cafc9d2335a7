"""Programs that draw a line, with or without words in it, above a mail that they do not mark."""

from __future__ import annotations

from tests.server.mail.styles import Style

_TABLE = """
English; Outlook Express; -----Original Message-----
English; Thunderbird inline; -------- Original Message --------
English; Proton Mail older; ------- Original Message -------
English; three dashes; --- Original Message ---
English; three dashes and a date; --- On 3 Feb 2026 Grubenpost wrote ---
English; equals signs; ==== Original message ====
English; a row of equals signs; ==========
English; a row of underscores; ______________
English; a row of dashes; ----------
English; a long row of dashes; ------------------------------------------
English; Gmail forward; ---------- Forwarded message ---------
English; Apple forward; Begin forwarded message:
English; Samsung; -------- Original message --------
German; Outlook Express; -----Ursprüngliche Nachricht-----
German; Thunderbird inline; -------- Original-Nachricht --------
German; Samsung; -------- Ursprüngliche Nachricht --------
German; GMX app; --- Ursprüngliche Nachricht ---
German; Apple forward; Anfang der weitergeleiteten Nachricht:
Russian; Outlook Express; -----Исходное сообщение-----
Russian; Samsung; -------- Исходное сообщение --------
Russian; Mail.ru forward; -------- Пересылаемое сообщение --------
Russian; three dashes; --- Исходное сообщение ---
French; Outlook Express; -----Message d'origine-----
French; Samsung; -------- Message d'origine --------
Spanish; Outlook Express; -----Mensaje original-----
Italian; Outlook Express; -----Messaggio originale-----
Italian; Libero; ----Messaggio originale----
Portuguese; Outlook Express; -----Mensagem original-----
Dutch; Outlook Express; -----Oorspronkelijk bericht-----
Polish; Outlook Express; -----Wiadomość oryginalna-----
Polish; WP; Dnia 3 lutego 2026 10:11 Grubenpost <grubenpost@pit.example.org> napisał(a):
Czech; Seznam; ---------- Původní e-mail ----------
Swedish; Outlook Express; -----Ursprungligt meddelande-----
Hungarian; Outlook Express; -----Eredeti üzenet-----
Turkish; Outlook Express; -----Özgün İleti-----
Chinese; Foxmail; ------------------ Original ------------------
Japanese; Outlook Express; -----元のメッセージ-----
Korean; Daum; --------- 원본 메일 ---------
"""

STYLES = [
    Style(f"{program}, a divider", language, heading, marked=False)
    for language, program, heading in (row.split("; ", 2) for row in _TABLE.strip().split("\n"))
]
