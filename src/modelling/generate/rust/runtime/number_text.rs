//! Exact decimal numbers as `DynamoDB` has them, with up to 38 significant digits. The magnitude is 0 or between 1E-130
//! and 9.99...E+125.

use std::cmp::Ordering;
use std::fmt;

use super::attributes::{AttributeValue, as_number};
use super::errors::{Error, model_error};

const MOST_DIGITS: i64 = 38;
const MOST_EXPONENT: i64 = 126;
const LEAST_EXPONENT: i64 = -129;
/// Exponents beyond this bound are all alike, because the digits of a text cannot make up for them.
const EXPONENT_BOUND: i64 = 1_000_000_000_000;

const TOO_MANY_DIGITS: &str = "Attempting to store more than 38 significant digits in a Number";
const OVERFLOW: &str =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
const UNDERFLOW: &str =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";

/// The value is `digits * 10^scale`. The last digit is not zero, and zero has the scale 0 and no sign, so that equal
/// numbers have equal parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Number {
    negative: bool,
    digits: u128,
    scale: i32,
}

fn digit_count(digits: u128) -> i64 {
    digits.checked_ilog10().map_or(1, |log| i64::from(log) + 1)
}

fn fault_of_exponent(exponent: i64) -> Result<(), &'static str> {
    if exponent > MOST_EXPONENT {
        Err(OVERFLOW)
    } else if exponent < LEAST_EXPONENT {
        Err(UNDERFLOW)
    } else {
        Ok(())
    }
}

pub(super) fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The exponent, or `None` for one that is not a number of 64 bits.
fn read_exponent(text: &str) -> Option<i64> {
    let exponent: i64 = text.parse().ok()?;
    Some(exponent.clamp(-EXPONENT_BOUND, EXPONENT_BOUND))
}

/// The parts of a number's text.
struct NumberParts<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    exponent: i64,
}

fn split_number(text: &str) -> Option<NumberParts<'_>> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_number = whole.len() + fraction.len() > 0 && are_digits(whole) && are_digits(fraction);
    is_number.then_some(NumberParts {
        negative: text.starts_with('-'),
        whole,
        fraction,
        exponent,
    })
}

fn size(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(EXPONENT_BOUND)
}

/// The number of digits, or the fault of its text in the service's words.
fn read_parts(parts: &NumberParts<'_>) -> Result<Number, &'static str> {
    let all = [parts.whole, parts.fraction].concat();
    let without_zeros = all.trim_end_matches('0');
    let scale = parts.exponent - size(parts.fraction) + size(&all) - size(without_zeros);
    let digits = without_zeros.trim_start_matches('0');
    if digits.is_empty() {
        // A zero must be in range too, by its written exponent. It has one digit, the last one.
        return fault_of_exponent(parts.exponent + 1 - size(parts.fraction)).map(|()| Number::ZERO);
    }
    if size(digits) > MOST_DIGITS {
        return Err(TOO_MANY_DIGITS);
    }
    fault_of_exponent(size(digits) + scale)?;
    Ok(Number {
        negative: parts.negative,
        digits: digits.parse().map_err(|_| TOO_MANY_DIGITS)?,
        scale: i32::try_from(scale).map_err(|_| OVERFLOW)?,
    })
}

fn power_of_ten(exponent: i32) -> Option<u128> {
    10_u128.checked_pow(u32::try_from(exponent).ok()?)
}

impl Number {
    pub(super) const ZERO: Self = Self {
        negative: false,
        digits: 0,
        scale: 0,
    };

    fn normal(negative: bool, mut digits: u128, mut scale: i32) -> Self {
        if digits == 0 {
            return Self::ZERO;
        }
        while digits.is_multiple_of(10) {
            digits /= 10;
            scale += 1;
        }
        Self {
            negative,
            digits,
            scale,
        }
    }

    /// Returns the number that the text has. The error has the service's words, for a text that is not a number, has
    /// more than 38 significant digits or is out of range.
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let Some(parts) = split_number(text) else {
            return Err(model_error(format!(
                "The parameter cannot be converted to a numeric value: {text}"
            )));
        };
        read_parts(&parts).map_err(model_error)
    }

    /// Returns the number that the text has, or `None` if `parse` would fail.
    pub(super) fn read(text: &str) -> Option<Self> {
        read_parts(&split_number(text)?).ok()
    }

    /// Returns the number of an N, or `None` if the value is absent, has another type or is not a valid number.
    pub(super) fn of(value: Option<&AttributeValue>) -> Option<Self> {
        Self::read(as_number(value)?)
    }

    pub(super) fn of_int(whole: i64) -> Self {
        Self::normal(whole < 0, u128::from(whole.unsigned_abs()), 0)
    }

    pub(super) fn of_uint(whole: u64) -> Self {
        Self::normal(false, u128::from(whole), 0)
    }

    pub(super) fn is_zero(self) -> bool {
        self.digits == 0
    }

    pub(super) fn is_negative(self) -> bool {
        self.negative
    }

    fn negated(self) -> Self {
        Self {
            negative: !self.negative && self.digits != 0,
            ..self
        }
    }

    /// The digits for a smaller scale. `None` if they are more than any sum within the range can have.
    fn digits_at(self, scale: i32) -> Option<u128> {
        self.digits.checked_mul(power_of_ten(self.scale - scale)?)
    }

    fn sum_or_fault(self, other: Self) -> Result<Self, &'static str> {
        if self.is_zero() || other.is_zero() {
            return Ok(if self.is_zero() { other } else { self });
        }
        let scale = self.scale.min(other.scale);
        // The last digit of the sum is that of the smaller scale, so that such a sum has too many digits. The service
        // calls both an overflow.
        let left = self.digits_at(scale).ok_or(OVERFLOW)?;
        let right = other.digits_at(scale).ok_or(OVERFLOW)?;
        let sum = if self.negative == other.negative {
            Self::normal(
                self.negative,
                left.checked_add(right).ok_or(OVERFLOW)?,
                scale,
            )
        } else if left >= right {
            Self::normal(self.negative, left - right, scale)
        } else {
            Self::normal(other.negative, right - left, scale)
        };
        let count = digit_count(sum.digits);
        if count > MOST_DIGITS {
            return Err(OVERFLOW);
        }
        if !sum.is_zero() {
            fault_of_exponent(count + i64::from(sum.scale))?;
        }
        Ok(sum)
    }

    /// Returns the exact sum. The error tells that it is out of range or needs more than 38 digits.
    pub(super) fn plus(self, other: Self) -> Result<Self, Error> {
        self.sum_or_fault(other).map_err(model_error)
    }

    /// Returns the exact sum, or `None` if `plus` would fail.
    pub(super) fn sum(self, other: Self) -> Option<Self> {
        self.sum_or_fault(other).ok()
    }

    /// Returns the exact difference, as `plus` does.
    pub(super) fn minus(self, other: Self) -> Result<Self, Error> {
        self.plus(other.negated())
    }

    /// The exponent of the number in the form 0.d1d2... * 10^exponent.
    fn exponent(self) -> i64 {
        digit_count(self.digits) + i64::from(self.scale)
    }

    fn compare_magnitudes(self, other: Self) -> Ordering {
        if self.is_zero() || other.is_zero() {
            return self.digits.cmp(&other.digits);
        }
        self.exponent().cmp(&other.exponent()).then_with(|| {
            // With equal exponents both have at most 38 digits at the smaller scale.
            let scale = self.scale.min(other.scale);
            self.digits_at(scale).cmp(&other.digits_at(scale))
        })
    }

    /// Returns the number as an integer of 128 bits, or `None` if it is not whole or does not fit.
    fn whole(self) -> Option<i128> {
        let magnitude = i128::try_from(self.digits.checked_mul(power_of_ten(self.scale)?)?).ok()?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// Returns the number as an integer with a sign, or `None` if it is not whole or does not fit.
    pub(super) fn int64(self) -> Option<i64> {
        i64::try_from(self.whole()?).ok()
    }

    /// Returns the sign and magnitude of a whole number of up to 64 bits.
    pub(super) fn whole64(self) -> Option<(bool, u64)> {
        let whole = self.whole()?;
        Some((whole < 0, u64::try_from(whole.unsigned_abs()).ok()?))
    }

    fn significant(self) -> i64 {
        if self.is_zero() {
            0
        } else {
            digit_count(self.digits)
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.compare_magnitudes(*other),
            (true, true) => other.compare_magnitudes(*self),
        }
    }
}

/// The canonical text, in plain decimal notation without superfluous zeros and without "-0".
impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negative {
            out.write_str("-")?;
        }
        let digits = self.digits.to_string();
        let Ok(places) = usize::try_from(-self.scale) else {
            let zeros = usize::try_from(self.scale).unwrap_or_default();
            return write!(out, "{digits}{:0<zeros$}", "");
        };
        if places == 0 {
            return out.write_str(&digits);
        }
        match digits.len().checked_sub(places) {
            Some(point) if point > 0 => write!(out, "{}.{}", &digits[..point], &digits[point..]),
            _ => write!(out, "0.{digits:0>places$}"),
        }
    }
}

/// Returns the canonical text of a number, and any other text as it is.
pub(super) fn canonical_number(text: &str) -> String {
    Number::read(text).map_or_else(|| text.to_owned(), |number| number.to_string())
}

/// Returns the bytes that the service counts for a number in an item's size: one, another one for a minus sign, and one
/// for each two significant digits before the point and after it. A text that is not a number counts its bytes.
pub(super) fn size_of_number(text: &str) -> usize {
    let Some(number) = Number::read(text) else {
        return text.len();
    };
    let count = number.significant();
    let before = (count + i64::from(number.scale)).clamp(0, count);
    let size = 1 + i64::from(number.negative) + (before + 1) / 2 + (count - before + 1) / 2;
    usize::try_from(size).unwrap_or_default()
}
