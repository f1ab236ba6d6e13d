//! Counts the operators of an expression as the service does.

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_operator_word(word: &[u8], is_call: bool) -> bool {
    let is_function = is_call
        && word
            .iter()
            .all(|byte| byte.is_ascii_lowercase() || *byte == b'_');
    is_function || matches!(word, b"AND" | b"OR" | b"NOT" | b"IN")
}

/// Returns the number of operators of an expression: words, comparators and calls. The AND of a BETWEEN counts for both.
pub(super) fn operator_count(expression: &str) -> usize {
    let bytes = expression.as_bytes();
    let (mut count, mut at) = (0, 0);
    while at < bytes.len() {
        let size_of = |is: fn(u8) -> bool| bytes[at..].iter().take_while(|byte| is(**byte)).count();
        let word = size_of(is_word);
        if word > 0 {
            let is_call = bytes.get(at + word) == Some(&b'(');
            count += usize::from(is_operator_word(&bytes[at..at + word], is_call));
            at += word;
            continue;
        }
        let sign = size_of(|byte| b"<>=".contains(&byte));
        count += usize::from(sign > 0);
        at += sign.max(1);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::operator_count;

    #[test]
    fn words_signs_and_calls_count() {
        assert_eq!(
            operator_count("#0 = :0 AND NOT (begins_with(#1, :1) OR #2 <> :2)"),
            6
        );
        assert_eq!(operator_count("#0 BETWEEN :0 AND :1"), 1);
    }
}
