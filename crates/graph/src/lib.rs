//! Games on directed graphs.
