//! Whole numbers of up to 64 bits, with or without a sign, and their texts in string keys, which sort as the numbers do.

use std::fmt;

use super::description::FieldKind;
use super::number_text::{Number, are_digits};

/// A whole number. Zero has no sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Whole {
    pub(super) magnitude: u64,
    pub(super) negative: bool,
}

impl fmt::Display for Whole {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        write!(out, "{sign}{}", self.magnitude)
    }
}

fn read_padded(text: &str, width: usize) -> Option<Whole> {
    if text.len() != width || text.is_empty() || !are_digits(text) {
        return None;
    }
    let magnitude = text.parse().ok()?;
    Some(Whole {
        magnitude,
        negative: false,
    })
}

fn nines_complement(digits: &str) -> String {
    digits
        .chars()
        .map(|digit| match digit {
            '0'..='9' => char::from(b'0' + b'9' - digit as u8),
            other => other,
        })
        .collect()
}

impl Whole {
    /// Returns the number that an attribute holds, for example as 5, -5, 5.0 or 5E3. `None` if it is not whole or
    /// exceeds 64 bits.
    pub(super) fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if !digits.is_empty()
            && are_digits(digits)
            && let Ok(magnitude) = digits.parse()
        {
            let negative = digits.len() != text.len() && magnitude != 0;
            return Some(Self {
                magnitude,
                negative,
            });
        }
        let (negative, magnitude) = Number::read(text)?.whole64()?;
        Some(Self {
            magnitude,
            negative,
        })
    }

    /// Returns true if a field of this kind can hold the number: the range is that of 64 bits without a sign for
    /// [`FieldKind::Unsigned`], and with a sign otherwise.
    pub(super) fn fits(self, kind: FieldKind) -> bool {
        match (kind, self.negative) {
            (FieldKind::Unsigned, negative) => !negative,
            (_, true) => self.magnitude <= i64::MIN.unsigned_abs(),
            (_, false) => self.magnitude <= i64::MAX.unsigned_abs(),
        }
    }

    /// Returns the magnitude with leading zeros as `width` digits, or `None` if it has more digits.
    pub(super) fn padded(self, width: usize) -> Option<String> {
        let text = format!("{:0>width$}", self.magnitude);
        (text.len() <= width).then_some(text)
    }

    /// Reads a text of exactly `width` digits.
    pub(super) fn read_padded(text: &str, width: usize) -> Option<Self> {
        read_padded(text, width)
    }

    /// Returns '1' and `width` digits if the number is at least zero, or '0' and the nines' complement of its `width`
    /// digits if it is negative. At width 3 the texts of 5, 0 and -5 are 1005, 1000 and 0994. The byte order of the
    /// texts is the order of the numbers. `None` if the number has more digits.
    pub(super) fn signed_padded(self, width: usize) -> Option<String> {
        let digits = self.padded(width)?;
        Some(if self.negative {
            format!("0{}", nines_complement(&digits))
        } else {
            format!("1{digits}")
        })
    }

    /// Reads such a text. Returns `None` if `signed_padded` cannot have written it.
    pub(super) fn read_signed_padded(text: &str, width: usize) -> Option<Self> {
        if let Some(digits) = text.strip_prefix('1') {
            return read_padded(digits, width);
        }
        let number = read_padded(&nines_complement(text.strip_prefix('0')?), width)?;
        (number.magnitude != 0).then_some(Self {
            negative: true,
            ..number
        })
    }
}
