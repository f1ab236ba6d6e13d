// The texts of times, identifiers and bytes in string keys.

package rt

import (
	"encoding/hex"
	"strings"
)

// In a form, 'd' is a decimal digit, 'x' a lower-case hex digit and 'u' a digit of Crockford's base 32 in upper case.
// Any other character is itself.
var forms = map[FieldKind]string{
	KindTime: "dddd-dd-ddTdd:dd:dd.dddZ",
	KindDate: "dddd-dd-dd",
	KindUUID: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
	KindULID: "uuuuuuuuuuuuuuuuuuuuuuuuuu",
}

func matchesForm(form, c byte) bool {
	isDigit := c >= '0' && c <= '9'
	switch form {
	case 'd':
		return isDigit
	case 'x':
		return isDigit || (c >= 'a' && c <= 'f')
	case 'u':
		return isDigit || (c >= 'A' && c <= 'Z' && c != 'I' && c != 'L' && c != 'O' && c != 'U')
	}
	return form == c
}

// Checks the month, day, hour, minute and second, each if the text contains it.
func inCalendar(text string) bool {
	within := func(at, low, high int) bool {
		if len(text) < at+2 {
			return true
		}
		number := int(text[at]-'0')*10 + int(text[at+1]-'0')
		return number >= low && number <= high
	}
	return within(5, 1, 12) && within(8, 1, 31) && within(11, 0, 23) && within(14, 0, 59) && within(17, 0, 60)
}

// Returns true if the text is the beginning of a text of the kind's form, or is empty. True for kinds without a form.
func beginsForm(kind FieldKind, text string) bool {
	form, ok := forms[kind]
	if !ok {
		return true
	}
	if len(text) > len(form) {
		return false
	}
	for i := range len(text) {
		if !matchesForm(form[i], text[i]) {
			return false
		}
	}
	if kind == KindULID {
		return text == "" || text[0] <= '7' // a ULID has 128 bits
	}
	return kind == KindUUID || inCalendar(text)
}

// Returns true if the text has the one form of its kind: 2026-01-05T10:00:00.000Z for a time, 2026-01-05 for a date,
// lower-case hex with hyphens for a UUID, 26 upper-case characters for a ULID. True for other kinds.
func hasForm(kind FieldKind, text string) bool {
	form, ok := forms[kind]
	return !ok || (len(text) == len(form) && beginsForm(kind, text))
}

// Returns the number of characters of a time or date that the format keeps: 4, 7, 10 or 13. 0 if the format or the kind
// does not cut.
func cutSize(kind FieldKind, format KeyFormat) int {
	if kind != KindTime && kind != KindDate {
		return 0
	}
	switch format {
	case FormatYear:
		return 4
	case FormatMonth:
		return 7
	case FormatDay:
		return 10
	case FormatHour:
		if kind == KindTime {
			return 13
		}
	}
	return 0
}

// Returns the bytes of lower-case hex, and false for any other text.
func readHex(text string) ([]byte, bool) {
	if strings.ToLower(text) != text {
		return nil, false
	}
	bytes, err := hex.DecodeString(text)
	return bytes, err == nil
}

// ---- escapes
//
// A value in a string key must not hold a '#', because '#' joins the fields. A byte up to '$' is escaped. This keeps
// the order of texts, also if one text begins with another.

const (
	delimiter = "#"
	// The byte after the delimiter. All keys of a parent and its children are below the parent's key followed by it.
	afterDelimiter = "$"
	lastEscaped    = '$'
	hexDigits      = "0123456789ABCDEF"
)

// Returns true if one of the bytes has to be escaped.
func needsEscape(text string) bool {
	for i := range len(text) {
		if text[i] <= lastEscaped {
			return true
		}
	}
	return false
}

// Returns the escape of a text. The byte order of escapes is that of the texts, and the escape of a prefix is a prefix
// of the escape.
func escapeText(text string) string {
	if !needsEscape(text) {
		return text
	}
	var out strings.Builder
	for i := range len(text) {
		if text[i] > lastEscaped {
			out.WriteByte(text[i])
			continue
		}
		out.WriteString(afterDelimiter)
		out.WriteByte(hexDigits[text[i]>>4])
		out.WriteByte(hexDigits[text[i]&15])
	}
	return out.String()
}

// Returns the text of an escape, and false if escapeText cannot have written it.
func unescapeText(escaped string) (string, bool) {
	var out strings.Builder
	for i := 0; i < len(escaped); i++ {
		if escaped[i] > lastEscaped {
			out.WriteByte(escaped[i])
			continue
		}
		if escaped[i] != lastEscaped || i+2 >= len(escaped) {
			return "", false
		}
		high := strings.IndexByte(hexDigits, escaped[i+1])
		low := strings.IndexByte(hexDigits, escaped[i+2])
		if high < 0 || low < 0 || high<<4|low > lastEscaped {
			return "", false
		}
		out.WriteByte(byte(high<<4 | low))
		i += 2
	}
	return out.String(), true
}
