//! The texts of floating-point numbers, with the digits that the layer in C++ writes, because stored numbers are
//! compared by their digits.

use super::errors::{Error, model_error};
use super::number_text::Number;

/// Shortest digits that end this many places before the point are written as the whole number's own digits, as C++ does.
const MOST_OWN_DIGITS: i32 = 5;

/// Returns the text with all digits of a whole number, if the shortest ones leave only few of them out.
fn shortest_text(single: f32) -> String {
    let text = format!("{single:e}");
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text;
    };
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    let (Ok(exponent), Ok(digits)) = (exponent.parse::<i32>(), i32::try_from(digits)) else {
        return text;
    };
    let places = exponent - (digits - 1);
    let most = if digits == 1 {
        MOST_OWN_DIGITS - 1
    } else {
        MOST_OWN_DIGITS
    };
    if (0..=most).contains(&places) {
        format!("{single:.0}")
    } else {
        text
    }
}

/// Returns the shortest text of the single-precision number, as the database writes it. The error is of a number that it
/// cannot store.
pub(super) fn float_text(single: f32) -> Result<String, Error> {
    let exact = Number::read(&shortest_text(single));
    exact.map(|exact| exact.to_string()).ok_or_else(|| {
        model_error(format!(
            "the value holds {single}, which is not a number that the database can store"
        ))
    })
}

/// Returns the canonical text of the shortest digits of a double. `name` is that of the field, for the error of a number
/// that the database cannot store.
pub(super) fn double_text(value: f64, name: &str) -> Result<String, Error> {
    match Number::parse(&format!("{value:e}")) {
        Ok(number) => Ok(number.to_string()),
        Err(_) if !value.is_finite() => {
            Err(model_error(format!("{name}: {value} cannot be stored")))
        }
        Err(error) => Err(model_error(format!("{name}: {error}"))),
    }
}
