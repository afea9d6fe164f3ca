//! Saved states: what is needed to go on, and no more of the past than the method looks at.

use super::codes::Codes;
use super::mask::{Mask, RARE};
use super::narrow::{Narrow, PREFIX};
use super::past::{Past, Rare, Rares};
use super::shape::Shape;
use super::{Lane, Sparse};
use crate::BadState;
use crate::bytes::{Reader, Writer};

const TAG: [u8; 4] = *b"spa1";

/// The state at the heap that is to be handed out next.
pub(super) fn write(engine: &Sparse) -> Vec<u8> {
    let mut to = Writer::new(TAG);
    let at = engine.delivered;
    to.u64(at);
    to.u64(u64::from(engine.largest.0));
    to.u64(engine.largest.1);
    engine.mask().write(&mut to);
    let rares = engine.rares().between(0, at);
    to.u64s(&rares.iter().map(|rare| rare.at).collect::<Vec<_>>());
    to.u32s(
        &rares
            .iter()
            .map(|rare| rare.value.into())
            .collect::<Vec<_>>(),
    );
    match &engine.lane {
        Lane::Wide(past) => {
            to.u64(0);
            let values = (0..at).map(|at| past.value(at).into());
            to.u32s(&values.collect::<Vec<u32>>());
        }
        Lane::Narrow(narrow) => {
            to.u64(1);
            let (prefix, from, codes) = narrow.stretches(at);
            to.bytes(prefix);
            to.u64(from);
            to.bytes(codes);
        }
    }
    to.finish()
}

/// The engine that goes on from a state.
pub(super) fn read(shape: Shape, state: &[u8]) -> Result<Sparse, BadState> {
    let mut from = Reader::new(state, TAG)?;
    let at = from.u64()?;
    let largest = (
        u16::try_from(from.u64()?).map_err(|_| BadState)?,
        from.u64()?,
    );
    let mask = Mask::read(&mut from)?;
    let rares = read_rares(&mut from, at, mask)?;
    let lane = match from.u64()? {
        0 => {
            let values = from.u32s()?.into_iter().map(u16::try_from);
            let mut values: Vec<u16> = values.collect::<Result<_, _>>().map_err(|_| BadState)?;
            if values.len() as u64 != at || values.iter().any(|&value| value >= RARE) {
                return Err(BadState);
            }
            if values.is_empty() {
                values.push(0);
            }
            Lane::Wide(Past::new(mask, values))
        }
        1 => Lane::Narrow(Box::new(read_narrow(&mut from, &shape, at, mask, rares)?)),
        _ => return Err(BadState),
    };
    from.end()?;
    let mut engine = Sparse::after(shape, Past::new(mask, vec![0]));
    engine.lane = lane;
    engine.delivered = at;
    engine.largest = largest;
    engine.next_look = at.saturating_mul(2).max(16);
    Ok(engine)
}

fn read_rares(from: &mut Reader<'_>, end: u64, mask: Mask) -> Result<Rares, BadState> {
    let (places, values) = (from.u64s()?, from.u32s()?);
    if places.len() != values.len() {
        return Err(BadState);
    }
    let mut rares = Rares::default();
    for (at, value) in places.into_iter().zip(values) {
        let value = u16::try_from(value).map_err(|_| BadState)?;
        if at <= rares.last() || at >= end || value >= RARE || !mask.is_rare(at, value) {
            return Err(BadState);
        }
        rares.push(Rare { at, value });
    }
    Ok(rares)
}

fn read_narrow(
    from: &mut Reader<'_>,
    shape: &Shape,
    at: u64,
    mask: Mask,
    rares: Rares,
) -> Result<Narrow, BadState> {
    let prefix = from.bytes()?.to_vec();
    let first = from.u64()?;
    let codes = from.bytes()?.to_vec();
    let fits = first.is_multiple_of(2)
        && first.checked_add(codes.len() as u64) == Some(at)
        && prefix.len() as u64 == at.min(PREFIX)
        && mask.bits.trailing_zeros() < 8
        && rares
            .list()
            .iter()
            .all(|rare| mask.encode(rare.value) < 256);
    if !fits {
        return Err(BadState);
    }
    let (codes, prefix) = (Codes::new(first, codes), Codes::new(0, prefix));
    let narrow = Narrow::from_codes(shape, mask, rares, codes, prefix, super::KEPT);
    if first > 0 && at - first < narrow.window(at) {
        return Err(BadState);
    }
    Ok(narrow)
}
