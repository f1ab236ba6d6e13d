//! The templates of keys, as parts of a description.

/// The form that a field's value has in a key. A cut such as [`KeyFormat::Month`] is the leading part of a time or date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyFormat {
    Plain,
    Padded,
    Signed,
    Year,
    Month,
    Day,
    Hour,
    Shard,
}

/// The treatment of the bytes of a value up to '$'.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyEscape {
    /// Such a byte becomes $HH.
    Hex,
    Reject,
    Raw,
}

/// A field in a key, with its format.
#[derive(Debug, Clone, Copy)]
pub struct KeyField {
    pub field: usize,
    pub format: KeyFormat,
    /// The number of digits, of [`KeyFormat::Padded`] and [`KeyFormat::Signed`].
    pub width: usize,
    /// The number of shards that writes use, of [`KeyFormat::Shard`].
    pub shards: usize,
    /// The earlier number of shards, which items may still use, or 0 without one.
    pub was_shards: usize,
    pub escape: KeyEscape,
    pub must_begin: &'static str,
}

impl KeyField {
    /// Returns a field whose plain text is in the key.
    #[must_use]
    pub const fn new(field: usize) -> Self {
        Self {
            field,
            format: KeyFormat::Plain,
            width: 0,
            shards: 0,
            was_shards: 0,
            escape: KeyEscape::Hex,
            must_begin: "",
        }
    }
}

/// A part of a key's template.
#[derive(Debug, Clone, Copy)]
pub enum KeyPart {
    Literal(&'static str),
    Field(KeyField),
}

/// The type of a key attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarType {
    S,
    N,
    B,
}

/// One attribute of a key, with the value that an entity writes there.
#[derive(Debug, Clone, Copy)]
pub struct KeyAttribute {
    pub attribute: &'static str,
    pub scalar: ScalarType,
    /// The attribute belongs to the field itself, and has its value and type. There is one part, which is a field.
    pub natural: bool,
    pub parts: &'static [KeyPart],
}

/// Restricts an index to the items whose field has a value.
#[derive(Debug, Clone, Copy)]
pub struct When {
    pub field: usize,
    /// The attribute's text.
    pub equals: &'static str,
}

/// The key of an entity in a table or index.
#[derive(Debug, Clone, Copy)]
pub struct EntityKey {
    /// `None` for the primary key.
    pub index: Option<usize>,
    /// Empty for a local index, which has the partition key of the primary key.
    pub partition: &'static [KeyAttribute],
    pub sort: &'static [KeyAttribute],
    pub when: Option<When>,
}
