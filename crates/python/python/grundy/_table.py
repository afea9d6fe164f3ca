"""Tables that other libraries read: through Arrow's C stream, or column by column."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import Any

from . import _grundy

_ROWS_SHOWN = 12


class Table(Mapping[str, Any]):
    """Named columns of equal length: NumPy arrays, or lists where something may be missing.

    pandas (``pandas.DataFrame.from_arrow``), polars (``polars.DataFrame``), pyarrow (``pyarrow.table``) and DuckDB read it
    through ``__arrow_c_stream__``; none of them has to be installed.

    >>> import grundy
    >>> table = grundy.Table({"heap": [0, 1, 2], "value": [0, 1, None]})
    >>> table["heap"], len(table), table.rows
    ([0, 1, 2], 2, 3)
    """

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns = dict(columns)
        if len({len(column) for column in self._columns.values()}) > 1:
            raise ValueError("the columns of a table have the same length")

    @property
    def rows(self) -> int:
        """The number of rows."""
        return next((len(column) for column in self._columns.values()), 0)

    def __getitem__(self, name: str) -> Any:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def row(self, index: int) -> dict[str, Any]:
        """One row as a dictionary."""
        return {name: column[index] for name, column in self._columns.items()}

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table for any library that speaks Arrow; a requested schema is a wish, which is not granted."""
        return _grundy.arrow_stream(list(self._columns.items()))

    def __repr__(self) -> str:
        names = [str(name) for name in self._columns]
        rows = [[_shown(column[at]) for column in self._columns.values()] for at in range(min(self.rows, _ROWS_SHOWN))]
        widths = [max([len(name), *(len(row[at]) for row in rows)]) for at, name in enumerate(names)]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)).rstrip() for row in [names, *rows]]
        if self.rows > _ROWS_SHOWN:
            lines.append(f"… {self.rows} rows")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(str(name))}</th>" for name in self._columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_shown(cell))}</td>" for cell in self.row(at).values()) + "</tr>"
            for at in range(min(self.rows, _ROWS_SHOWN))
        )
        more = f"<p>{self.rows} rows</p>" if self.rows > _ROWS_SHOWN else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _shown(cell: object) -> str:
    return "" if cell is None else str(cell)
