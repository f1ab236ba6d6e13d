// Decides a comparison for a known value, as the service does.

package rt

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func holdsBegin(value, begin AttributeValue) bool {
	if text, ok := asString(value); ok {
		first, ok := asString(begin)
		return ok && strings.HasPrefix(text, first)
	}
	bytes, ok := asBytes(value)
	first, isBytes := asBytes(begin)
	return ok && isBytes && strings.HasPrefix(string(bytes), string(first))
}

func holdsPart(value, part AttributeValue) bool {
	if all, ok := asList(value); ok {
		return slices.ContainsFunc(all, func(one AttributeValue) bool { return sameValue(one, part) })
	}
	if text, ok := asString(value); ok {
		wanted, ok := asString(part)
		return ok && strings.Contains(text, wanted)
	}
	// A set has no default.
	bytes, ok := asBytes(value)
	wanted, isBytes := asBytes(part)
	return ok && isBytes && strings.Contains(string(bytes), string(wanted))
}

// The size of a text is in UTF-16 units.
func sizeIn(value AttributeValue) (int, bool) {
	switch is := value.(type) {
	case *types.AttributeValueMemberM:
		return len(is.Value), true
	case *types.AttributeValueMemberS:
		return len(utf16.Encode([]rune(is.Value))), true
	case *types.AttributeValueMemberB:
		return len(is.Value), true
	case *types.AttributeValueMemberL:
		return len(is.Value), true
	}
	return elementCount(value)
}

var comparisonsOfSizes = map[PredicateKind]PredicateKind{
	SizeEqual:          IsEqual,
	SizeNotEqual:       IsNotEqual,
	SizeLess:           IsLess,
	SizeLessOrEqual:    IsLessOrEqual,
	SizeGreater:        IsGreater,
	SizeGreaterOrEqual: IsGreaterOrEqual,
}

func isAtLeast(a, b AttributeValue) bool {
	order, ok := orderBetween(a, b)
	return ok && order >= 0
}

// Returns true if a comparison holds for the value. Requires: `operands` has as many values as the kind needs.
func holdsFor(kind PredicateKind, operands []AttributeValue, value AttributeValue) bool {
	if ofSize, ok := comparisonsOfSizes[kind]; ok {
		size, ok := sizeIn(value)
		return ok && holdsFor(ofSize, operands, numberValue(strconv.Itoa(size)))
	}
	switch first := operands[0]; kind {
	case IsEqual:
		return sameValue(value, first)
	case IsNotEqual:
		return !sameValue(value, first)
	case IsGreaterOrEqual:
		return isAtLeast(value, first)
	case IsLessOrEqual:
		return isAtLeast(first, value)
	case IsGreater:
		return isAtLeast(value, first) && !sameValue(value, first)
	case IsLess:
		return isAtLeast(first, value) && !sameValue(value, first)
	case IsBetween:
		return isAtLeast(value, first) && isAtLeast(operands[1], value)
	case IsIn:
		return slices.ContainsFunc(operands, func(one AttributeValue) bool { return sameValue(value, one) })
	case BeginsWith:
		return holdsBegin(value, first)
	case Contains:
		return holdsPart(value, first)
	}
	return false
}
