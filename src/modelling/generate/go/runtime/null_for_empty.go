// Other programs write NULL for an empty member. A change that adds to the stored value must treat that NULL as an
// absent attribute. And an empty set in a list or map is NULL, but the database removes the whole element with the last
// element of the set. An update expression cannot express either, so such a write reads the item and sets the result.

package rt

import (
	"slices"
	"strings"
)

// Returns true if the sum of an increment is in the range of its field.
func isSumInRange(sum *number, within *WholeRange) bool {
	if within == nil {
		return true
	}
	return compareNumbers(sum, numberOfInt(within.Least)) >= 0 && compareNumbers(sum, numberOfUint(within.Most)) <= 0
}

// True if the version may be NULL.
func countsFromDefault(request *WriteRequest) bool {
	version := request.Entity.Version
	return version != nil && request.Entity.Fields[*version].HasDefault
}

// Returns true if `stored`, the field's stored value, has a NULL at the change's path that counts as absent.
func meetsNull(field *Field, change *Change, stored AttributeValue) bool {
	if len(change.Path) == 0 {
		return countsAsAbsent(field, stored)
	}
	return isNull(valueAt(stored, change.behindField()))
}

// Returns true if the change removes elements from a set in a list or map, and `stored`, the field's stored value, has
// no set there or may have no more elements than those.
func mayEmptyElement(change *Change, stored AttributeValue) bool {
	if change.Kind != RemoveFromSet || !change.OfElement {
		return false
	}
	count, ok := elementCount(valueAt(stored, change.behindField()))
	removed, _ := elementCount(change.Value)
	return !ok || count <= removed
}

// Returns the change as one that sets the rest of the set, which is NULL without elements. Returns false if no element
// is to be removed. `stored` is the field's stored value, or nil if it is absent. Requires: the change has the kind
// RemoveFromSet and is OfElement.
func withoutElements(change Change, stored AttributeValue) (Change, bool) {
	value := valueAt(stored, change.behindField())
	if isNull(value) {
		return change, false
	}
	change.OfElement = false
	if _, ok := elementCount(value); !ok {
		return change, true
	}
	rest := value
	if typeOf(change.Value) == typeOf(value) {
		rest, _ = changedSet(change.Value, false, value)
	}
	if rest == nil {
		rest = nullValue()
	}
	change.Kind, change.Value = Set, rest
	return change, true
}

// Returns the change of an absent value, as a change that does not depend on the stored value. `absent` is its start
// value, and nil means zero or an empty list. Returns false if the sum is not a value of the field.
// Requires: startsFromStored(change).
func changeOfAbsent(change Change, absent AttributeValue) (Change, bool) {
	out := change
	out.Kind = Set
	switch change.Kind {
	case Increment:
		sum, from := numberIn(change.Value), zero
		if _, ok := asNumber(absent); ok {
			from = numberIn(absent)
		}
		if sum != nil && from != nil {
			sum = sumIfValid(from, sum)
		}
		if sum == nil || !isSumInRange(sum, change.Range) {
			return change, false
		}
		out.Value = numberValue(sum.String())
	case Append, Prepend:
		if _, ok := asList(absent); ok {
			out.Value, _ = joinedLists(change.Value, change.Kind == Prepend, absent)
		}
	case RemoveFromSet:
		// The NULL of an element is the empty set there, and stays.
		out.Kind = Erase
		return out, !change.OfElement
	}
	return out, true
}

// Returns true if a write failed, or may have failed, because one of its changes met a NULL in `item` or would empty
// such a set. `item` is the one on which a condition failed.
func metNull(request *WriteRequest, item AttributeMap) bool {
	if item == nil {
		return false
	}
	if countsFromDefault(request) {
		version := &request.Entity.Fields[*request.Entity.Version]
		if countsAsAbsent(version, item[version.Attribute]) {
			return true
		}
	}
	for i := range request.Changes {
		change := &request.Changes[i]
		field := &request.Entity.Fields[change.Field]
		stored := item[field.Attribute]
		if stored == nil || !startsFromStored(change) {
			continue
		}
		if meetsNull(field, change, stored) || mayEmptyElement(change, stored) {
			return true
		}
	}
	return false
}

// Returns true if the message of a failed update may say that one of the changes met a NULL.
func mayHaveMetNull(request *WriteRequest, message string) bool {
	return isOfOperand(message) && (countsFromDefault(request) ||
		slices.ContainsFunc(request.Changes, func(change Change) bool { return startsFromStored(&change) }))
}

// Returns true if the message says that an update adds to a value of the wrong type.
func isOfOperand(message string) bool {
	return strings.Contains(message, "operand in the update expression has an incorrect data type")
}
