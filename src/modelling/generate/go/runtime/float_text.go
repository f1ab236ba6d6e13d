// The texts of single-precision numbers, of which vectors are made.

package rt

import (
	"math/big"
	"strconv"
	"strings"
)

// Shortest digits that end this many places before the point are written as the whole number's own digits, as C++ does.
const mostOwnDigits = 5

// Returns the text with all digits of a whole number, if the shortest ones leave only few of them out.
func shortestText(single float32) string {
	text := strconv.FormatFloat(float64(single), 'e', -1, 32)
	mantissa, exponent, _ := strings.Cut(text, "e")
	places, err := strconv.Atoi(exponent)
	if err != nil {
		return text
	}
	digits := strings.Replace(strings.TrimPrefix(mantissa, "-"), ".", "", 1)
	places -= len(digits) - 1
	most := mostOwnDigits
	if len(digits) == 1 {
		most--
	}
	if places < 0 || places > most {
		return text
	}
	whole, _ := new(big.Float).SetFloat64(float64(single)).Int(nil)
	return whole.String()
}

// Returns the shortest text of the single-precision number, as the database writes it. The error is of a number that it
// cannot store.
func floatText(single float32) (string, error) {
	exact := readNumber(shortestText(single))
	if exact == nil {
		return "", modelError("the value holds %v, which is not a number that the database can store", single)
	}
	return exact.String(), nil
}
