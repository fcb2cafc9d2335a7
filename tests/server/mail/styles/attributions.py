"""Programs that say in a line or two who wrote what is quoted below, and mark it."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.server.mail.styles import Style

_NAME = "Grubenpost"
_ADDRESS = "grubenpost@pit.example.org"
_ALONE = re.compile("@(?!pit\\.)(?!example)")

# Language, program, heading. `@` stands for name and address, `%` for the name alone, `|` for a line break.
_TABLE = """
English; Gmail; On Tue, Feb 3, 2026 at 10:11 AM @ wrote:
English; Gmail wrapped; On Tue, Feb 3, 2026 at 10:11 AM @|wrote:
English; Gmail wrapped early; On Tue, Feb 3, 2026 at 10:11 AM %|<grubenpost@pit.example.org> wrote:
English; Gmail older; 2026-02-03 10:11 GMT+01:00 @:
English; Gmail of Britain; On Tue, 3 Feb 2026 at 10:11, @ wrote:
English; Apple Mail; On Feb 3, 2026, at 10:11, @ wrote:
English; Apple Mail with AM; On Feb 3, 2026, at 10:11 AM, % <grubenpost@pit.example.org> wrote:
English; iPhone; On 3 Feb 2026, at 10:11, @ wrote:
English; iPhone two lines; On Feb 3, 2026, at 10:11 AM, %|<grubenpost@pit.example.org> wrote:
English; Thunderbird; On 2/3/26 10:11, % wrote:
English; Thunderbird with seconds; On 03/02/2026 10:11:07, % wrote:
English; Thunderbird with address; On 2/3/26 10:11 AM, @ wrote:
English; Thunderbird name only; % wrote:
English; mutt; On Tue, Feb 03, 2026 at 10:11:07AM +0100, % wrote:
English; neomutt; On Tue, 03 Feb 2026, % wrote:
English; Gnus; @ writes:
English; mu4e; On Tue, Feb 03 2026 at 10:11:07 +0100, @ wrote:
English; s-nail; @ wrote in| <20260203101107.aaaa@pit.example.org>:
English; alpine; On Tue, 3 Feb 2026, % wrote:
English; Claws; On Tue, 3 Feb 2026 10:11:07 +0100|@ wrote:
English; Sylpheed; On Tue, 3 Feb 2026 10:11:07 +0100|% <grubenpost@pit.example.org> wrote:
English; Evolution; On Tue, 2026-02-03 at 10:11 +0100, % wrote:
English; KMail; On Tuesday, 3 February 2026 10:11:07 CET % wrote:
English; KMail with address; On Tuesday 03 February 2026 10:11:07 @ wrote:
English; K-9; On 3 February 2026 10:11:07 CET, @ wrote:
English; K-9 with AM; On February 3, 2026 10:11:07 AM GMT+01:00, % wrote:
English; FairEmail; On 3 February 2026 10:11:07 CET, "%" <grubenpost@pit.example.org> wrote:
English; Samsung; On 3 Feb 2026 10:11, @ wrote:
English; Aqua Mail; On 3 February 2026 10:11:07 % <grubenpost@pit.example.org> wrote:
English; Yahoo; On Tuesday, February 3, 2026 at 10:11:07 AM GMT+1, @ wrote:
English; Yahoo app; On Tue, Feb 3, 2026 at 10:11 AM, %|<grubenpost@pit.example.org> wrote:
English; Yahoo classic; --- On Tue, 2/3/26, @ wrote:
English; AOL; On Tuesday, February 3, 2026, 10:11:07 AM EST, @ wrote:
English; AOL older; In a message dated 2/3/2026 10:11:07 A.M., grubenpost@pit.example.org writes:
English; Proton Mail; On Tuesday, February 3rd, 2026 at 10:11 AM, @ wrote:
English; Proton Mail without date; On Tuesday, 3 February 2026, at 10:11, % wrote:
English; Tutanota; 3 Feb 2026, 10:11 by grubenpost@pit.example.org:
English; Fastmail; On Tue, 3 Feb 2026, at 10:11 AM, % wrote:
English; Zoho; ---- On Tue, 03 Feb 2026 10:11:07 +0100 @ wrote ----
English; Zoho of late; ---- On Tue, 03 Feb 2026 10:11:07 +0100 % <grubenpost@pit.example.org> wrote ---
English; Mailspring; On Feb 3 2026, at 10:11 am, @ wrote:
English; Spark; On 3 Feb 2026 at 10:11 +0100, @, wrote:
English; Airmail; On Feb 3, 2026 at 10:11 AM, <@> wrote:
English; Hey; On February 3, 2026, @ wrote:
English; Superhuman; On Tue, Feb 03, 2026 at 10:11 AM, % < grubenpost@pit.example.org > wrote:
English; Outlook for Mac; On 2/3/26, 10:11 AM, "@" wrote:
English; Outlook for Mac on behalf; On 2/3/26, 10:11 AM, "pit on behalf of @" wrote:
English; Newton; On Tue, Feb 3, 2026 at 10:11 AM % < grubenpost@pit.example.org [mailto:@] > wrote:
English; Zimbra; ----- On Feb 3, 2026, at 10:11 AM, % grubenpost@pit.example.org wrote:
English; Roundcube; On 2026-02-03 10:11, % wrote:
English; SquirrelMail; > On Tue, February 3, 2026 10:11 am, % wrote:
English; Horde; Quoting @:
English; Horde citing; Zitat von @:
English; eM Client; On 2/3/2026 10:11:07 AM, "%" <grubenpost@pit.example.org> wrote:
English; eM Client of late; At 03/02/2026 10:11:07, "%" wrote:
English; Eudora; At 10:11 AM 2/3/2026, % wrote:
English; The Bat; Tuesday, February 3, 2026, 10:11:07 AM, you wrote:
English; Pegasus; On 3 Feb 2026 at 10:11, % wrote:
English; Lotus Notes; grubenpost@pit.example.org wrote on 02/03/2026 10:11:07 AM:
English; Becky; On Tue, 3 Feb 2026 10:11:07 +0100|% <grubenpost@pit.example.org> wrote:
English; Nine; On Feb 3, 2026 10:11 AM, @ wrote:
English; BlueMail; On 3 Feb 2026, at 10:11, @ wrote:
English; BlueMail brackets; On Feb 3, 2026, at 10:11 AM, % <[grubenpost@pit.example.org](mailto:@)> wrote:
English; Front; On Tue, Feb 3, 2026 at 10:11 AM, %|< grubenpost@pit.example.org > wrote:
English; without a colon; On Tue, Feb 3, 2026 at 10:11 AM @ wrote
English; without a colon, short; On 3 February 2026 10:11 % wrote
English; saying sent; On Tue, Feb 3, 2026 at 10:11 AM @ sent:
English; saying sent, short; On 3 Feb 2026 10:11, % sent:
English; date and address alone; 2026-02-03 10:11 GMT+01:00 @
English; date and address of a phone; Tue, Feb 3, 2026, 10:11 AM @
German; Gmail; Am Di., 3. Feb. 2026 um 10:11 Uhr schrieb @:
German; Gmail wrapped; Am Di., 3. Feb. 2026 um 10:11 Uhr schrieb % <|grubenpost@pit.example.org>:
German; Thunderbird; Am 03.02.26 um 10:11 schrieb %:
German; Thunderbird with address; Am 03.02.2026 um 10:11 schrieb @:
German; Thunderbird older; % schrieb am 03.02.2026 um 10:11:
German; Apple Mail; Am 03.02.2026 um 10:11 schrieb @:|
German; iPhone; Am 03.02.2026 um 10:11 schrieb % <grubenpost@pit.example.org>:|
German; K-9; Am 3. Februar 2026 10:11:07 MEZ schrieb @:
German; KMail; Am Dienstag, 3. Februar 2026, 10:11:07 CET schrieb %:
German; Evolution; Am Dienstag, dem 03.02.2026 um 10:11 +0100 schrieb %:
German; Roundcube; Am 2026-02-03 10:11, schrieb %:
German; Proton Mail; Am Dienstag, 3. Februar 2026 um 10:11 schrieb @:
German; Tutanota; 3. Feb. 2026, 10:11 von grubenpost@pit.example.org:
German; Yahoo; Am Dienstag, 3. Februar 2026 um 10:11:07 MEZ hat @ Folgendes geschrieben:
German; GMX; Am 03.02.26, 10:11 schrieb "%" <grubenpost@pit.example.org>:
German; web.de app; Am 03.02.26, 10:11, @ schrieb:
German; eM Client; Am 03.02.2026 10:11:07 schrieb "%" <grubenpost@pit.example.org>:
German; Samsung; Am 03.02.2026 10:11 schrieb @:
German; Outlook for iOS; @ schrieb am Di. 3. Feb. 2026 um 10:11:
German; Spark; Am 3. Feb. 2026, 10:11 +0100 schrieb @:
German; Pegasus; Am 3 Feb 2026 um 10:11 hat % geschrieben:
Russian; Gmail; вт, 3 февр. 2026 г. в 13:11, @:
Russian; Gmail wrapped; вт, 3 февр. 2026 г. в 13:11, %|<grubenpost@pit.example.org>:
Russian; Mail.ru; Вторник, 3 февраля 2026, 13:11 +03:00 от @:
Russian; Mail.ru app; вторник, 3 февраля 2026 г., 13:11 +0300 от pit@pit.example.org  @:
Russian; Yandex; 03.02.2026, 13:11, "%" <grubenpost@pit.example.org>:
Russian; Yandex with an address alone; 03.02.2026, 13:11, grubenpost@pit.example.org:
Russian; Thunderbird; 03.02.2026 13:11, % пишет:
Russian; Apple Mail; 3 февр. 2026 г., в 13:11, @ написал(а):
Russian; iPhone; 3 февр. 2026 г., в 13:11, %|<grubenpost@pit.example.org> написал(а):
Russian; The Bat; Вы писали 3 февраля 2026 г., 13:11:07:
Russian; K-9; 3 февраля 2026 г. 13:11:07 GMT+03:00, @ пишет:
Russian; Rambler; Вторник, 3 февраля 2026, 13:11 от @:
Russian; Proton Mail; вторник, 3 февраля 2026 г. в 13:11, @ написал:
Russian; Evolution; В Вт, 03/02/2026 в 13:11 +0300, % пишет:
Ukrainian; Gmail; вт, 3 лют. 2026 р. о 13:11 @ пише:
Ukrainian; Apple Mail; 3 лют. 2026 р. о 13:11 @ написав(-ла):
Belarusian; Gmail; аўт, 3 лют 2026 г. у 13:11 @ піша:
Bulgarian; Gmail; На вт, 3.02.2026 г. в 12:11 @ написа:
Serbian; Gmail; уто, 3. феб 2026. у 10:11 @ је написао/ла:
French; Gmail; Le mar. 3 févr. 2026 à 10:11, @ a écrit :
French; Thunderbird; Le 03/02/2026 à 10:11, % a écrit :
French; Apple Mail; Le 3 févr. 2026 à 10:11, @ a écrit :
French; Orange; > Message du 03/02/26 10:11|> De : @
French; Free; Le 2026-02-03 10:11, % a écrit :
Spanish; Gmail; El mar, 3 feb 2026 a las 10:11, % (<grubenpost@pit.example.org>) escribió:
Spanish; Apple Mail; El 3 feb 2026, a las 10:11, @ escribió:
Spanish; Thunderbird; El 3/2/26 a las 10:11, % escribió:
Catalan; Gmail; Missatge de @ del dia dt., 3 de febr. 2026 a les 10:11:
Catalan; Gmail older; El dia 3 de febr. de 2026, a les 10:11, @ va escriure:
Galician; Gmail; O mar, 3 de feb de 2026 ás 10:11, @ escribiu:
Basque; Gmail; Hau idatzi du @ erabiltzaileak (2026 ots. 3, ar. (10:11)):
Portuguese; Gmail; Em ter., 3 de fev. de 2026 às 10:11, @ escreveu:
Portuguese; Apple Mail; No dia 03/02/2026, às 10:11, @ escreveu:
Portuguese; Thunderbird; Em 03/02/2026 10:11, % escreveu:
Italian; Gmail; Il giorno mar 3 feb 2026 alle ore 10:11 @ ha scritto:
Italian; Thunderbird; Il 03/02/2026 10:11, % ha scritto:
Italian; Apple Mail; Il giorno 3 feb 2026, alle ore 10:11, @ ha scritto:
Dutch; Gmail; Op di 3 feb 2026 om 10:11 schreef @:
Dutch; Apple Mail; Op 3 feb. 2026, om 10:11 heeft @ het volgende geschreven:
Dutch; Thunderbird; Op 03-02-2026 om 10:11 schreef %:
Dutch; Ziggo; % schreef op 2026-02-03 10:11:
Polish; Gmail; wt., 3 lut 2026 o 10:11 @ napisał(a):
Polish; Thunderbird; W dniu 3.02.2026 o 10:11, % pisze:
Polish; Apple Mail; Wiadomość napisana przez @ w dniu 03.02.2026, o godz. 10:11:
Czech; Gmail; út 3. 2. 2026 v 10:11 odesílatel @ napsal:
Czech; Thunderbird; Dne 03. 02. 26 v 10:11 % napsal(a):
Slovak; Gmail; ut 3. 2. 2026 o 10:11 @ napísal(a):
Slovak; Thunderbird; Dňa 3. 2. 2026 o 10:11 % napísal(a):
Slovenian; Gmail; V V tor., 3. feb. 2026 ob 10:11 je oseba @ napisala:
Croatian; Gmail; uto, 3. velj 2026. u 10:11 @ napisao je:
Hungarian; Gmail; @ ezt írta (időpont: 2026. febr. 3., K, 10:11):
Hungarian; Thunderbird; 2026. 02. 03. 10:11 keltezéssel, % írta:
Romanian; Gmail; În mar., 3 feb. 2026 la 10:11, @ a scris:
Swedish; Gmail; Den tis 3 feb. 2026 kl 10:11 skrev @:
Swedish; Apple Mail; 3 feb. 2026 kl. 10:11 skrev @:
Danish; Gmail; Den tirs. 3. feb. 2026 kl. 10.11 skrev @:
Norwegian; Gmail; tir. 3. feb. 2026 kl. 10:11 skrev @:
Finnish; Gmail; ti 3. helmik. 2026 klo 10.11 % (grubenpost@pit.example.org) kirjoitti:
Icelandic; Gmail; Þann þri., 3. feb. 2026 kl. 10:11 skrifaði @:
Estonian; Gmail; Kontakt % (<grubenpost@pit.example.org>) kirjutas kuupäeval T, 3. veebruar 2026 kell 10:11:
Latvian; Gmail; otrd., 2026. g. 3. febr., plkst. 10:11 — lietotājs @ rakstīja:
Lithuanian; Gmail; 2026-02-03, an, 10:11 @ rašė:
Turkish; Gmail; @, 3 Şub 2026 Sal, 10:11 tarihinde şunu yazdı:
Greek; Gmail; Στις Τρί 3 Φεβ 2026 στις 10:11 π.μ., ο χρήστης @ έγραψε:
Hebrew; Gmail; [RLE]בתאריך יום ג׳, 3 בפבר׳ 2026 ב-10:11 מאת [LRE]@[PDF][RLM]:[PDF]
Arabic; Gmail; في الثلاثاء، ٣ فبراير ٢٠٢٦ في ١٠:١١ ص تمت كتابة ما يلي بواسطة @:
Persian; Gmail; در تاریخ سهشنبه ۳ فوریهٔ ۲۰۲۶،[RLM] ۱۰:۱۱ @ نوشت:
Hindi; Gmail; मंगल, 3 फ़र॰ 2026 को 10:11 am बजे को @ ने लिखा:
Thai; Gmail; ในวันที่ อ. 3 ก.พ. 2026 เวลา 10:11 @ เขียนว่า:
Vietnamese; Gmail; Vào Th 3, 3 thg 2, 2026 vào lúc 10:11 @ đã viết:
Vietnamese; Apple Mail; Vào 10:11, Th 3, 3 thg 2, 2026 % <grubenpost@pit.example.org> đã viết:
Indonesian; Gmail; Pada Sel, 3 Feb 2026 pukul 10.11 @ menulis:
Chinese; Gmail; @ 于2026年2月3日周二 10:11写道：
Chinese; Gmail of Taiwan; @ 於 2026年2月3日 週二 上午10:11寫道：
Chinese; iPhone; 在 2026年2月3日，10:11，@ 写道：
Japanese; Gmail; 2026年2月3日(火) 10:11 @:
Japanese; Apple Mail; 2026/02/03 10:11、@のメール:
Japanese; Thunderbird; On 2026/02/03 10:11, % wrote:
Japanese; Becky; On Tue, 3 Feb 2026 10:11:07 +0900|@ wrote:
Japanese; others; 2026年2月3日 10:11 %さんは書きました:
Korean; Gmail; 2026년 2월 3일 (화) 오전 10:11, @님이 작성:
Korean; Apple Mail; 2026. 2. 3. 오전 10:11, @ 작성:
Korean; Thunderbird; 2026. 2. 3. 오전 10:11에 % 이(가) 쓴 글:
Norwegian; Apple Mail; 3. feb. 2026 kl. 10:11 skrev @:|
Norwegian; Thunderbird; Den 03.02.2026 10:11, skrev %:
Danish; Apple Mail; Den 3. feb. 2026 kl. 10.11 skrev @:
Danish; Thunderbird; Den 03.02.2026 kl. 10.11 skrev %:
Swedish; Thunderbird; Den 2026-02-03 kl. 10:11, skrev %:
Finnish; Apple Mail; @ kirjoitti 3.2.2026 kello 10.11:
Finnish; Thunderbird; % kirjoitti 3.2.2026 klo 10.11:
Czech; Apple Mail; 3. 2. 2026 v 10:11, @:
Slovak; Apple Mail; 3. 2. 2026 o 10:11, @:
Hungarian; Apple Mail; 2026. febr. 3. dátummal, 10:11 időpontban @ írta:
Turkish; Apple Mail; @ şunları yazdı (3 Şub 2026 10:11):
Turkish; Thunderbird; 3.02.2026 10:11 tarihinde % yazdı:
Greek; Thunderbird; Στις 3/2/2026 10:11 π.μ., ο/η % έγραψε:
Romanian; Thunderbird; Pe 03.02.2026 10:11, % a scris:
Ukrainian; Thunderbird; 03.02.2026 13:11, % пише:
Bulgarian; Thunderbird; На 3.2.2026 г. в 12:11, % написа:
Chinese; Thunderbird; 在 2026/2/3 10:11, % 写道:
Spanish; Yahoo; El martes, 3 de febrero de 2026, 10:11:07 CET, @ escribió:
French; Yahoo; Le mardi 3 février 2026 à 10:11:07 UTC+1, @ a écrit :
Portuguese; Yahoo; Em terça-feira, 3 de fevereiro de 2026 10:11:07 BRT, @ escreveu:
Italian; Yahoo; Il martedì 3 febbraio 2026 alle ore 10:11:07 CET, @ ha scritto:
Catalan; Thunderbird; El 3/2/26 a les 10:11, % ha escrit:
Dutch; Yahoo; Op dinsdag 3 februari 2026 10:11:07 CET schreef @:
Polish; Proton Mail; W dniu wtorek, 3 lutego 2026 10:11 @ napisał(a):
Croatian; Thunderbird; Dana 3. 2. 2026. u 10:11, % je napisao/la:
Slovenian; Thunderbird; % je 3. 02. 2026 ob 10:11 napisal(a):
"""


def _style(row: str) -> Style:
    language, program, heading = row.split("; ", 2)
    text = _ALONE.sub(f"{_NAME} <{_ADDRESS}>", heading.replace("%", _NAME))
    return Style(program, language, _with_directions(text.replace("|", "\n")))


def _with_directions(text: str) -> str:
    """The signs by which right is told from left, which no source should contain."""
    for name, sign in {"LRE": "\u202a", "RLE": "\u202b", "PDF": "\u202c", "RLM": "\u200f"}.items():
        text = text.replace(f"[{name}]", sign)
    return text


# Marks that are not just `>`: with initials or a name, and those of a thread that goes to and fro.
_MARKED = """
English; The Bat with initials; GP> ; Tuesday, February 3, 2026, 10:11:07 AM, you wrote:
Russian; The Bat with initials; G> ; Вы писали 3 февраля 2026 г., 13:11:07:
English; Gnus with a name; Grubenpost> ; @ writes:
German; XNews with initials; GP>> ; @ schrieb am 03.02.2026 um 10:11:
English; Pine with a bar; | ; On Tue, 3 Feb 2026, % wrote:
English; Gmail in a thread; > > ; > On Tue, Feb 3, 2026 at 10:11 AM @ wrote:
German; Thunderbird in a thread; >> ; > Am 03.02.26 um 10:11 schrieb %:
Russian; Gmail in a thread; > > ; > вт, 3 февр. 2026 г. в 13:11, @:
French; Gmail in a long thread; > > > ; > > Le mar. 3 févr. 2026 à 10:11, @ a écrit :
Chinese; Gmail in a long thread; > > > > ; > > > @ 于2026年2月3日周二 10:11写道：
"""


def _marked_style(row: str) -> Style:
    language, program, mark, heading = row.split("; ", 3)
    return replace(_style(f"{language}; {program}; {heading}"), mark=mark)


STYLES = [_style(row) for row in _TABLE.strip().split("\n")]
STYLES += [_marked_style(row) for row in _MARKED.strip().split("\n")]
