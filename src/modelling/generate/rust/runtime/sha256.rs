//! SHA-256 and HMAC, which sign page tokens. The SDK has them, but does not hand them out.

const FIRST_STATE: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

const ROUND_CONSTANTS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

const BLOCK: usize = 64;
pub(super) const DIGEST: usize = 32;

fn schedule(block: &[u8]) -> [u32; 64] {
    let mut words = [0; 64];
    let (chunks, _) = block.as_chunks::<4>();
    for (word, bytes) in words.iter_mut().zip(chunks) {
        *word = u32::from_be_bytes(*bytes);
    }
    for at in 16..64 {
        let (a, b) = (words[at - 15], words[at - 2]);
        let first = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let second = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        let sum: u32 = words[at - 16];
        words[at] = sum
            .wrapping_add(first)
            .wrapping_add(words[at - 7])
            .wrapping_add(second);
    }
    words
}

fn compress(state: &mut [u32; 8], block: &[u8]) {
    let mut all = *state;
    for (word, constant) in schedule(block).into_iter().zip(ROUND_CONSTANTS) {
        let [a, b, c, d, e, f, g, h] = all;
        let of_e = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let of_a = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let first = [of_e, choice, constant, word]
            .into_iter()
            .fold(h, u32::wrapping_add);
        let second = of_a.wrapping_add(majority);
        all = [
            first.wrapping_add(second),
            a,
            b,
            c,
            d.wrapping_add(first),
            e,
            f,
            g,
        ];
    }
    for (old, new) in state.iter_mut().zip(all) {
        *old = old.wrapping_add(new);
    }
}

/// Returns the digest of the bytes.
pub(super) fn sha256(bytes: &[u8]) -> [u8; DIGEST] {
    let mut state = FIRST_STATE;
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    for block in blocks {
        compress(&mut state, block);
    }
    let mut tail = rest.to_vec();
    tail.push(0x80);
    while tail.len() % BLOCK != BLOCK - 8 {
        tail.push(0);
    }
    tail.extend_from_slice(&(bytes.len() as u64 * 8).to_be_bytes());
    for block in tail.as_chunks::<BLOCK>().0 {
        compress(&mut state, block);
    }
    let mut digest = [0; DIGEST];
    for (out, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *out = word.to_be_bytes();
    }
    digest
}

/// Returns the HMAC of the bytes with the key.
pub(super) fn hmac(key: &[u8], bytes: &[u8]) -> [u8; DIGEST] {
    let mut padded = [0; BLOCK];
    let short = if key.len() > BLOCK {
        sha256(key).to_vec()
    } else {
        key.to_vec()
    };
    padded[..short.len()].copy_from_slice(&short);
    let with = |pad: u8, rest: &[u8]| {
        let mut all: Vec<u8> = padded.iter().map(|byte| byte ^ pad).collect();
        all.extend_from_slice(rest);
        sha256(&all)
    };
    with(0x5c, &with(0x36, bytes))
}

/// Returns true if both are equal, in a time that does not tell at which byte they differ.
pub(super) fn equal_secrets(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::super::text_forms::hex_of;
    use super::{hmac, sha256};

    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(
            hex_of(&sha256(b"abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            hex_of(&sha256(&[b'a'; 1000])),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        );
    }

    #[test]
    fn macs_are_those_of_rfc_4231() {
        assert_eq!(
            hex_of(&hmac(b"Jefe", b"what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }
}
