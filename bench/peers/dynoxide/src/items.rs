//! Items of the same shape and size as those of bench/lib/items.h: 400 bytes, keys scattered by a hash.

use dynoxide::{AttributeValue, Item};

pub const TABLE: &str = "bench";
const RECORD_BYTES: usize = 400;
const TITLE_BYTES: usize = 40;
const INDEX_KEY_BYTES: usize = 8;

/// A bijection that scatters neighbours (the finaliser of SplitMix64).
pub fn scatter(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(scatter(seed))
    }
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scatter(self.0)
    }
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

#[derive(Clone, Copy)]
pub struct Items {
    pub count: u64,
    /// Items in a partition; 0: the table has no sort key.
    pub group: u64,
    pub indexes: u64,
}

fn letters(seed: u64, bytes: usize) -> String {
    let mut random = Random::new(seed);
    (0..bytes).map(|_| char::from(b'a' + random.below(26) as u8)).collect()
}

impl Items {
    pub fn partition_key(&self, number: u64) -> String {
        let group = if self.group == 0 { 1 } else { self.group };
        format!("{:016x}", scatter(number / group + 1))
    }

    pub fn sort_key(&self, number: u64) -> String {
        format!("{:010}", number % self.group)
    }

    pub fn key(&self, number: u64) -> Item {
        let mut key = Item::from([("pk".into(), AttributeValue::S(self.partition_key(number)))]);
        if self.group > 0 {
            key.insert("sk".into(), AttributeValue::S(self.sort_key(number)));
        }
        key
    }

    /// A text that differs between items and between versions of an item.
    pub fn title(number: u64, version: u64) -> String {
        letters(number.wrapping_mul(64).wrapping_add(version.wrapping_mul(0x9e37_79b9)), TITLE_BYTES)
    }

    pub fn item(&self, number: u64, version: u64) -> Item {
        let seed = number.wrapping_mul(31).wrapping_add(version);
        let mut item = self.key(number);
        let mut text = |name: &str, text: String| item.insert(name.into(), AttributeValue::S(text));
        if self.group > 0 {
            text("lk", format!("{:010}", self.group - 1 - number % self.group));
            text("gpk", format!("{:016x}", scatter(!number)));
            text("gsk", self.sort_key(number));
        }
        for index in 0..self.indexes {
            text(&format!("k{index:02}"), letters(seed ^ (index << 40), INDEX_KEY_BYTES));
        }
        text("title", Self::title(number, version));
        text("body", letters(seed, self.body_bytes()));
        item.insert("shade".into(), AttributeValue::N((number % 10).to_string()));
        item.insert("visits".into(), AttributeValue::N((100_000 + scatter(seed) % 100_000).to_string()));
        item
    }

    fn body_bytes(&self) -> usize {
        let keys = if self.group > 0 { (2 + 16) + (2 + 10) * 2 + (3 + 16) + (3 + 10) } else { 2 + 16 };
        let numbers = (5 + 2) + (6 + 4);
        let indexes = self.indexes as usize * (3 + INDEX_KEY_BYTES);
        RECORD_BYTES - keys - numbers - indexes - (5 + TITLE_BYTES) - "body".len()
    }
}
