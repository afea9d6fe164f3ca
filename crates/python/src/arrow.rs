//! Tables for other libraries, through Arrow's C stream interface.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array,
    Int64Array, RecordBatch, RecordBatchIterator, StringArray, UInt8Array, UInt16Array,
    UInt32Array, UInt64Array,
};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// A column: a NumPy array of numbers, or a list that may have gaps (`None`).
fn column(values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    macro_rules! numbers {
        ($($kind:ty => $array:ty),*) => {
            $(if let Ok(values) = values.extract::<PyReadonlyArray1<'_, $kind>>() {
                let copied: Vec<$kind> = values.as_array().iter().copied().collect();
                return Ok(Arc::new(<$array>::from(copied)));
            })*
        };
    }
    numbers!(
        u8 => UInt8Array, u16 => UInt16Array, u32 => UInt32Array, u64 => UInt64Array,
        i8 => Int8Array, i16 => Int16Array, i32 => Int32Array, i64 => Int64Array,
        f32 => Float32Array, f64 => Float64Array, bool => BooleanArray
    );
    // From the narrowest on: an integer is also a number with a fraction.
    macro_rules! lists {
        ($($kind:ty => $array:ty),*) => {
            $(if let Ok(values) = values.extract::<Vec<Option<$kind>>>() {
                return Ok(Arc::new(<$array>::from(values)));
            })*
        };
    }
    lists!(
        bool => BooleanArray, i64 => Int64Array, u64 => UInt64Array, f64 => Float64Array,
        String => StringArray
    );
    Err(PyTypeError::new_err(
        "a column holds numbers, truth values or texts",
    ))
}

/// The columns as an Arrow stream of one batch.
#[pyfunction]
pub fn arrow_stream<'py>(
    py: Python<'py>,
    columns: Vec<(String, Bound<'py, PyAny>)>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let arrays = columns
        .iter()
        .map(|(name, values)| Ok((name.as_str(), column(values)?, true)));
    let arrays: Vec<(&str, ArrayRef, bool)> = arrays.collect::<PyResult<_>>()?;
    let batch = RecordBatch::try_from_iter_with_nullable(arrays)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let schema = batch.schema();
    let batches = RecordBatchIterator::new([Ok(batch)], schema);
    let stream = FFI_ArrowArrayStream::new(Box::new(batches));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
