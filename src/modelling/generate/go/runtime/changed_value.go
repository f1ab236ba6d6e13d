// Changes of an update: facts about them, and the value of a field after a change of a part of it, so that values that
// follow from the whole field are known.

package rt

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Returns true if the two paths have the same first steps, as many as the shorter one has.
func samePathTo(a, b Path) bool {
	common := min(len(a), len(b))
	return slices.Equal(a[:common], b[:common])
}

// Returns true if the result of the change depends on the stored value.
func startsFromStored(change *Change) bool {
	return change.Kind != Set && change.Kind != Erase
}

// Returns true if the change `start` exists only to give the start value of `next`, the change directly after it, for
// the case that the value is absent.
func isStartOf(start, next *Change) bool {
	adds := next.Kind == Increment || next.Kind == Append || next.Kind == Prepend
	return adds && start.Kind == SetIfAbsent && len(start.Path) > 0 && start.Field == next.Field &&
		slices.Equal(start.Path, next.Path)
}

// Returns the value from which the request's change at `position` starts if the stored value is absent. nil means zero
// or an empty list.
func startOf(request *WriteRequest, position int) AttributeValue {
	change := &request.Changes[position]
	if len(change.Path) == 0 {
		return defaultOf(request.Entity, request.Entity.Fields[change.Field].Attribute)
	}
	if position > 0 && isStartOf(&request.Changes[position-1], change) {
		return request.Changes[position-1].Value
	}
	return nil
}

func (c *Change) removes() bool {
	return c.Kind == Erase || (c.Kind == Set && c.Value == nil)
}

func (c *Change) removesElement() bool {
	return len(c.Path) > 0 && c.Path[len(c.Path)-1].IsElement && c.removes()
}

// A NULL counts as absent if a change starts from the stored value (null_for_empty.go).
func presentValue(value AttributeValue) AttributeValue {
	if isNull(value) {
		return nil
	}
	return value
}

// The functions below return false if the database refuses the change, or if the change empties a set inside of a list.
// A nil value is an absent one.

func summed(by, to AttributeValue) (AttributeValue, bool) {
	from, stored := zero, presentValue(to)
	if stored != nil {
		from = numberIn(stored)
	}
	amount := numberIn(by)
	if from == nil || amount == nil {
		return nil, false
	}
	sum := sumIfValid(from, amount)
	if sum == nil {
		return nil, false
	}
	return numberValue(sum.String()), true
}

func joinedLists(elements AttributeValue, inFront bool, to AttributeValue) (AttributeValue, bool) {
	added, ok := asList(elements)
	stored, isList := asList(to)
	if !ok || (presentValue(to) != nil && !isList) {
		return nil, false
	}
	if inFront {
		return listValue(slices.Concat(added, stored)), true
	}
	return listValue(slices.Concat(stored, added)), true
}

func changedElements[Element any](stored, elements []Element, adds bool, same func(a, b Element) bool) []Element {
	all := slices.Clone(stored)
	for _, element := range elements {
		found := slices.IndexFunc(all, func(other Element) bool { return same(other, element) })
		if adds && found < 0 {
			all = append(all, element)
		}
		if !adds && found >= 0 {
			all = slices.Delete(all, found, found+1)
		}
	}
	return all
}

func sameText(a, b string) bool { return a == b }

// Equal numbers may have different texts.
func sameNumber(a, b string) bool { return canonicalNumber(a) == canonicalNumber(b) }

func changedSet(elements AttributeValue, adds bool, to AttributeValue) (AttributeValue, bool) {
	stored := presentValue(to)
	if _, ok := elementCount(elements); !ok {
		return nil, false
	}
	if stored == nil {
		if adds {
			return elements, true
		}
		return nil, true
	}
	if typeOf(stored) != typeOf(elements) {
		return nil, false
	}
	var out AttributeValue
	switch set := stored.(type) {
	case *types.AttributeValueMemberSS:
		of := elements.(*types.AttributeValueMemberSS).Value
		out = &types.AttributeValueMemberSS{Value: changedElements(set.Value, of, adds, sameText)}
	case *types.AttributeValueMemberNS:
		of := elements.(*types.AttributeValueMemberNS).Value
		out = &types.AttributeValueMemberNS{Value: changedElements(set.Value, of, adds, sameNumber)}
	case *types.AttributeValueMemberBS:
		of := elements.(*types.AttributeValueMemberBS).Value
		out = &types.AttributeValueMemberBS{Value: changedElements(set.Value, of, adds, bytes.Equal)}
	}
	if count, _ := elementCount(out); count == 0 {
		return nil, true
	}
	return out, true
}

// The value at the end of the path.
func changedEnd(change *Change, value AttributeValue) (AttributeValue, bool) {
	switch change.Kind {
	case Set:
		return change.Value, true
	case SetIfAbsent:
		if stored := presentValue(value); stored != nil {
			return stored, true
		}
		return change.Value, true
	case Increment:
		return summed(change.Value, value)
	case Append, Prepend:
		return joinedLists(change.Value, change.Kind == Prepend, value)
	case AddToSet, RemoveFromSet:
		return changedSet(change.Value, change.Kind == AddToSet, value)
	}
	return nil, true
}

func changedEntry(change *Change, path Path, members AttributeMap) (AttributeValue, bool) {
	entry, ok := changedAt(change, path[1:], members[path[0].Name])
	if !ok {
		return nil, false
	}
	out := copyOf(members)
	if entry == nil {
		delete(out, path[0].Name)
	} else {
		out[path[0].Name] = entry
	}
	return mapValue(out), true
}

// The database appends an element that is set behind the end.
func changedElement(change *Change, path Path, all []AttributeValue) (AttributeValue, bool) {
	at := path[0].Element
	if at < 0 {
		return nil, false
	}
	element, ok := changedAt(change, path[1:], valueAtStep(listValue(all), path[0]))
	if !ok {
		return nil, false
	}
	rest := slices.Clone(all)
	switch {
	case element != nil && at < len(rest):
		rest[at] = element
	case element != nil:
		rest = append(rest, element)
	case len(path) == 1 && change.removes():
		if at < len(rest) {
			rest = slices.Delete(rest, at, at+1)
		}
	default:
		return nil, false
	}
	return listValue(rest), true
}

func changedAt(change *Change, path Path, value AttributeValue) (AttributeValue, bool) {
	if len(path) == 0 {
		return changedEnd(change, value)
	}
	if all, ok := asList(value); ok && path[0].IsElement {
		return changedElement(change, path, all)
	}
	if members, ok := asMap(value); ok && !path[0].IsElement {
		return changedEntry(change, path, members)
	}
	return nil, false
}

// Returns the value after the change, as the database makes it of `before`. nil is an absent value. Returns false if
// the database refuses the change, or if the change empties a set inside of a list.
func changedValue(before AttributeValue, change *Change) (AttributeValue, bool) {
	// The first step of a path is the attribute of the field.
	return changedAt(change, change.behindField(), before)
}

// Returns the steps of the path behind the attribute of the field.
func (c *Change) behindField() Path {
	if len(c.Path) == 0 {
		return nil
	}
	return c.Path[1:]
}

// A name comes behind all elements of lists, because the steps are compared by name first, and that of an element is
// empty.
func compareSteps(a, b PathStep) int {
	if names := strings.Compare(a.Name, b.Name); names != 0 {
		return names
	}
	number := func(step PathStep) int {
		if step.IsElement {
			return step.Element
		}
		return -1
	}
	return number(a) - number(b)
}

// Returns the changes in an order in which they can be applied one after the other, although the database applies all
// of them to the item as it was: the removals of elements of lists come last, and those behind come before those in
// front.
func inOrderOfEffect(changes []Change) []Change {
	return slices.SortedStableFunc(slices.Values(changes), func(a, b Change) int {
		switch {
		case a.removesElement() && !b.removesElement():
			return 1
		case !a.removesElement() && b.removesElement():
			return -1
		case a.removesElement():
			return slices.CompareFunc(b.Path, a.Path, compareSteps)
		}
		return slices.CompareFunc(a.Path, b.Path, compareSteps)
	})
}

// Returns a copy of the values with some others in their place. nil removes a value.
func withValues(values, others AttributeMap) AttributeMap {
	out := copyOf(values)
	maps.Copy(out, others)
	maps.DeleteFunc(out, func(_ string, value AttributeValue) bool { return value == nil })
	return out
}
