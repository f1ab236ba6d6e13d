//! Base64 for addresses, without padding.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns the text of the bytes.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().enumerate().fold(0_u32, |bits, (at, byte)| {
            bits | u32::from(*byte) << (16 - 8 * at)
        });
        for at in 0..=group.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * at) & 63) as usize]));
        }
    }
    text
}

fn value_of(digit: u8) -> Option<u32> {
    let at = DIGITS.iter().position(|one| *one == digit)?;
    u32::try_from(at).ok()
}

/// Returns the bytes, or `None` if `encode` cannot have written the text.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for (at, digit) in group.iter().enumerate() {
            bits |= value_of(*digit)? << (18 - 6 * at);
        }
        let count = group.len() - 1;
        let all = bits.to_be_bytes();
        if count == 0 || all[1 + count..].iter().any(|rest| *rest != 0) {
            return None;
        }
        bytes.extend_from_slice(&all[1..=count]);
    }
    Some(bytes)
}
