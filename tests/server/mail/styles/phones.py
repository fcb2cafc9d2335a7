"""Phones that put an advertisement under the words, and the quoted mail below it without a header."""

from __future__ import annotations

from tests.server.mail.styles import Style

_TABLE = """
English; iPhone; Sent from my iPhone
English; iPad; Sent from my iPad
English; Galaxy; Sent from my Galaxy
English; Samsung; Sent from Samsung Mobile
English; Outlook for Android; Get Outlook for Android
English; Outlook for iOS; Sent from Outlook for iOS
English; Yahoo app; Sent from Yahoo Mail on Android
English; Proton app; Sent from Proton Mail Android
English; K-9; Sent from my Android device with K-9 Mail. Please excuse my brevity.
English; BlueMail; Sent with BlueMail
German; iPhone; Von meinem iPhone gesendet
German; iPad; Gesendet von meinem iPad
German; GMX app; Gesendet mit der GMX Mail App
German; web.de app; Gesendet mit der WEB.DE Mail App
German; Samsung; Von meinem Samsung Galaxy Smartphone gesendet.
German; K-9; Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.
Russian; iPhone; Отправлено с iPhone
Russian; Mail.ru app; Отправлено из мобильной Почты Mail
Russian; Yandex app; Отправлено из мобильной Яндекс Почты
French; iPhone; Envoyé de mon iPhone
Spanish; iPhone; Enviado desde mi iPhone
Portuguese; iPhone; Enviado do meu iPhone
Italian; iPhone; Inviato da iPhone
Dutch; iPhone; Verstuurd vanaf mijn iPhone
Polish; iPhone; Wysłane z iPhone'a
Swedish; iPhone; Skickat från min iPhone
Danish; iPhone; Sendt fra min iPhone
Czech; iPhone; Odesláno z iPhonu
Finnish; iPhone; Lähetetty iPhonesta
Chinese; iPhone; 发自我的iPhone
Japanese; iPhone; iPhoneから送信
Korean; iPhone; 나의 iPhone에서 보냄
Turkish; iPhone; iPhone'umdan gönderildi
"""


def _styles(row: str) -> list[Style]:
    language, program, below = row.split("; ", 2)
    return [Style(f"{program} without a header", language, "", marked=False, below=below)]


STYLES = [style for row in _TABLE.strip().split("\n") for style in _styles(row)]
