// The values of an item's fields before and after a write, as far as they are known.
//
// A field is known from the primary key, from the caller (Given), from an item that was read, or from a change that
// sets it. A use of a field that is known only from the item that was read makes the write depend on that item. Those
// fields are collected in consulted, and the write becomes conditional on them.

package rt

import (
	"slices"
)

// An item as it was read, with the fields that only its keys hold. The attributes are nil if the item does not exist.
type storedItem struct {
	attributes AttributeMap
}

// The value of a field, as far as it is known.
type fieldState struct {
	known     bool
	value     AttributeValue // of a known field; nil: the field is absent, and has no default
	isDefault bool           // the attribute is, or may be, absent and means `value`
}

type stateOfField struct {
	before        fieldState
	after         fieldState
	fromRead      bool // `before` comes from the item that was read
	afterFromRead bool
	changed       bool
}

func absentState(entity *Entity, attribute string) fieldState {
	value := defaultOf(entity, attribute)
	return fieldState{known: true, value: value, isDefault: value != nil}
}

func stateIn(entity *Entity, values AttributeMap, field *Field) fieldState {
	value := values[field.Attribute]
	if value == nil || countsAsAbsent(field, value) {
		return absentState(entity, field.Attribute)
	}
	return fieldState{known: true, value: value}
}

// The write depends on the attribute having the value, or being absent if the value is its default.
func givenState(entity *Entity, value AttributeValue, attribute string) fieldState {
	if value == nil {
		return absentState(entity, attribute)
	}
	otherwise := defaultOf(entity, attribute)
	return fieldState{known: true, value: value, isDefault: otherwise != nil && sameValue(otherwise, value)}
}

// The states of all fields of one write.
type fieldStates struct {
	request *WriteRequest
	fields  []stateOfField
	used    map[int]bool
}

func stateBefore(request *WriteRequest, stored *storedItem, field *Field, isIdentifying bool) (fieldState, bool) {
	if isIdentifying {
		return stateIn(request.Entity, request.Values, field), false
	}
	if value, ok := request.Given[field.Attribute]; ok {
		return givenState(request.Entity, value, field.Attribute), false
	}
	if stored == nil {
		return fieldState{}, false
	}
	return stateIn(request.Entity, stored.attributes, field), true
}

// `stored` is nil if no item was read.
func newFieldStates(request *WriteRequest, stored *storedItem) *fieldStates {
	states := &fieldStates{request: request, used: make(map[int]bool)}
	identifying := identifyingFields(request.Entity)
	// The item after the write if the request has all its fields.
	whole, isWhole := request.Values, request.Kind == Create || request.Kind == Put
	if request.Kind == Move {
		whole, isWhole = request.MovedTo, true
	}
	for i := range request.Entity.Fields {
		field := &request.Entity.Fields[i]
		state, fromRead := stateBefore(request, stored, field, slices.Contains(identifying, i))
		one := stateOfField{before: state, after: state, fromRead: fromRead, afterFromRead: fromRead}
		if isWhole {
			one.after, one.afterFromRead = stateIn(request.Entity, whole, field), false
		}
		states.fields = append(states.fields, one)
	}
	return states
}

// Applies the request's changes in their order. The error is of a sum that is not a valid number.
func (s *fieldStates) applyChanges() error {
	changes := inOrderOfEffect(s.request.Changes)
	for i := range changes {
		field := &s.fields[changes[i].Field]
		field.changed = true
		state, keepsOrigin, err := s.stateAfter(&changes[i], field.after, field.afterFromRead)
		if err != nil {
			return err
		}
		field.after = state
		field.afterFromRead = field.afterFromRead && keepsOrigin
	}
	return nil
}

// Sets the new value of a field that does not come from one of the request's changes.
func (s *fieldStates) setAfter(field int, state fieldState) {
	of := &s.fields[field]
	of.changed, of.after, of.afterFromRead = true, state, false
}

// Notes the value of a field that the write holds without changing it.
func (s *fieldStates) keep(field int, value AttributeValue) {
	of := &s.fields[field]
	of.after, of.afterFromRead = fieldState{known: true, value: value}, false
}

// Returns the field's state before the write. If it comes from the item that was read, the field is then consulted.
func (s *fieldStates) before(field int) fieldState {
	if s.fields[field].fromRead {
		s.used[field] = true
	}
	return s.fields[field].before
}

// Returns the field's state after the write, as before does.
func (s *fieldStates) after(field int) fieldState {
	if s.fields[field].afterFromRead {
		s.used[field] = true
	}
	return s.fields[field].after
}

// Returns true if the write changes the field.
func (s *fieldStates) changed(field int) bool { return s.fields[field].changed }

func (s *fieldStates) anyChanged(fields []int) bool { return slices.ContainsFunc(fields, s.changed) }

// Returns the known values after the write, by attribute.
func (s *fieldStates) valuesAfter() AttributeMap {
	values := make(AttributeMap)
	for i := range s.fields {
		if value := s.fields[i].after.value; value != nil {
			values[s.request.Entity.Fields[i].Attribute] = value
		}
	}
	return values
}

// Returns the fields that were used and are known only from the item that was read, in the order of the fields.
func (s *fieldStates) consulted() []int {
	var out []int
	for i := range s.fields {
		if s.used[i] {
			out = append(out, i)
		}
	}
	return out
}

// The state after the change, and whether it depends on the stored item as the one before does.
func (s *fieldStates) stateAfter(change *Change, before fieldState, isFromRead bool) (fieldState, bool, error) {
	field := &s.request.Entity.Fields[change.Field]
	isWhole := len(change.Path) == 0
	if isWhole && (change.Kind == Set || change.Kind == Erase) {
		if change.Kind == Erase || change.Value == nil || countsAsAbsent(field, change.Value) {
			return absentState(s.request.Entity, field.Attribute), false, nil
		}
		return fieldState{known: true, value: change.Value}, false, nil
	}
	// A given value that equals the default does not tell whether the attribute exists.
	mayBeStored := before.isDefault && !isFromRead
	if isWhole && change.Kind == SetIfAbsent && before.known && !mayBeStored {
		if before.value != nil && !before.isDefault {
			return before, true, nil
		}
		return fieldState{known: true, value: change.Value}, true, nil
	}
	// The database reports a value that is not a number.
	stored, isNumber := asNumber(before.value)
	if isWhole && change.Kind == Increment && before.known && (before.value == nil || isNumber) {
		sum, err := sumOfTexts(stored, change.Value)
		if err != nil {
			return fieldState{}, false, err
		}
		return fieldState{known: true, value: numberValue(sum.String())}, true, nil
	}
	// A change of a part, of a list or of a set keeps the rest of the stored value.
	keepsRest := !isWhole || (change.Kind != SetIfAbsent && change.Kind != Increment)
	if before.known && keepsRest {
		if value, ok := changedValue(before.value, change); ok {
			return fieldState{known: true, value: value}, true, nil
		}
	}
	return fieldState{}, false, nil
}

// The sum of a stored number, which is zero if its text is empty, and a change's value.
func sumOfTexts(stored string, by AttributeValue) (*number, error) {
	from := zero
	if stored != "" {
		var err error
		if from, err = parseNumber(stored); err != nil {
			return nil, err
		}
	}
	text, _ := asNumber(by)
	amount, err := parseNumber(text)
	if err != nil {
		return nil, err
	}
	return plus(from, amount)
}
