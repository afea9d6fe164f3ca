"""Tables and stores as other libraries see them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grundy
import numpy as np
import pytest


def test_columns_of_every_kind_leave_through_arrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    columns: dict[str, Any] = {
        "narrow": np.array([1, 2, 3], dtype=np.int8),
        "strided": np.arange(6, dtype=np.uint16)[::2],
        "fractions": np.array([0.5, 1.5, 2.5]),
        "mixed": [1, 2.5, None],
        "large": [2**63, None, 1],
        "words": ["a", None, "b"],
        "truths": [True, None, False],
    }
    table = pyarrow.table(grundy.Table(columns))
    assert [str(field.type) for field in table.schema] == ["int8", "uint16", "double", "double", "uint64", "string", "bool"]
    for name, column in columns.items():
        assert table[name].to_pylist() == list(column)


def test_pandas_and_polars_read_tables() -> None:
    solution = grundy.solve_graph([(0, 1), (1, 2), (3, 3)], values=True)
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    assert list(pandas.DataFrame.from_arrow(solution.table())["outcome"]) == ["lose", "win", "lose", "draw"]
    assert polars.DataFrame(solution.table())["remoteness"].to_list() == [2, 1, 0, None]


def test_a_mapped_store_follows_its_store(tmp_path: Path) -> None:
    path, mapped = tmp_path / "kayles", tmp_path / "kayles.npy"
    for to in (1000, 2000):
        store = grundy.store("kayles", path, to)
        values = store.memmap(mapped)
        assert len(values) == len(store) > to
        assert (values == grundy.values("kayles", len(store))).all()
    other = grundy.store("0.137", tmp_path / "dawson", 2000)
    assert (other.memmap(mapped) == other[:]).all()
    assert store.memmap(mapped, np.uint8).dtype == np.uint8


def test_only_stores_are_opened_as_stores(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("words")
    for path in ("kayles", other, tmp_path / "none"):
        with pytest.raises(grundy.FileError):
            grundy.Store(path)
