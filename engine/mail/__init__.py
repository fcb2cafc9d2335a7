"""Reading mail from anybody, in bounded time: parts, header fields, addresses, codes.

Server and client both read foreign mail, so both read it with this. Nothing here believes what it reads.
"""
