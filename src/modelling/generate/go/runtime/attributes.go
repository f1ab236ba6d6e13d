// Attribute values as they go over the wire, and maps of them.

package rt

import (
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// AttributeValue is an attribute value of the SDK. nil means an absent value if a function says so.
type AttributeValue = types.AttributeValue

// AttributeMap has attribute values by the names of attributes.
type AttributeMap = map[string]types.AttributeValue

func stringValue(text string) AttributeValue { return &types.AttributeValueMemberS{Value: text} }
func numberValue(text string) AttributeValue { return &types.AttributeValueMemberN{Value: text} }
func bytesValue(bytes []byte) AttributeValue { return &types.AttributeValueMemberB{Value: bytes} }
func boolValue(is bool) AttributeValue       { return &types.AttributeValueMemberBOOL{Value: is} }
func nullValue() AttributeValue              { return &types.AttributeValueMemberNULL{Value: true} }
func listValue(all []AttributeValue) AttributeValue {
	return &types.AttributeValueMemberL{Value: all}
}
func mapValue(members AttributeMap) AttributeValue {
	return &types.AttributeValueMemberM{Value: members}
}

// The functions below return the content of a value, and false if it is absent or has another type.

func asString(value AttributeValue) (string, bool) {
	if is, ok := value.(*types.AttributeValueMemberS); ok {
		return is.Value, true
	}
	return "", false
}

func asNumber(value AttributeValue) (string, bool) {
	if is, ok := value.(*types.AttributeValueMemberN); ok {
		return is.Value, true
	}
	return "", false
}

func asBytes(value AttributeValue) ([]byte, bool) {
	if is, ok := value.(*types.AttributeValueMemberB); ok {
		return is.Value, true
	}
	return nil, false
}

func asBool(value AttributeValue) (is, ok bool) {
	if is, ok := value.(*types.AttributeValueMemberBOOL); ok {
		return is.Value, true
	}
	return false, false
}

func asMap(value AttributeValue) (AttributeMap, bool) {
	if is, ok := value.(*types.AttributeValueMemberM); ok {
		return is.Value, true
	}
	return nil, false
}

func asList(value AttributeValue) ([]AttributeValue, bool) {
	if is, ok := value.(*types.AttributeValueMemberL); ok {
		return is.Value, true
	}
	return nil, false
}

func isNull(value AttributeValue) bool {
	_, ok := value.(*types.AttributeValueMemberNULL)
	return ok
}

// Returns the name of the value's type, such as "S" or "NULL".
func typeOf(value AttributeValue) string {
	switch value.(type) {
	case *types.AttributeValueMemberS:
		return "S"
	case *types.AttributeValueMemberN:
		return "N"
	case *types.AttributeValueMemberB:
		return "B"
	case *types.AttributeValueMemberBOOL:
		return "BOOL"
	case *types.AttributeValueMemberNULL:
		return "NULL"
	case *types.AttributeValueMemberM:
		return "M"
	case *types.AttributeValueMemberL:
		return "L"
	case *types.AttributeValueMemberSS:
		return "SS"
	case *types.AttributeValueMemberNS:
		return "NS"
	case *types.AttributeValueMemberBS:
		return "BS"
	}
	return ""
}

// Returns true if the value has the type of a key attribute.
func hasScalar(value AttributeValue, scalar ScalarType) bool {
	return value != nil && typeOf(value) == string(scalar)
}

// Returns the number of elements of a set, and false if the value is not a set.
func elementCount(value AttributeValue) (int, bool) {
	switch set := value.(type) {
	case *types.AttributeValueMemberSS:
		return len(set.Value), true
	case *types.AttributeValueMemberNS:
		return len(set.Value), true
	case *types.AttributeValueMemberBS:
		return len(set.Value), true
	}
	return 0, false
}

// Returns the names in the order of their bytes, in which the expressions and messages of Partita name attributes.
func namesOf[Value any](all map[string]Value) []string {
	return slices.Sorted(maps.Keys(all))
}

// Returns a copy that is not nil.
func copyOf(all AttributeMap) AttributeMap {
	out := make(AttributeMap, len(all))
	maps.Copy(out, all)
	return out
}

// Returns the first n elements, or all if there are fewer.
func firstOf[Element any](all []Element, n int) []Element {
	return all[:max(0, min(n, len(all)))]
}

// Returns the results of a function for each element.
func mapped[In, Out any](all []In, make func(In) Out) []Out {
	out := []Out{}
	for _, one := range all {
		out = append(out, make(one))
	}
	return out
}
