"""A turn as the HTML part of a mail: one table-based page that fits a phone and a desk, with nothing remote.

    html_mail(page: Page, tongue: Tongue) -> str

    Page(view, names, reader, headline,  the reader's view, everyone's names, the reader's seat or None
         story=(),                       sentences, oldest first: what happened since the last own move
         menu=None,                      numbered_actions(…, tongue, Style.UNICODE); None: nobody is to move
         answer=None,                    ByMail(address, subject, code) or ByClient(game); None: no links
         ahead=None,                     Ahead(how, offers, answer): how to order the next turn while waiting
         notes=(),                       more sentences for below: how to get the archive, and so on
         checkpoint="")                  the signed line, small at the bottom

All texts that are handed in are plain and in the reader's language; they are escaped here. Of names, as of
everything else that strangers write, nothing but its letters gets into the page.

What mail programs drop must not be missed: every style stands in its element, the sheet in the head only
adds dark colours, and tables do what wide and narrow windows need. Colours never tell anything alone.
"""

from __future__ import annotations

from .ahead import Ahead, OrdersOffer
from .answer import ByClient, ByMail
from .page import Page, html_mail

__all__ = ["Ahead", "ByClient", "ByMail", "OrdersOffer", "Page", "html_mail"]
