// The text of one field's value in a key.

package rt

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

var kindsInWords = map[FieldKind]string{
	KindString:   "a string",
	KindBytes:    "binary",
	KindInteger:  "a whole number",
	KindUnsigned: "a whole number of at least zero",
	KindDouble:   "a floating-point number",
	KindDecimal:  "a decimal number",
	KindBool:     "a boolean",
	KindEnum:     "an enumerator",
	KindTime:     "a time",
	KindDate:     "a date",
	KindUUID:     "a UUID",
	KindULID:     "a ULID",
	KindSeconds:  "a time in seconds",
	KindDocument: "a document",
}

// Examples of the kinds whose texts have only one form.
var kindExamples = map[FieldKind]string{
	KindTime: ", such as 2026-01-05T09:00:00.000Z",
	KindDate: ", such as 2026-01-05",
	KindUUID: ", such as 0f8fad5b-d9cb-469f-a165-70867728950e",
	KindULID: ", such as 01ARZ3NDEKTSV4RRFFQ69G5FAV",
}

func isWholeKind(kind FieldKind) bool {
	return kind == KindInteger || kind == KindUnsigned || kind == KindSeconds
}

// Returns the error of a value that cannot be in a key.
func refusedInKey(field *Field, why string) error {
	return modelError("The field %s cannot be in a key: %s", field.Name, why)
}

// Returns the error of a value that has another type or form than its field.
func wrongType(field *Field) error {
	return refusedInKey(field, "its value must be "+kindsInWords[field.Kind]+kindExamples[field.Kind])
}

// Returns the number of a field of a whole kind. The error is of a value that the field cannot hold.
func wholeOf(field *Field, value AttributeValue) (whole, error) {
	if text, ok := asNumber(value); ok {
		if number, ok := wholeNumber(text); ok && fits(field.Kind, number) {
			return number, nil
		}
	}
	return whole{}, wrongType(field)
}

func textOfEnumerator(field *Field, value AttributeValue) (string, error) {
	text, ok := asString(value)
	if !ok {
		return "", wrongType(field)
	}
	for i := range field.Enumerators {
		if field.Enumerators[i].Attribute == text {
			return field.Enumerators[i].Key, nil
		}
	}
	return "", refusedInKey(field, fmt.Sprintf("no enumerator has the text \"%s\"", text))
}

// Returns the text that a part without a format writes, before it is escaped. The error names the field, if the value
// has another type or form than the field or names no enumerator, or if the field's kind has no such text.
func plainText(field *Field, value AttributeValue) (string, error) {
	switch field.Kind {
	case KindString, KindTime, KindDate, KindUUID, KindULID:
		if text, ok := asString(value); ok && hasForm(field.Kind, text) {
			return text, nil
		}
	case KindEnum:
		return textOfEnumerator(field, value)
	case KindBool:
		if is, ok := asBool(value); ok {
			return strconv.FormatBool(is), nil
		}
	case KindBytes:
		if bytes, ok := asBytes(value); ok {
			return hex.EncodeToString(bytes), nil
		}
	case KindInteger, KindUnsigned, KindSeconds:
		number, err := wholeOf(field, value)
		return number.String(), err
	default:
		return "", refusedInKey(field, kindsInWords[field.Kind]+" has no text that sorts in the order of its values")
	}
	return "", wrongType(field)
}

// Returns the bytes of a key attribute's value, which is a string or binary, or the text of a number. Other values,
// which keys never have, have no bytes.
func keyBytes(value AttributeValue) string {
	if bytes, ok := asBytes(value); ok {
		return string(bytes)
	}
	if text, ok := asString(value); ok {
		return text
	}
	text, _ := asNumber(value)
	return text
}

func textOfPlain(part *KeyField, field *Field, value AttributeValue) (string, error) {
	text, err := plainText(field, value)
	if err != nil {
		return "", err
	}
	if text == "" {
		return "", refusedInKey(field, "it is empty")
	}
	if !strings.HasPrefix(text, part.MustBegin) {
		return "", refusedInKey(field, fmt.Sprintf("it must begin with \"%s\"", part.MustBegin))
	}
	switch {
	case part.Escape == EscapeRaw:
		return text, nil
	case part.Escape != EscapeReject:
		return escapeText(text), nil
	case needsEscape(text):
		return "", refusedInKey(field, "it holds a byte that would have to be escaped")
	}
	return text, nil
}

func textOfNumber(part *KeyField, field *Field, value AttributeValue) (string, error) {
	if !isWholeKind(field.Kind) {
		return "", refusedInKey(field, "only a whole number can be padded")
	}
	number, err := wholeOf(field, value)
	if err != nil {
		return "", err
	}
	withSign := part.Format == FormatSigned
	if number.negative && !withSign {
		return "", refusedInKey(field, fmt.Sprintf("%v is negative; "+
			"{%s:s%03dd} keeps the order of negative numbers too",
			number, field.Name, part.Width))
	}
	text, ok := padded(number.magnitude, part.Width)
	if withSign {
		text, ok = signedPadded(number, part.Width)
	}
	if !ok {
		return "", refusedInKey(field, fmt.Sprintf("%v has more than %d digits", number, part.Width))
	}
	return text, nil
}

func textOfCut(part *KeyField, field *Field, value AttributeValue) (string, error) {
	size := cutSize(field.Kind, part.Format)
	if size == 0 {
		return "", refusedInKey(field, "it is not a time with such a part")
	}
	text, ok := asString(value)
	if !ok || !hasForm(field.Kind, text) {
		return "", wrongType(field)
	}
	return text[:size], nil
}

// Returns the escaped text of `value` as `part` writes it. The error, which names the field, is of a value that has
// another type or form than the field, is empty, names no enumerator, does not begin with MustBegin, holds a byte that
// the part rejects, is negative in a part without a sign, or has more digits than the width; or of a field whose kind
// has no text for such a part.
func keyText(part *KeyField, field *Field, value AttributeValue) (string, error) {
	switch part.Format {
	case FormatPlain:
		return textOfPlain(part, field, value)
	case FormatPadded, FormatSigned:
		return textOfNumber(part, field, value)
	case FormatShard:
		shard, err := shardOfValue(field, value, max(part.Shards, 1))
		return strconv.Itoa(shard), err
	}
	return textOfCut(part, field, value)
}
