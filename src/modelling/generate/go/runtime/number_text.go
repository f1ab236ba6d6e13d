// Exact decimal numbers as DynamoDB has them, with up to 38 significant digits. The magnitude is 0 or between 1E-130
// and 9.99...E+125.

package rt

import (
	"math/big"
	"strings"
)

// The value is digits * 10^scale. The last digit is not zero, and zero has the scale 0, so that equal numbers have
// equal parts. The digits of a number never change.
type number struct {
	digits *big.Int
	scale  int
}

const (
	mostDigits    = 38
	mostExponent  = 126
	leastExponent = -129
	// Exponents beyond this bound are all alike, because the digits of a text cannot make up for them.
	exponentBound = 1_000_000_000_000
)

const (
	tooManyDigits = "Attempting to store more than 38 significant digits in a Number"
	overflow      = "Number overflow. Attempting to store a number with magnitude larger than supported range"
	underflow     = "Number underflow. Attempting to store a number with magnitude smaller than supported range"
)

var zero = &number{digits: new(big.Int)}

func digitCount(digits *big.Int) int {
	return len(strings.TrimPrefix(digits.String(), "-"))
}

func powerOfTen(exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent)), nil)
}

func normal(digits *big.Int, scale int) *number {
	if digits.Sign() == 0 {
		return zero
	}
	text := digits.String()
	kept := strings.TrimRight(text, "0")
	if len(kept) == len(text) {
		return &number{digits: digits, scale: scale}
	}
	short, _ := new(big.Int).SetString(kept, 10)
	return &number{digits: short, scale: scale + len(text) - len(kept)}
}

// The exponent is that of the number in the form 0.d1d2... * 10^exponent.
func faultOfExponent(exponent int) string {
	if exponent > mostExponent {
		return overflow
	}
	if exponent < leastExponent {
		return underflow
	}
	return ""
}

func areDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// Returns false for an exponent that is not a number of 64 bits.
func readExponent(text string) (int, bool) {
	sign := strings.TrimLeft(text, "+-")
	if len(text)-len(sign) > 1 || sign == "" || !areDigits(sign) {
		return 0, false
	}
	exponent, ok := new(big.Int).SetString(strings.TrimPrefix(text, "+"), 10)
	if !ok || !exponent.IsInt64() {
		return 0, false
	}
	return int(min(max(exponent.Int64(), -exponentBound), exponentBound)), true
}

// The parts of a number's text: its sign, digits and exponent. ok is false for another text.
func splitNumber(text string) (negative bool, whole, fraction string, exponent int, ok bool) {
	rest := text
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		negative = rest[0] == '-'
		rest = rest[1:]
	}
	ok = true
	if at := strings.IndexAny(rest, "eE"); at >= 0 {
		exponent, ok = readExponent(rest[at+1:])
		rest = rest[:at]
	}
	whole, fraction, _ = strings.Cut(rest, ".")
	ok = ok && whole+fraction != "" && areDigits(whole) && areDigits(fraction)
	return negative, whole, fraction, exponent, ok
}

// The number, or the fault of its text in the service's words.
func readOrFault(text string) (*number, string) {
	negative, whole, fraction, exponent, ok := splitNumber(text)
	if !ok {
		return nil, "The parameter cannot be converted to a numeric value: " + text
	}
	digits, _ := new(big.Int).SetString(whole+fraction, 10)
	// A zero must be in range too, by its written exponent. It has one digit, the last one.
	if digits.Sign() == 0 {
		return zero, faultOfExponent(exponent + 1 - len(fraction))
	}
	if negative {
		digits.Neg(digits)
	}
	out := normal(digits, exponent-len(fraction))
	count := digitCount(out.digits)
	if count > mostDigits {
		return nil, tooManyDigits
	}
	return out, faultOfExponent(count + out.scale)
}

// Returns the number that the text has. The error has the service's words, for a text that is not a number, has more
// than 38 significant digits or is out of range.
func parseNumber(text string) (*number, error) {
	out, fault := readOrFault(text)
	if fault != "" {
		return nil, modelError("%s", fault)
	}
	return out, nil
}

// Returns the number that the text has, or nil if parseNumber would fail.
func readNumber(text string) *number {
	if out, fault := readOrFault(text); fault == "" {
		return out
	}
	return nil
}

// Returns the number of an N, or nil if the value is absent, has another type or is not a valid number.
func numberIn(value AttributeValue) *number {
	if text, ok := asNumber(value); ok {
		return readNumber(text)
	}
	return nil
}

func numberOfInt(whole int64) *number   { return normal(big.NewInt(whole), 0) }
func numberOfUint(whole uint64) *number { return normal(new(big.Int).SetUint64(whole), 0) }

func aligned(a, b *number) (left, right *big.Int, scale int) {
	scale = min(a.scale, b.scale)
	digits := func(one *number) *big.Int {
		return new(big.Int).Mul(one.digits, powerOfTen(one.scale-scale))
	}
	return digits(a), digits(b), scale
}

func sumOrFault(a, b *number) (*number, string) {
	left, right, scale := aligned(a, b)
	sum := normal(left.Add(left, right), scale)
	if sum.digits.Sign() == 0 || b.digits.Sign() == 0 || a.digits.Sign() == 0 {
		return sum, ""
	}
	count := digitCount(sum.digits)
	// The service calls both an overflow.
	if count > mostDigits {
		return nil, overflow
	}
	return sum, faultOfExponent(count + sum.scale)
}

// Returns the exact sum. The error tells that it is out of range or needs more than 38 digits.
func plus(a, b *number) (*number, error) {
	sum, fault := sumOrFault(a, b)
	if fault != "" {
		return nil, modelError("%s", fault)
	}
	return sum, nil
}

// Returns the exact sum, or nil if plus would fail.
func sumIfValid(a, b *number) *number {
	if sum, fault := sumOrFault(a, b); fault == "" {
		return sum
	}
	return nil
}

// Returns the exact difference, as plus does.
func minus(a, b *number) (*number, error) {
	return plus(a, &number{digits: new(big.Int).Neg(b.digits), scale: b.scale})
}

// Returns a negative number, 0 or a positive number, as a sort needs it.
func compareNumbers(a, b *number) int {
	left, right, _ := aligned(a, b)
	return left.Cmp(right)
}

// String returns the canonical text, in plain decimal notation without superfluous zeros and without "-0".
func (n *number) String() string {
	digits, sign := n.digits.String(), ""
	if n.digits.Sign() < 0 {
		digits, sign = digits[1:], "-"
	}
	if n.scale >= 0 {
		return sign + digits + strings.Repeat("0", n.scale)
	}
	point := len(digits) + n.scale
	if point <= 0 {
		return sign + "0." + strings.Repeat("0", -point) + digits
	}
	return sign + digits[:point] + "." + digits[point:]
}

// Returns the number as an integer of 64 bits with a sign, and false if it is not whole or does not fit.
func (n *number) int64() (int64, bool) {
	if n.scale < 0 {
		return 0, false
	}
	whole := new(big.Int).Mul(n.digits, powerOfTen(n.scale))
	return whole.Int64(), whole.IsInt64()
}

// Returns the canonical text of a number, and any other text as it is.
func canonicalNumber(text string) string {
	if known := readNumber(text); known != nil {
		return known.String()
	}
	return text
}

// Returns the bytes that the service counts for a number in an item's size: one, another one for a minus sign, and one
// for each two significant digits before the point and after it. A text that is not a number counts its bytes.
func sizeOfNumber(text string) int {
	known := readNumber(text)
	if known == nil {
		return len(text)
	}
	size, count := 1, 0
	if known.digits.Sign() != 0 {
		count = digitCount(known.digits)
	}
	if known.digits.Sign() < 0 {
		size++
	}
	before := min(max(count+known.scale, 0), count)
	return size + (before+1)/2 + (count-before+1)/2
}
