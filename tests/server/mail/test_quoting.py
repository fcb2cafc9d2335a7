"""What a player wrote is told from what a mail program added, in many languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mail.flowed import unflowed
from engine.mail.markup import readable
from server.mail.replies.quoting import own_lines
from tests.engine.record.mangles import flowed, mail_with
from tests.server.mail.samples import TURN_DE, TURN_EN, quoted

# One or more of each language, as its programs write them; some are broken into lines.
ATTRIBUTIONS = {
    "English, Gmail": "On Tue, Feb 3, 2026 at 10:11 AM Grubenpost <pit@example.org> wrote:",
    "English, Gmail, broken": "On Tue, Feb 3, 2026 at 10:11 AM Grubenpost <pit@example.org>\nwrote:",
    "English, broken twice": "On Tuesday, 3 February 2026,\nGrubenpost <pit@example.org>\nwrote:",
    "English, Thunderbird": "On 03/02/2026 10:11, Grubenpost wrote:",
    "English, mutt": "On Tue, Feb 03, 2026 at 10:11:07AM +0100, Grubenpost wrote:",
    "English, Emacs": "Grubenpost <pit@example.org> writes:",
    "English, name first": "Grubenpost <pit@example.org> wrote on Tue, 03 Feb 2026 at 10:11:",
    "English, s-nail": "Grubenpost <pit@example.org> wrote in\n <abc@example.org>:",
    "German, Gmail": "Am Di., 3. Feb. 2026 um 10:11 Uhr schrieb Grubenpost <pit@example.org>:",
    "German, Gmail, broken": "Am Di., 3. Feb. 2026 um 10:11 Uhr schrieb Grubenpost <\npit@example.org>:",
    "German, Thunderbird": "Am 03.02.26 um 10:11 schrieb Grubenpost:",
    "German, older": "Grubenpost schrieb am 03.02.2026 um 10:11:",
    "German, verb last": "Am 03.02.26, 10:11, Grubenpost <pit@example.org> schrieb:",
    "Russian, Gmail": "вт, 3 февр. 2026 г. в 13:11, Grubenpost <pit@example.org>:",
    "Russian, Gmail, broken": "вт, 3 февр. 2026 г. в 13:11, Grubenpost\n<pit@example.org>:",
    "Russian, Mail.ru": "Вторник, 3 февраля 2026, 13:11 +03:00 от Grubenpost <pit@example.org>:",
    "Russian, Thunderbird": "03.02.2026 13:11, Grubenpost пишет:",
    "Russian, Apple": "3 февр. 2026 г., в 13:11, Grubenpost <pit@example.org> написал(а):",
    "Russian, Yandex": '03.02.2026, 13:11, "Grubenpost" <pit@example.org>:',
    "Ukrainian": "вт, 3 лют. 2026 р. о 13:11 Grubenpost <pit@example.org> пише:",
    "French": "Le mar. 3 févr. 2026 à 10:11, Grubenpost <pit@example.org> a écrit :",
    "French, Thunderbird": "Le 03/02/2026 à 10:11, Grubenpost a écrit :",
    "Spanish": "El mar, 3 feb 2026 a las 10:11, Grubenpost (<pit@example.org>) escribió:",
    "Catalan": "El dia 3 de febr. 2026, a les 10:11, Grubenpost <pit@example.org> va escriure:",
    "Portuguese": "Em ter., 3 de fev. de 2026 às 10:11, Grubenpost <pit@example.org> escreveu:",
    "Italian": "Il giorno mar 3 feb 2026 alle ore 10:11 Grubenpost <pit@example.org> ha scritto:",
    "Dutch": "Op di 3 feb 2026 om 10:11 schreef Grubenpost <pit@example.org>:",
    "Polish": "wt., 3 lut 2026 o 10:11 Grubenpost <pit@example.org> napisał(a):",
    "Polish, broken": "wt., 3 lut 2026 o 10:11 Grubenpost\n<pit@example.org> napisał(a):",
    "Polish, Thunderbird": "W dniu 3.02.2026 o 10:11, Grubenpost pisze:",
    "Czech": "út 3. 2. 2026 v 10:11 odesílatel Grubenpost <pit@example.org> napsal:",
    "Slovak": "Dňa 3. 2. 2026 o 10:11 Grubenpost napísal(a):",
    "Hungarian": "Grubenpost <pit@example.org> ezt írta (időpont: 2026. febr. 3., K, 10:11):",
    "Swedish": "Den tis 3 feb. 2026 kl 10:11 skrev Grubenpost <pit@example.org>:",
    "Danish": "Den tirs. 3. feb. 2026 kl. 10.11 skrev Grubenpost <pit@example.org>:",
    "Norwegian": "tir. 3. feb. 2026 kl. 10:11 skrev Grubenpost <pit@example.org>:",
    "Finnish": "ti 3. helmik. 2026 klo 10.11 Grubenpost (pit@example.org) kirjoitti:",
    "Romanian": "În mar., 3 feb. 2026 la 10:11, Grubenpost <pit@example.org> a scris:",
    "Turkish": "Grubenpost <pit@example.org>, 3 Şub 2026 Sal, 10:11 tarihinde şunu yazdı:",
    "Greek": "Στις Τρί 3 Φεβ 2026 στις 10:11 π.μ., ο Grubenpost <pit@example.org> έγραψε:",
    "Chinese": "Grubenpost <pit@example.org> 于2026年2月3日周二 10:11写道：",
    "Japanese": "2026年2月3日(火) 10:11 Grubenpost <pit@example.org>:",
    "Korean": "2026년 2월 3일 (화) 오전 10:11, Grubenpost <pit@example.org>님이 작성:",
}

BLOCKS = {
    "English": "From: Grubenpost <pit@example.org>\nSent: Tuesday, February 3, 2026 10:11 AM\n"
    "To: anna@example.org\nSubject: game-1",
    "English, Cc between": "From: Grubenpost\nSent: Tuesday\nTo: anna@example.org;\nben@example.org\n"
    "Cc: Ben\nSubject: game-1",
    "English, bold": "**From:** Grubenpost\n**Sent:** Tuesday\n**To:** Anna\n**Subject:** game-1",
    "English, blank lines between": "From: Grubenpost\n\nDate: Tuesday\n\nTo: Anna\n\nSubject: game-1",
    "German": "Von: Grubenpost <pit@example.org>\nGesendet: Dienstag, 3. Februar 2026 10:11\n"
    "An: anna@example.org\nBetreff: game-1",
    "German, sent first": "Gesendet: Dienstag, 03. Februar 2026 um 10:11 Uhr\nVon: Grubenpost\nAn: Anna\n"
    "Betreff: game-1",
    "German, Apple": "Von: Grubenpost\nBetreff: game-1\nDatum: 3. Februar 2026 um 10:11\nAn: Anna",
    "Russian": "От: Grubenpost\nОтправлено: 3 февраля 2026 г. 13:11\nКому: Анна\nТема: game-1",
    "French": "De : Grubenpost\nEnvoyé : mardi 3 février 2026 10:11\nÀ : Anna\nObjet : game-1",
    "Spanish": "De: Grubenpost\nEnviado el: martes, 3 de febrero de 2026 10:11\nPara: Anna\nAsunto: game-1",
    "Portuguese": "De: Grubenpost\nEnviado: 3 de fevereiro de 2026\nPara: Anna\nAssunto: game-1",
    "Italian": "Da: Grubenpost\nInviato: martedì 3 febbraio 2026 10:11\nA: Anna\nOggetto: game-1",
    "Dutch": "Van: Grubenpost\nVerzonden: dinsdag 3 februari 2026 10:11\nAan: Anna\nOnderwerp: game-1",
    "Polish": "Od: Grubenpost\nWysłano: wtorek, 3 lutego 2026 10:11\nDo: Anna\nTemat: game-1",
    "Swedish": "Från: Grubenpost\nSkickat: den 3 februari 2026 10:11\nTill: Anna\nÄmne: game-1",
    "Danish": "Fra: Grubenpost\nSendt: 3. februar 2026 10:11\nTil: Anna\nEmne: game-1",
    "Finnish": "Lähettäjä: Grubenpost\nLähetetty: 3. helmikuuta 2026\nVastaanottaja: Anna\nAihe: game-1",
    "Chinese": "发件人: Grubenpost\n发送时间: 2026年2月3日 10:11\n收件人: Anna\n主题: game-1",
    "Japanese": "差出人: Grubenpost\n送信日時: 2026年2月3日 10:11\n宛先: Anna\n件名: game-1",
}

DIVIDERS = [
    "-----Original Message-----",
    "-----Ursprüngliche Nachricht-----",
    "-----Исходное сообщение-----",
    "-------- Original Message --------",
    "-------- Weitergeleitete Nachricht --------",
    "-------- Пересылаемое сообщение --------",
    "---------- Forwarded message ---------",
    "------------------ 原始邮件 ------------------",
    "________________________________",
    "Begin forwarded message:",
    "Anfang der weitergeleiteten Nachricht:",
]

PHONES = [
    "Sent from my iPhone",
    "Sent from my Galaxy",
    "Sent from Outlook for Android",
    "Sent from Yahoo Mail on Android",
    "Get Outlook for iOS",
    "Get Outlook for Android<https://aka.example.com/x>",
    "Sent with Proton Mail secure email.",
    "Sent via the Samsung Galaxy S21",
    "Von meinem iPhone gesendet",
    "Gesendet von meinem iPad",
    "Gesendet mit der GMX Mail App",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Отправлено с iPhone",
    "Отправлено из мобильной Почты Mail",
    "Envoyé de mon iPhone",
    "Enviado desde mi iPhone",
    "Enviado do meu iPhone",
    "Inviato da iPhone",
    "Verstuurd vanaf mijn iPhone",
    "Wysłane z iPhone'a",
    "Skickat från min iPhone",
    "Sendt fra min iPhone",
    "Lähetetty iPhonesta",
    "发自我的iPhone",
    "iPhoneから送信",
]

OWN = ["3", "mine 8: to g, load g x2, to top", "status", "Grüße an alle"]


MARKS = ["> ", ">", "| ", " > ", "> > "]


@pytest.mark.parametrize("language", ATTRIBUTIONS)
class TestAttributions:
    def test_above_the_quoted_mail(self, language: str) -> None:
        for mark in MARKS:
            assert own_lines(f"3\n\n{ATTRIBUTIONS[language]}\n\n{quoted(TURN_EN, mark)}") == ["3"]

    def test_without_a_blank_line_before_or_behind(self, language: str) -> None:
        for mark in MARKS:
            assert own_lines(f"3\n{ATTRIBUTIONS[language]}\n{quoted(TURN_EN, mark)}") == ["3"]

    def test_below_the_quoted_mail(self, language: str) -> None:
        for mark in MARKS:
            assert own_lines(f"{ATTRIBUTIONS[language]}\n{quoted(TURN_EN, mark)}\n3\n") == ["3"]

    def test_between_the_lines(self, language: str) -> None:
        told = ATTRIBUTIONS[language]
        for mark in MARKS:
            text = f"{told}\n{quoted(TURN_EN, mark)}\n3\n\n{quoted(TURN_DE, mark)}\nstatus\n"
            assert own_lines(text) == ["3", "status"]

    def test_with_an_unmarked_mail_below_it(self, language: str) -> None:
        assert own_lines(f"3\n\n{ATTRIBUTIONS[language]}\n\n{TURN_EN}") == ["3"]

    def test_quoted_with_the_mail(self, language: str) -> None:
        for mark in MARKS:
            text = f"3\n\n{quoted(ATTRIBUTIONS[language], mark)}\n{quoted(TURN_EN, mark)}"
            assert own_lines(text) == ["3"]


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("language", BLOCKS)
def test_blocks(language: str, own: str) -> None:
    for between in ("\n\n", "\n", "\n________________________________\n", "\n-----Original Message-----\n"):
        assert own_lines(f"{own}{between}{BLOCKS[language]}\n\n{TURN_EN}") == [own]


@pytest.mark.parametrize("divider", DIVIDERS)
def test_dividers(divider: str) -> None:
    assert own_lines(f"3\n\n{divider}\n{TURN_EN}") == ["3"]


@pytest.mark.parametrize("phone", PHONES)
def test_phones(phone: str) -> None:
    assert own_lines(f"3\n\n{phone}\n\nOn 03.02.26 10:11, Grubenpost wrote:\n{quoted(TURN_EN)}") == ["3"]
    assert own_lines(f"3\n{phone.upper()}\n") == ["3"]


def test_the_answer_may_stand_below_the_phone() -> None:
    text = f"Sent from my iPhone\n\n> On 3 Feb 2026, at 10:11, Pit wrote:\n{quoted(TURN_EN)}\n\n3\n"
    assert own_lines(text) == ["3"]


def test_signatures_end_it() -> None:
    for signature in ("-- \nAnna\n3\n", "--\nAnna\n3\n", "--\u00a0\nAnna\n3\n"):
        assert own_lines(f"status\n\n{signature}") == ["status"]


@pytest.mark.parametrize(
    "line",
    [
        "3",
        "bank",
        "- bank",
        "--- bank",
        "mine 8:",
        "to: g",
        "from: g",
        "On with it!",
        "Am I right?",
        "draft C-kk",
        "keep g2L, top k1D y1L b2D y2L",
        "On 3 February I am away.",
        "Am 3.2. um 10:11 bin ich weg",
        "Anna wrote that she is away",
        "she wrote:",
        "register anna anna@example.org",
        "set zone Europe/Berlin",
        "name: Anna Schmidt",
        "date: 2026-02-03",
        "sent",
        "Sent",
        "Gesendet",
        "a -- b",
        "** 3 **",
        "__init__",
        "2026",
        "10:11",
        "anna@example.org:",
    ],
)
def test_what_looks_odd_but_is_own(line: str) -> None:
    assert own_lines(line) == [line]
    assert own_lines(f"{line}\nstatus") == [line, "status"]
    assert own_lines(f"{line}\nOn 03.02.26 10:11, Grubenpost wrote:\n{quoted(TURN_EN)}") == [line]
    assert own_lines(f"{line}\nвт, 3 февр. 2026 г. в 13:11, Pit <pit@example.org>:\n{quoted(TURN_EN)}") == [
        line
    ]


@pytest.mark.parametrize("line", ["3", "10:11", "10.30 Uhr passt mir", "anna@example.org:"])
def test_an_own_line_right_above_an_undated_attribution(line: str) -> None:
    assert own_lines(f"{line}\nGrubenpost <pit@example.org> writes:\n{quoted(TURN_EN)}") == [line]


@given(st.lists(st.sampled_from(OWN), min_size=1, max_size=8), st.sampled_from(sorted(ATTRIBUTIONS)))
def test_own_lines_come_out_in_order(lines: list[str], language: str) -> None:
    text = "\n\n".join(lines)
    assert own_lines(text) == lines
    assert own_lines(f"{text}\n\n{ATTRIBUTIONS[language]}\n{quoted(TURN_DE)}") == lines


@given(st.text(max_size=400))
def test_what_is_quoted_never_speaks(text: str) -> None:
    lines = "".join(f"> {line}\n" for line in text.splitlines())
    assert own_lines(lines) == []
    assert own_lines(f"3\n\n{lines}") == ["3"]


@given(st.text(max_size=400))
def test_any_text_has_own_lines(text: str) -> None:
    for line in own_lines(text):
        assert line == line.strip()
        assert line


def test_line_ends_and_invisible_signs() -> None:
    assert own_lines("\ufeff3\r\n\u200b\r\nsta\u00adtus\u00a0\r\n\r\n> x\r\n") == ["3", "status"]
    assert own_lines("3\u2028> x\x85status\u2029> y") == ["3", "status"]


def test_a_bounded_number_of_lines() -> None:
    assert len(own_lines("status\n" * 1000)) == 200


class TestFlowed:
    @given(st.lists(st.text("abc >.-", max_size=150), max_size=12))
    def test_what_was_flowed_comes_back(self, lines: list[str]) -> None:
        """Blanks at the end of a line can't come back: they mean that it goes on."""
        kept = [" ".join(line.split()) for line in lines]
        text = "\n".join(kept)
        assert unflowed(flowed(text)) == text

    def test_a_mail_with_everything_in_it(self) -> None:
        assert unflowed(flowed(mail_with("block"))) == mail_with("block")

    def test_quotes_of_another_depth_do_not_flow_together(self) -> None:
        assert unflowed(">> one \n> two \n> three\nfour \n> five") == ">> one \n> two three\nfour \n> five"

    def test_the_signature_stands_alone(self) -> None:
        assert unflowed("one \n-- \nAnna") == "one \n-- \nAnna"

    def test_spaces_that_are_none(self) -> None:
        assert unflowed("mon \ney 5", delete_space=True) == "money 5"


class TestMarkup:
    def test_quotes_are_marked(self) -> None:
        source = "a<blockquote type=cite>b<br>c<blockquote>d</blockquote>e</blockquote>f"
        lines = readable(source).split("\n")
        assert [line for line in lines if line.strip("> ")] == ["a", "> b", "> c", "> > d", "> e", "f"]

    def test_only_what_is_not_quoted_is_own(self) -> None:
        source = "a<BLOCKQUOTE class='x'>b<br>c<blockquote>d</blockquote>e</BLOCKQUOTE>f<blockquoted>g"
        assert own_lines(readable(source)) == ["a", "fg"]

    def test_a_tag_too_many(self) -> None:
        assert own_lines(readable("a</blockquote></blockquote>b<blockquote>c</blockquote>d")) == [
            "a",
            "b",
            "d",
        ]

    def test_a_tag_too_few(self) -> None:
        assert own_lines(readable("a<blockquote>b<p>c")) == ["a"]

    def test_our_marks_are_nobody_elses(self) -> None:
        assert own_lines(readable("\ue001\ue000a<blockquote>b\ue001c</blockquote>\ue000d")) == ["a", "d"]

    def test_what_nobody_sees_is_not_read(self) -> None:
        assert own_lines(readable("<title>x</title><style>y</style><!-- z --><script>1</script>3")) == ["3"]
