// Equality and order of attribute values as the service defines them, and equality of whole items. Single numbers are
// compared by value, but numbers inside of documents and sets by their texts.

package rt

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func identicalMaps(a, b AttributeMap) bool {
	if len(a) != len(b) {
		return false
	}
	for name, value := range a {
		if other, ok := b[name]; !ok || !identical(value, other) {
			return false
		}
	}
	return true
}

// Returns true if two values have the same type and the same texts and bytes, also of numbers.
func identical(a, b AttributeValue) bool {
	switch a := a.(type) {
	case *types.AttributeValueMemberS:
		text, ok := asString(b)
		return ok && text == a.Value
	case *types.AttributeValueMemberN:
		text, ok := asNumber(b)
		return ok && text == a.Value
	case *types.AttributeValueMemberB:
		other, ok := asBytes(b)
		return ok && bytes.Equal(other, a.Value)
	case *types.AttributeValueMemberBOOL:
		is, ok := asBool(b)
		return ok && is == a.Value
	case *types.AttributeValueMemberNULL:
		return isNull(b)
	case *types.AttributeValueMemberM:
		other, ok := asMap(b)
		return ok && identicalMaps(a.Value, other)
	case *types.AttributeValueMemberL:
		other, ok := asList(b)
		return ok && slices.EqualFunc(a.Value, other, identical)
	case *types.AttributeValueMemberSS:
		other, ok := b.(*types.AttributeValueMemberSS)
		return ok && slices.Equal(a.Value, other.Value)
	case *types.AttributeValueMemberNS:
		other, ok := b.(*types.AttributeValueMemberNS)
		return ok && slices.Equal(a.Value, other.Value)
	case *types.AttributeValueMemberBS:
		other, ok := b.(*types.AttributeValueMemberBS)
		return ok && slices.EqualFunc(a.Value, other.Value, bytes.Equal)
	}
	return false
}

// Returns true if the service takes two values for equal. An absent value equals only another absent one.
func sameValue(a, b AttributeValue) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if identical(a, b) {
		return true
	}
	left, right := numberIn(a), numberIn(b)
	return left != nil && right != nil && compareNumbers(left, right) == 0
}

// Returns the service's order of two values: a number below, at or above zero. false if the types differ, the type has
// no order or a value is absent; then no comparison holds.
func orderBetween(a, b AttributeValue) (int, bool) {
	if left, ok := asString(a); ok {
		right, ok := asString(b)
		return strings.Compare(left, right), ok
	}
	if left, ok := asBytes(a); ok {
		right, ok := asBytes(b)
		return bytes.Compare(left, right), ok
	}
	left, right := numberIn(a), numberIn(b)
	if left == nil || right == nil {
		return 0, false
	}
	return compareNumbers(left, right), true
}

// ---- whole items

// A text that is the same for equal values, and differs for different ones. `stored` spells them as the service keeps
// them: a number by its value, and a set without an order.
func textOfValue(value AttributeValue, stored bool) string {
	number := func(text string) string {
		if stored {
			return canonicalNumber(text)
		}
		return text
	}
	set := func(elements []string) string {
		if stored {
			slices.Sort(elements)
		}
		return fmt.Sprintf("%q", elements)
	}
	switch is := value.(type) {
	case *types.AttributeValueMemberS:
		return fmt.Sprintf("S%q", is.Value)
	case *types.AttributeValueMemberN:
		return fmt.Sprintf("N%q", number(is.Value))
	case *types.AttributeValueMemberB:
		return fmt.Sprintf("B%q", is.Value)
	case *types.AttributeValueMemberBOOL:
		return fmt.Sprintf("BOOL%v", is.Value)
	case *types.AttributeValueMemberSS:
		return "SS" + set(slices.Clone(is.Value))
	case *types.AttributeValueMemberNS:
		return "NS" + set(mapped(is.Value, number))
	case *types.AttributeValueMemberBS:
		return "BS" + set(mapped(is.Value, func(one []byte) string { return string(one) }))
	case *types.AttributeValueMemberL:
		return fmt.Sprintf("L%q", mapped(is.Value, func(one AttributeValue) string { return textOfValue(one, stored) }))
	case *types.AttributeValueMemberM:
		return "M" + textOfMap(is.Value, stored)
	}
	return typeOf(value)
}

func textOfMap(all AttributeMap, stored bool) string {
	var text strings.Builder
	for _, name := range namesOf(all) {
		fmt.Fprintf(&text, "%q:%s,", name, textOfValue(all[name], stored))
	}
	return "{" + text.String() + "}"
}

// Returns true if both maps have the same names with equal values.
func equalMaps(a, b AttributeMap) bool {
	return identicalMaps(a, b)
}

// Returns true if both items would be stored alike.
func equalItems(a, b AttributeMap) bool {
	return len(a) == len(b) && textOfMap(a, true) == textOfMap(b, true)
}

// Returns a text that is equal for equal items of equal tables. `key` is the primary key.
func itemIdentity(tableName string, key AttributeMap) string {
	return fmt.Sprintf("%q", tableName) + textOfMap(key, false)
}

// ---- sizes

const (
	containerBytes = 3
	elementBytes   = 1
)

func sizeOfValue(value AttributeValue) int {
	size := 0
	switch is := value.(type) {
	case *types.AttributeValueMemberS:
		return len(is.Value)
	case *types.AttributeValueMemberN:
		return sizeOfNumber(is.Value)
	case *types.AttributeValueMemberB:
		return len(is.Value)
	case *types.AttributeValueMemberSS:
		for _, one := range is.Value {
			size += len(one)
		}
	case *types.AttributeValueMemberNS:
		for _, one := range is.Value {
			size += sizeOfNumber(one)
		}
	case *types.AttributeValueMemberBS:
		for _, one := range is.Value {
			size += len(one)
		}
	case *types.AttributeValueMemberL:
		size = containerBytes
		for _, one := range is.Value {
			size += elementBytes + sizeOfValue(one)
		}
	case *types.AttributeValueMemberM:
		return containerBytes + elementBytes*len(is.Value) + sizeOfItem(is.Value)
	default:
		return 1
	}
	return size
}

// Returns the bytes of a whole item by the service's formula ("DynamoDB item sizes and formats" in the developer
// guide). Names and strings count their UTF-8 bytes, and a number about half its digits plus one. A list or map counts
// 3 bytes and 1 more for each element.
func sizeOfItem(item AttributeMap) int {
	size := 0
	for name, value := range item {
		size += len(name) + sizeOfValue(value)
	}
	return size
}
