"""Tables as Parquet, through pyarrow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.library.study import need
from engine.library.tables import Column, Row


def parquet_bytes(columns: Sequence[Column], rows: Iterable[Row]) -> bytes:
    """Rows as one Parquet file. What each column means stands in its metadata."""
    arrow, parquet = need("pyarrow"), need("pyarrow.parquet")
    kinds = {str: arrow.string(), int: arrow.int64()}
    schema = arrow.schema(
        [
            arrow.field(column.name, kinds[column.kind], metadata={"description": column.means})
            for column in columns
        ]
    )
    sink = arrow.BufferOutputStream()
    table = arrow.Table.from_pylist(list(rows), schema=schema)
    parquet.write_table(table, sink, compression="zstd")
    written: bytes = sink.getvalue().to_pybytes()
    return written
