// Values of any type: the members of maps and lists, and fields that may hold whatever there is. A document is nil, a
// string, a bool, a number (int, int64, uint64, float64 or Decimal), bytes, a list ([]any), a map (map[string]any), or
// a set.

package rt

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// StringSet is a set of texts.
type StringSet []string

// NumberSet is a set of numbers.
type NumberSet []Decimal

// BinarySet is a set of byte strings.
type BinarySet [][]byte

func doubleText(value float64, name string) (string, error) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return "", modelError("%s: %v cannot be stored", name, value)
	}
	number, err := parseNumber(strconv.FormatFloat(value, 'g', -1, 64))
	if err != nil {
		return "", &ModelError{Message: name + ": " + err.Error(), Err: err}
	}
	return number.String(), nil
}

// EncodeDocument returns the attribute value of a document. The error is of a value that has no form in DynamoDB.
func EncodeDocument(value any, name string) (AttributeValue, error) {
	switch is := value.(type) {
	case nil:
		return nullValue(), nil
	case string:
		return textValue(is, name)
	case bool:
		return boolValue(is), nil
	case int:
		return numberValue(strconv.Itoa(is)), nil
	case int64:
		return wholeValue(is), nil
	case uint64:
		return numberValue(strconv.FormatUint(is, 10)), nil
	case float64:
		text, err := doubleText(is, name)
		return numberValue(text), err
	case Decimal:
		return numberValue(is.String()), nil
	case []byte:
		return bytesValue(is), nil
	case StringSet, NumberSet, BinarySet:
		out, err := encodeSet(is, name)
		if out == nil && err == nil {
			return nil, modelError("%s: an empty set cannot be stored", name)
		}
		return out, err
	case []any:
		return encodeList(is, name)
	case map[string]any:
		return encodeMap(is, name)
	}
	return nil, modelError("%s: a %T cannot be stored", name, value)
}

// JSON has no form of other bytes: two different texts would be stored as the same one.
func textValue(text, name string) (AttributeValue, error) {
	if !utf8.ValidString(text) {
		return nil, modelError("%s: %q is not a text in UTF-8", name, text)
	}
	return stringValue(text), nil
}

// Returns nil for an empty set, which is an absent attribute.
func encodeSet(value any, name string) (AttributeValue, error) {
	switch set := value.(type) {
	case StringSet:
		for _, text := range set {
			if _, err := textValue(text, name); err != nil {
				return nil, err
			}
		}
		if len(set) > 0 {
			return &types.AttributeValueMemberSS{Value: set}, nil
		}
	case NumberSet:
		if len(set) > 0 {
			return &types.AttributeValueMemberNS{Value: mapped(set, Decimal.String)}, nil
		}
	case BinarySet:
		if len(set) > 0 {
			return &types.AttributeValueMemberBS{Value: set}, nil
		}
	}
	return nil, nil
}

func encodeList(all []any, name string) (AttributeValue, error) {
	out := make([]AttributeValue, len(all))
	for i, one := range all {
		var err error
		if out[i], err = EncodeDocument(one, fmt.Sprintf("%s[%d]", name, i)); err != nil {
			return nil, err
		}
	}
	return listValue(out), nil
}

func encodeMap(all map[string]any, name string) (AttributeValue, error) {
	out := make(AttributeMap, len(all))
	for member, one := range all {
		value, err := EncodeDocument(one, name+"."+member)
		if err != nil {
			return nil, err
		}
		if _, err := textValue(member, name); err != nil {
			return nil, err
		}
		out[member] = value
	}
	return mapValue(out), nil
}

// DecodeDocument returns the document of an attribute value. A number is an int64 if it is whole and fits, a float64 if
// that has it exactly, and otherwise a Decimal.
func DecodeDocument(value AttributeValue) any {
	switch is := value.(type) {
	case *types.AttributeValueMemberS:
		return is.Value
	case *types.AttributeValueMemberN:
		return decodeNumber(is.Value)
	case *types.AttributeValueMemberB:
		return is.Value
	case *types.AttributeValueMemberBOOL:
		return is.Value
	case *types.AttributeValueMemberSS:
		return StringSet(is.Value)
	case *types.AttributeValueMemberNS:
		return NumberSet(mapped(is.Value, decimalOrZero))
	case *types.AttributeValueMemberBS:
		return BinarySet(is.Value)
	case *types.AttributeValueMemberL:
		return mapped(is.Value, DecodeDocument)
	case *types.AttributeValueMemberM:
		out := make(map[string]any, len(is.Value))
		for name, one := range is.Value {
			out[name] = DecodeDocument(one)
		}
		return out
	}
	return nil
}

// The database stores valid numbers only.
func decimalOrZero(text string) Decimal {
	out, _ := ParseDecimal(text)
	return out
}

func decodeNumber(text string) any {
	exact := readNumber(text)
	if exact == nil {
		return Decimal{}
	}
	if whole, ok := exact.int64(); ok {
		return whole
	}
	near, err := strconv.ParseFloat(text, 64)
	if err == nil && canonicalNumber(strconv.FormatFloat(near, 'g', -1, 64)) == exact.String() {
		return near
	}
	return Decimal{exact.String()}
}
