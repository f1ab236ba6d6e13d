//! Exact numbers of up to 38 digits, exactly as `DynamoDB` stores them.

use std::fmt;
use std::str::FromStr;

use super::errors::Error;
use super::number_text::Number;

/// An exact number. The default is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(pub(super) Number);

impl Default for Decimal {
    fn default() -> Self {
        Self(Number::ZERO)
    }
}

impl FromStr for Decimal {
    type Err = Error;

    /// Takes "12.50", "-3" or "1e-7". The error is of a text that is not a number that `DynamoDB` can store.
    fn from_str(text: &str) -> Result<Self, Error> {
        Number::parse(text.trim()).map(Self)
    }
}

impl From<i32> for Decimal {
    fn from(whole: i32) -> Self {
        Self::from(i64::from(whole))
    }
}

impl From<i64> for Decimal {
    fn from(whole: i64) -> Self {
        Self(Number::of_int(whole))
    }
}

impl From<u64> for Decimal {
    fn from(whole: u64) -> Self {
        Self(Number::of_uint(whole))
    }
}

impl Decimal {
    /// Returns the exact sum. The error is of a sum that `DynamoDB` cannot store.
    pub fn plus(self, other: Self) -> Result<Self, Error> {
        self.0.plus(other.0).map(Self)
    }

    /// Returns the exact difference. The error is of a difference that `DynamoDB` cannot store.
    pub fn minus(self, other: Self) -> Result<Self, Error> {
        self.0.minus(other.0).map(Self)
    }

    /// Returns the nearest double.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.to_string().parse().unwrap_or_default()
    }
}

/// The canonical text, in plain decimal notation.
impl fmt::Display for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
