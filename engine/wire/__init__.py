"""The wire between server and client: each thing that a mail tells a program is written and read here, by the
same module.

The words of a mail are for people, and a translator may change every one of them. What a client acts on are
the fields of signed files (`statement`): a turn (`turn`), a receipt (`receipt`) and the facts beside it
(`facts`), the table of a game that has not started (`tablefile`). What a reply carries back are codes
(`codes`). How a mail of the server is known and what its files are called stands in `mails`, what clients do
about refusals in `refusals`. Mails of servers from before the facts are read in `older`.
"""
