// Decimal is a number of up to 38 digits, exactly as DynamoDB stores it.

package rt

import (
	"math/big"
	"strings"
)

// Decimal is an exact number. Its zero value is 0, and equal numbers are equal in Go.
type Decimal struct {
	text string // canonical; empty for zero
}

// ParseDecimal takes "12.50", "-3" or "1e-7". The error is of a text that is not a number that DynamoDB can store.
func ParseDecimal(text string) (Decimal, error) {
	number, err := parseNumber(strings.TrimSpace(text))
	if err != nil || number.digits.Sign() == 0 {
		return Decimal{}, err
	}
	return Decimal{number.String()}, nil
}

// DecimalFrom returns the number of such a text, and 0 of another one. Generated code calls it.
func DecimalFrom(text string) Decimal {
	out, _ := ParseDecimal(text) // the model has checked the text
	return out
}

// DecimalOf returns a whole number.
func DecimalOf(whole int64) Decimal {
	if whole == 0 {
		return Decimal{}
	}
	return Decimal{numberOfInt(whole).String()}
}

// String returns the canonical text, in plain decimal notation.
func (d Decimal) String() string {
	if d.text == "" {
		return "0"
	}
	return d.text
}

// Rat returns the number for arithmetic.
func (d Decimal) Rat() *big.Rat {
	out, _ := new(big.Rat).SetString(d.String()) // a canonical text is always a number
	return out
}

// Cmp returns a negative number, 0 or a positive number.
func (d Decimal) Cmp(other Decimal) int { return d.Rat().Cmp(other.Rat()) }

// MarshalText gives the number as text, also in JSON.
func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText takes a text as ParseDecimal does.
func (d *Decimal) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDecimal(string(text))
	return err
}
