// The values of absent attributes. Conditions, increments and keys treat an absent attribute, a NULL and the default
// value as equal.

package rt

import "slices"

func firstDocument(field *Field) AttributeValue {
	switch field.Document {
	case DocumentMap:
		return mapValue(AttributeMap{})
	case DocumentList, DocumentVector:
		return listValue([]AttributeValue{})
	case DocumentStringSet, DocumentNumberSet, DocumentBinarySet:
		return nil // an empty set is an absent attribute
	}
	return nullValue()
}

// The first value of the field's kind, or nil.
func firstValue(field *Field) AttributeValue {
	switch field.Kind {
	case KindString:
		return stringValue("")
	case KindBytes:
		return bytesValue([]byte{})
	case KindInteger, KindUnsigned, KindDouble, KindDecimal, KindSeconds:
		return numberValue("0")
	case KindBool:
		return boolValue(false)
	case KindEnum:
		if len(field.Enumerators) == 0 {
			return stringValue("")
		}
		return stringValue(field.Enumerators[0].Attribute)
	case KindTime:
		return stringValue("1970-01-01T00:00:00.000Z")
	case KindDate:
		return stringValue("1970-01-01")
	case KindUUID:
		return stringValue("00000000-0000-0000-0000-000000000000")
	case KindULID:
		return stringValue("00000000000000000000000000")
	}
	return firstDocument(field)
}

func defaultOfField(field *Field) AttributeValue {
	if field == nil || !field.HasDefault || field.Optional {
		return nil
	}
	return firstValue(field)
}

// Returns the attribute's default, or nil without one.
func defaultOf(entity *Entity, attribute string) AttributeValue {
	for i := range entity.Fields {
		if field := &entity.Fields[i]; field.HasDefault && field.Attribute == attribute {
			return defaultOfField(field)
		}
	}
	return nil
}

// Returns true if a stored value counts as an absent attribute. Other programs write NULL for an attribute that could
// be absent. The field is then empty or has its default.
func countsAsAbsent(field *Field, value AttributeValue) bool {
	return (field.Optional || field.HasDefault) && isNull(value)
}

// Sets the absent and NULL attributes of the item that have a default to it.
func addDefaults(entity *Entity, item AttributeMap) {
	for i := range entity.Fields {
		field := &entity.Fields[i]
		value := defaultOfField(field)
		if stored := item[field.Attribute]; value != nil && (stored == nil || isNull(stored)) {
			item[field.Attribute] = value
		}
	}
}

func isComparison(predicate *Predicate) bool {
	switch predicate.Kind {
	case DoesExist, DoesNotExist, HasType, AllOf, AnyOf, Not:
		return false
	case IsBetween:
		return len(predicate.Values) == 2
	}
	return len(predicate.Values) > 0
}

// Returns the value at one step into `value`, or nil if the step leads to no value.
func valueAtStep(value AttributeValue, step PathStep) AttributeValue {
	if !step.IsElement {
		members, _ := asMap(value)
		return members[step.Name]
	}
	all, _ := asList(value)
	if step.Element < 0 || step.Element >= len(all) {
		return nil
	}
	return all[step.Element]
}

// Returns the value at the end of the steps into `value`, or nil if a step leads to no value.
func valueAt(value AttributeValue, steps Path) AttributeValue {
	for _, step := range steps {
		value = valueAtStep(value, step)
	}
	return value
}

// The value at `path` if the value at the first steps of `known` is absent and replaced by it. nil if it has no value
// there. `all` are all absent values, and some of them may be inside of `known`.
func valueBehind(path Path, known AbsentValue, all []AbsentValue) AttributeValue {
	value := known.Value
	for i := known.Steps; i < len(path) && value != nil; i++ {
		next := valueAtStep(value, path[i])
		for _, one := range all {
			if one.Steps == i+1 && (next == nil || (one.IsNull && isNull(next))) {
				next = one.Value
			}
		}
		value = next
	}
	return value
}

func isNullAt(path Path) Predicate {
	return Predicate{Kind: HasType, Path: path, Values: []AttributeValue{stringValue("NULL")}}
}

// The condition that the value is absent or NULL. A value inside of another one counts as absent only if the outer one
// exists.
func isAbsentAt(path Path, value AbsentValue) Predicate {
	here := firstOf(path, value.Steps)
	if value.IsNull {
		return isNullAt(here)
	}
	absent := Predicate{Kind: DoesNotExist, Path: here}
	if value.Steps > 1 {
		outer := Predicate{Kind: DoesExist, Path: path[:value.Steps-1]}
		absent = Predicate{Kind: AllOf, Children: []Predicate{outer, absent}}
	}
	return Predicate{Kind: AnyOf, Children: []Predicate{absent, isNullAt(here)}}
}

func withDefault(entity *Entity, asked Predicate) Predicate {
	if len(asked.Path) == 0 || asked.Path[0].IsElement {
		return asked
	}
	all := asked.Absent
	if ofField := defaultOf(entity, asked.Path[0].Name); ofField != nil {
		all = append([]AbsentValue{{Steps: 1, Value: ofField}}, all...)
	}
	out := asked
	out.Absent = nil
	for _, one := range all {
		value := valueBehind(asked.Path, one, all)
		if value == nil {
			continue
		}
		if holdsFor(asked.Kind, asked.Values, value) {
			out = Predicate{Kind: AnyOf, Children: []Predicate{isAbsentAt(asked.Path, one), out}}
		} else if asked.Kind == IsNotEqual || asked.Kind == SizeNotEqual {
			// The service compares an absent value as different from every value.
			isThere := Predicate{Kind: Not, Children: []Predicate{isAbsentAt(asked.Path, one)}}
			out = Predicate{Kind: AllOf, Children: []Predicate{isThere, out}}
		}
	}
	return out
}

func extended(entity *Entity, predicate Predicate) Predicate {
	if len(predicate.Children) > 0 {
		children := make([]Predicate, len(predicate.Children))
		for i, child := range predicate.Children {
			children[i] = extended(entity, child)
		}
		predicate.Children = children
		return predicate
	}
	if isComparison(&predicate) {
		return withDefault(entity, predicate)
	}
	return predicate
}

// Returns the predicate extended so that it holds for an absent or NULL attribute as it does for the default, and for
// absent values inside of an attribute as Predicate.Absent describes them. DoesExist and DoesNotExist still test the
// stored attribute. The error is of a comparison that has no meaning for an absent operand.
func withDefaults(entity *Entity, predicate *Predicate) (*Predicate, error) {
	out, err := withoutEmptyOperands(*predicate)
	if err != nil {
		return nil, err
	}
	out = extended(entity, out)
	return &out, nil
}

// Returns true if the predicate compares an attribute whose absence means a value. The error is that of withDefaults.
func comparesDefaults(entity *Entity, predicate *Predicate) (bool, error) {
	var compares func(one Predicate) bool
	compares = func(one Predicate) bool {
		if len(one.Absent) > 0 {
			return true
		}
		isOfField := len(one.Path) > 0 && !one.Path[0].IsElement
		if isComparison(&one) && isOfField && defaultOf(entity, one.Path[0].Name) != nil {
			return true
		}
		return slices.ContainsFunc(one.Children, compares)
	}
	out, err := withoutEmptyOperands(*predicate)
	return err == nil && compares(out), err
}

// ---- comparisons with empty values
//
// An empty optional or set is stored as an absent attribute, or as NULL by other programs, and an expression cannot
// have an absent attribute as an operand.

// Returns the predicate, but without absent operands in it and its children. The error is of a comparison that has no
// meaning for an absent operand.
func withoutEmptyOperands(predicate Predicate) (Predicate, error) {
	if len(predicate.Children) > 0 {
		children := make([]Predicate, len(predicate.Children))
		for i, child := range predicate.Children {
			var err error
			if children[i], err = withoutEmptyOperands(child); err != nil {
				return predicate, err
			}
		}
		predicate.Children = children
		return predicate, nil
	}
	if !slices.Contains(predicate.Values, nil) {
		return predicate, nil
	}
	// It holds for an absent attribute, and for NULL, which other programs write for an empty value.
	empty := Predicate{Kind: AnyOf, Children: []Predicate{
		{Kind: DoesNotExist, Path: predicate.Path}, isNullAt(predicate.Path),
	}}
	switch predicate.Kind {
	case IsEqual:
		return empty, nil
	case IsNotEqual:
		return Predicate{Kind: Not, Children: []Predicate{empty}}, nil
	case IsIn:
		others := slices.DeleteFunc(slices.Clone(predicate.Values), func(one AttributeValue) bool { return one == nil })
		if len(others) > 0 {
			predicate.Values = others
			empty.Children = append(empty.Children, predicate)
		}
		return empty, nil
	}
	return predicate, modelError("The condition on %s compares with an empty value, which is stored as an absent "+
		"attribute: compare with == or !=, or use .exists() or .not_exists()", spellPath(predicate.Path))
}
