// The fields that the library itself writes: the times of creation and of the last write, and computed fields.

package rt

import (
	"slices"
	"strconv"
	"time"
)

func timeAs(field *Field, at time.Time) (AttributeValue, error) {
	if field.Kind == KindSeconds {
		return numberValue(strconv.FormatInt(at.Unix(), 10)), nil
	}
	if year := at.UTC().Year(); year < 0 || year > 9999 {
		return nil, modelError("the time %d ms since 1970 is outside of the years 0000 to 9999", at.UnixMilli())
	}
	return stringValue(at.UTC().Format(isoTime)), nil
}

// Sets the time in the attributes of a whole item. If `keeps` is true, a time that the caller filled in stays. The time
// 1970-01-01T00:00:00Z counts as not filled in.
func setTime(entity *Entity, position *int, now time.Time, keeps bool, values AttributeMap) error {
	if position == nil {
		return nil
	}
	field := &entity.Fields[*position]
	unfilled, err := timeAs(field, time.Unix(0, 0))
	if err != nil {
		return err
	}
	if value := values[field.Attribute]; keeps && value != nil && !identical(value, unfilled) {
		return nil
	}
	values[field.Attribute], err = timeAs(field, now)
	return err
}

// The value of a computed field. A model without any functions takes the value as it is given, and then ok is false.
func compute(entity *Entity, computed *Computed, values AttributeMap, functions map[string]ComputedFunction) (
	value AttributeValue, ok bool, err error) {
	if len(functions) == 0 {
		return nil, false, nil
	}
	name := entity.Fields[computed.Field].Name
	run := functions[entity.Name+"."+name]
	if run == nil {
		return nil, false, modelError("%[1]s: the field %[2]s is computed, and the session has no function for it: "+
			"give Options.Computed[\"%[1]s.%[2]s\"]", entity.Name, name)
	}
	value, err = run(values)
	if err != nil {
		return nil, false, &ModelError{Message: entity.Name + ": the field " + name +
			" cannot be computed: its function failed: " + err.Error(), Err: err}
	}
	return value, true, nil
}

// Returns the computed fields of a whole item, by attribute. nil means that the field is absent. The error is of a
// function that is missing or fails.
func computedValues(entity *Entity, all []Computed, values AttributeMap, functions map[string]ComputedFunction) (
	AttributeMap, error) {
	out := make(AttributeMap)
	for i := range all {
		value, ok, err := compute(entity, &all[i], values, functions)
		if err != nil {
			return nil, err
		}
		if ok {
			out[entity.Fields[all[i].Field].Attribute] = value
		}
	}
	return out, nil
}

func (s *Session) wholeWithKept(entity *Entity, given AttributeMap, now time.Time, keepsCreated bool) (
	AttributeMap, error) {
	values := copyOf(given)
	if err := setTime(entity, entity.Created, now, keepsCreated, values); err != nil {
		return nil, err
	}
	if err := setTime(entity, entity.Updated, now, false, values); err != nil {
		return nil, err
	}
	computed, err := computedValues(entity, entity.Computed, values, s.options.Computed)
	return withValues(values, computed), err
}

// The error if the request itself changes a field that the library writes.
func checkKeptMembers(request *WriteRequest) error {
	for i := range request.Changes {
		if field := request.Changes[i].Field; isKept(request.Entity, field) {
			return modelError("%s: the field %s is set by the library, and a write cannot set it",
				request.Entity.Name, request.Entity.Fields[field].Name)
		}
	}
	return nil
}

// Returns the request with the kept fields that follow from it and from the time. It must be called once for a request,
// so that every attempt writes the same values. The error is of a computed field that cannot be computed.
func (s *Session) withKeptMembers(request WriteRequest, now time.Time) (WriteRequest, error) {
	entity := request.Entity
	var err error
	addTime := func(kind ChangeKind, field *int) {
		if field == nil || err != nil {
			return
		}
		var value AttributeValue
		value, err = timeAs(&entity.Fields[*field], now)
		request.Changes = append(slices.Clip(request.Changes), Change{Kind: kind, Field: *field, Value: value})
	}
	switch request.Kind {
	case Create, Put:
		request.Values, err = s.wholeWithKept(entity, request.Values, now, request.Kind == Put)
	case Move:
		request.MovedTo, err = s.wholeWithKept(entity, request.MovedTo, now, true)
	case Update:
		addTime(Set, entity.Updated)
	case Upsert:
		addTime(SetIfAbsent, entity.Created)
		addTime(Set, entity.Updated)
	}
	return request, err
}

// Returns, for an update or upsert, the stored computed fields that follow from its changes, by attribute. nil removes
// the attribute. `states` must have the changes applied and gets the computed values. The error is that a computed
// field needs a field that is not known; it names the field and the cure.
func computedChanges(request *WriteRequest, states *fieldStates, functions map[string]ComputedFunction) (
	AttributeMap, error) {
	entity := request.Entity
	changes := make(AttributeMap)
	if len(functions) == 0 {
		return changes, nil
	}
	for i := range entity.Computed {
		computed := &entity.Computed[i]
		if request.Kind != Upsert && !states.anyChanged(computed.From) {
			continue
		}
		field := &entity.Fields[computed.Field]
		values := make(AttributeMap)
		for _, from := range computed.From {
			state := states.after(from)
			if !state.known {
				name := entity.Fields[from].Name
				return nil, modelError("%s: the field %s depends on %s, which is not known: add .given(\"%s\"_f = "+
					"value) or .read_first()", entity.Name, field.Name, name, name)
			}
			if state.value != nil {
				values[entity.Fields[from].Attribute] = state.value
			}
		}
		value, _, err := compute(entity, computed, values, functions)
		if err != nil {
			return nil, err
		}
		states.setAfter(computed.Field, fieldState{known: true, value: value})
		if !field.KeyOnly {
			changes[field.Attribute] = value
		}
	}
	return changes, nil
}
