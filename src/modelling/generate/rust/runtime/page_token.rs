//! Page tokens. A token says how far a read of an access pattern has come, as text that only the same read accepts.
//!
//! A token is base64url without padding of these bytes: the version (1), the number of queries, for each query the
//! position after which it continues, and an HMAC-SHA256 over the binding and all bytes before it. The binding is not in
//! the token. Integers are big-endian, and a text follows its length in 4 bytes. A position is 0 (the beginning), 1 (a
//! key) or 2 (the end was reached).

use super::asked_pattern::AskedPattern;
use super::attributes::{AttributeMap, AttributeValue, bytes_value, key_bytes, sorted, type_of};
use super::base64_url;
use super::description::EntityInfo;
use super::errors::{Error, model_error};
use super::key_range::KeyRange;
use super::session::Session;
use super::sha256::{DIGEST, equal_secrets, hmac, sha256};

/// The position from which a query continues.
#[derive(Debug, Clone, Default)]
pub(super) enum QueryPosition {
    #[default]
    Begin,
    /// An exclusive start key.
    After(AttributeMap),
    End,
}

const TOKEN_VERSION: u8 = 1;

/// An unambiguous sequence of integers, texts and key values.
#[derive(Debug, Default)]
pub(super) struct BinaryText {
    bytes: Vec<u8>,
}

impl BinaryText {
    pub(super) fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(super) fn number(&mut self, value: usize) {
        // Lengths of keys and numbers of queries are far below this end.
        let number = u32::try_from(value).unwrap_or(u32::MAX);
        self.bytes.extend_from_slice(&number.to_be_bytes());
    }

    pub(super) fn text(&mut self, value: &[u8]) {
        self.number(value.len());
        self.bytes.extend_from_slice(value);
    }

    /// Requires: `value` can be in a key.
    pub(super) fn key_value(&mut self, value: &AttributeValue) {
        self.byte(
            type_of(value)
                .as_bytes()
                .first()
                .copied()
                .unwrap_or_default(),
        );
        self.text(key_bytes(value));
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads such a sequence. Each function returns `None` if the bytes do not hold the requested value.
struct BinaryReader<'a> {
    rest: &'a [u8],
}

impl<'a> BinaryReader<'a> {
    fn take(&mut self, size: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(size)?;
        self.rest = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    fn number(&mut self) -> Option<usize> {
        let bytes = self.take(4)?.try_into().ok()?;
        usize::try_from(u32::from_be_bytes(bytes)).ok()
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let size = self.number()?;
        self.take(size)
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    fn key_value(&mut self) -> Option<AttributeValue> {
        match self.byte()? {
            b'S' => Some(AttributeValue::S(self.text()?)),
            b'N' => Some(AttributeValue::N(self.text()?)),
            b'B' => Some(bytes_value(self.bytes()?)),
            _ => None,
        }
    }

    fn position(&mut self) -> Option<QueryPosition> {
        match self.byte()? {
            0 => Some(QueryPosition::Begin),
            1 => {
                let count = self.number()?;
                let entries = (0..count).map(|_| Some((self.text()?, self.key_value()?)));
                Some(QueryPosition::After(entries.collect::<Option<_>>()?))
            }
            2 => Some(QueryPosition::End),
            _ => None,
        }
    }
}

/// The binding's part that comes from the pattern. Only the program writes a pattern.
fn digest_of(pattern: &AskedPattern) -> [u8; DIGEST] {
    let index = pattern.plan.index;
    let index_name = index.map_or("", |index| pattern.table.indexes[index].name);
    let shape_of = |entity: &'static EntityInfo| {
        let names: Vec<_> = entity.fields.iter().map(|field| field.attribute).collect();
        let key = entity.key_in(index).filter(|_| index.is_some());
        let of_index = key.map(|key| (key.partition, key.sort));
        format!(
            "{:?}",
            (
                entity.name,
                names,
                entity.primary.partition,
                entity.primary.sort,
                of_index
            )
        )
    };
    let entities: Vec<_> = pattern.entities().map(shape_of).collect();
    let shape = format!("{:?}", (pattern.name, index_name, entities));
    sha256(shape.as_bytes())
}

/// Returns the read that a token belongs to, as bytes: the table, the direction, the keys that are read, and a digest of
/// everything that only the program decides (the pattern, the index, and the key templates of the pattern's entities).
/// The filter and the amounts to read are not part of it, because they may change between pages.
pub(super) fn token_binding(
    pattern: &AskedPattern,
    table_name: &str,
    ranges: &[KeyRange],
    forward: bool,
) -> Vec<u8> {
    let mut out = BinaryText::default();
    out.text(&digest_of(pattern));
    out.text(table_name.as_bytes());
    out.byte(u8::from(forward));
    out.number(ranges.len());
    for range in ranges {
        out.number(range.comparisons.len());
        for one in &range.comparisons {
            out.text(one.attribute.as_bytes());
            out.text(format!("{:?}", one.operator).as_bytes());
            out.key_value(&one.low);
            if let Some(high) = &one.high {
                out.key_value(high);
            }
        }
        out.byte(u8::from(range.excluded.is_some()));
        if let Some(excluded) = &range.excluded {
            out.key_value(excluded);
        }
    }
    out.into_bytes()
}

fn mac_of(binding: &[u8], payload: &[u8], key: &[u8]) -> [u8; DIGEST] {
    let mut signed = BinaryText::default();
    signed.text(binding);
    signed.text(payload);
    hmac(key, &signed.bytes)
}

fn read_positions(payload: &[u8], queries: usize) -> Option<Vec<QueryPosition>> {
    let mut from = BinaryReader { rest: payload };
    if from.byte()? != TOKEN_VERSION || from.number()? != queries {
        return None;
    }
    let positions = (0..queries)
        .map(|_| from.position())
        .collect::<Option<_>>()?;
    from.rest.is_empty().then_some(positions)
}

impl Session {
    /// Returns the token of these positions, which the session's first key signs.
    pub(super) fn make_page_token(&self, positions: &[QueryPosition], binding: &[u8]) -> String {
        let mut out = BinaryText::default();
        out.byte(TOKEN_VERSION);
        out.number(positions.len());
        for position in positions {
            match position {
                QueryPosition::Begin => out.byte(0),
                QueryPosition::End => out.byte(2),
                QueryPosition::After(key) => {
                    out.byte(1);
                    out.number(key.len());
                    for (name, value) in sorted(key) {
                        out.text(name.as_bytes());
                        out.key_value(value);
                    }
                }
            }
        }
        let mut bytes = out.into_bytes();
        if let Some(key) = self.page_token_keys().first() {
            let mac = mac_of(binding, &bytes, key);
            bytes.extend_from_slice(&mac);
        }
        base64_url::encode(&bytes)
    }

    /// Compares with all keys, also after one has matched, so that the time does not tell which key it was.
    fn verifies(&self, binding: &[u8], payload: &[u8], mac: &[u8]) -> bool {
        let mut matches = false;
        for key in self.page_token_keys() {
            matches |= equal_secrets(&mac_of(binding, payload, key), mac);
        }
        matches
    }

    /// Returns the positions of a token, as many as `queries`. The error, which names the pattern, is of a token that
    /// another key made, or that was made for another read or was changed.
    pub(super) fn read_page_token(
        &self,
        token: &str,
        binding: &[u8],
        queries: usize,
        pattern: &str,
    ) -> Result<Vec<QueryPosition>, Error> {
        let positions = || {
            let bytes = base64_url::decode(token)?;
            let (payload, mac) = bytes.split_at_checked(bytes.len().checked_sub(DIGEST)?)?;
            if !self.verifies(binding, payload, mac) {
                return None;
            }
            read_positions(payload, queries)
        };
        positions().ok_or_else(|| foreign_token(pattern))
    }
}

/// Returns the error of a token that does not belong to this read.
pub(super) fn foreign_token(pattern: &str) -> Error {
    model_error(format!(
        "The page token does not belong to this read of \"{pattern}\": it was changed, or made for another access \
         pattern, table, key values, range or direction, by another version of the model, or with a page token key \
         that this session does not have. Read the first page again without a token; to use tokens across processes, \
         give all of them the same page_token_keys"
    ))
}
