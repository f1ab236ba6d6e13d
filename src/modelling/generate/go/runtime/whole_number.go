// Whole numbers of up to 64 bits, with or without a sign, and their texts in string keys, which sort as the numbers do.

package rt

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

type whole struct {
	magnitude uint64
	negative  bool // of a magnitude above zero
}

func (w whole) String() string {
	if w.negative {
		return "-" + strconv.FormatUint(w.magnitude, 10)
	}
	return strconv.FormatUint(w.magnitude, 10)
}

// Returns the number that an attribute holds, for example as 5, -5, 5.0 or 5E3. false if it is not whole or exceeds 64
// bits.
func wholeNumber(text string) (whole, bool) {
	digits := strings.TrimPrefix(text, "-")
	if digits != "" && areDigits(digits) {
		if magnitude, err := strconv.ParseUint(digits, 10, 64); err == nil {
			return whole{magnitude: magnitude, negative: digits != text && magnitude != 0}, true
		}
	}
	exact := readNumber(text)
	if exact == nil || exact.scale < 0 {
		return whole{}, false
	}
	value := new(big.Int).Mul(exact.digits, powerOfTen(exact.scale))
	magnitude := new(big.Int).Abs(value)
	if !magnitude.IsUint64() {
		return whole{}, false
	}
	return whole{magnitude: magnitude.Uint64(), negative: value.Sign() < 0}, true
}

// Returns true if a field of this kind can hold the number: the range is that of 64 bits without a sign for
// KindUnsigned, and with a sign otherwise.
func fits(kind FieldKind, number whole) bool {
	if kind == KindUnsigned {
		return !number.negative
	}
	if number.negative {
		return number.magnitude <= 1<<63
	}
	return number.magnitude <= math.MaxInt64
}

// Returns the magnitude with leading zeros as `width` digits, and false if it has more digits.
func padded(magnitude uint64, width int) (string, bool) {
	text := strconv.FormatUint(magnitude, 10)
	if len(text) > width {
		return "", false
	}
	return strings.Repeat("0", width-len(text)) + text, true
}

// Reads a text of exactly `width` digits.
func readPadded(text string, width int) (whole, bool) {
	if len(text) != width || text == "" || !areDigits(text) {
		return whole{}, false
	}
	magnitude, err := strconv.ParseUint(text, 10, 64)
	return whole{magnitude: magnitude}, err == nil
}

func ninesComplement(digits string) string {
	out := []byte(digits)
	for i, c := range out {
		if c >= '0' && c <= '9' {
			out[i] = '0' + '9' - c
		}
	}
	return string(out)
}

// Returns '1' and `width` digits if the number is at least zero, or '0' and the nines' complement of its `width` digits
// if it is negative. At width 3 the texts of 5, 0 and -5 are 1005, 1000 and 0994. The byte order of the texts is the
// order of the numbers. false if the number has more digits.
func signedPadded(number whole, width int) (string, bool) {
	digits, ok := padded(number.magnitude, width)
	if number.negative {
		return "0" + ninesComplement(digits), ok
	}
	return "1" + digits, ok
}

// Reads such a text. Returns false if signedPadded cannot have written it.
func readSignedPadded(text string, width int) (whole, bool) {
	if text == "" || (text[0] != '0' && text[0] != '1') {
		return whole{}, false
	}
	if text[0] == '1' {
		return readPadded(text[1:], width)
	}
	number, ok := readPadded(ninesComplement(text[1:]), width)
	number.negative = true
	return number, ok && number.magnitude != 0
}
