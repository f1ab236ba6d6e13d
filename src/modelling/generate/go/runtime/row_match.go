// Compares the rows of an index with the question. The key of an index tells the item as it was when a program that knows
// the index wrote it. A program without the index, such as an earlier version that still runs, leaves the key as it was
// when it changes a field. Such a row answers the question by its key and not by its fields.

package rt

import (
	"slices"
	"strings"
)

// A field that is compared in the form that a part of the key has.
type askedField struct {
	field *Field
	part  *KeyField
	value AttributeValue // that the field has to equal; of a range nil
}

// The question to the rows of one entity.
type askedEntity struct {
	entity *Entity
	equal  []askedField
	ranged *askedField
	when   *When
	ofWhen *Field
}

// The question to the rows of one read. It is empty for rows that are read by the table's own key, because a write
// finds an item only by this key, so that they always match.
type rowMatch struct {
	pattern  *askedPattern
	given    *SortRange
	entities []askedEntity // those with something to compare
}

func isCut(part *KeyField) bool {
	switch part.Format {
	case FormatYear, FormatMonth, FormatDay, FormatHour:
		return true
	}
	return false
}

// The part of a value's text by which a key orders it. false if the field cannot hold the text.
func orderedText(field *Field, part *KeyField, text string) (string, bool) {
	if field.Kind == KindEnum {
		for i := range field.Enumerators {
			if field.Enumerators[i].Attribute == text {
				return field.Enumerators[i].Key, true
			}
		}
		return "", false
	}
	if !hasForm(field.Kind, text) {
		return "", false
	}
	if isCut(part) {
		return text[:cutSize(field.Kind, part.Format)], true
	}
	return text, true
}

// The order of a stored value and a value of the question, as the part of a key has it. false if the field cannot hold
// the stored value.
func orderIn(field *Field, part *KeyField, stored, asked AttributeValue) (int, bool) {
	if asked == nil || typeOf(stored) != typeOf(asked) {
		return 0, false
	}
	if text, ok := asString(stored); ok {
		other, _ := asString(asked)
		mine, isMine := orderedText(field, part, text)
		theirs, isTheirs := orderedText(field, part, other)
		return strings.Compare(mine, theirs), isMine && isTheirs
	}
	if is, ok := asBool(stored); ok {
		other, _ := asBool(asked)
		switch {
		case is == other:
			return 0, true
		case is:
			return 1, true
		}
		return -1, true
	}
	if text, ok := asNumber(stored); ok {
		if other, _ := asNumber(asked); other == text {
			return 0, true
		}
	}
	return orderBetween(stored, asked)
}

// A place of a part in a key.
type keyPlace struct {
	role      keyRole
	attribute int
	part      int
}

func partAt(key *EntityKey, place keyPlace) *KeyField {
	attributes := key.Sort
	if place.role == partitionRole {
		attributes = key.Partition
	}
	if place.attribute >= len(attributes) || place.part >= len(attributes[place.attribute].Parts) {
		return nil
	}
	return attributes[place.attribute].Parts[place.part].Field
}

// The part of `own` that is at the place of a part in the key of the first entity. nil if their forms differ.
func samePart(own, first *EntityKey, place keyPlace) *KeyField {
	part, other := partAt(first, place), partAt(own, place)
	if part == nil || other == nil {
		return nil
	}
	if other.Format != part.Format || other.Width != part.Width || other.Escape != part.Escape {
		return nil
	}
	return other
}

// The places of the first entity's key that a value decides.
func knownPlaces(pattern *askedPattern, key *EntityKey, values AttributeMap) (places []keyPlace, of []AttributeValue) {
	fields := pattern.first().Fields
	for i, one := range key.attributes() {
		if one.attribute.Natural {
			continue // the field itself is the key
		}
		known, at := len(one.attribute.Parts), i
		if one.role == sortRole {
			at -= len(key.Partition)
			if pattern.plan.Sort != SortEqual {
				known = pattern.plan.SortParts
			}
		}
		for k, part := range firstOf(one.attribute.Parts, known) {
			if part.Field == nil || part.Field.Format == FormatShard {
				continue
			}
			if value := values[fields[part.Field.Field].Attribute]; value != nil {
				places = append(places, keyPlace{one.role, at, k})
				of = append(of, value)
			}
		}
	}
	return places, of
}

// The place of the range's field in the sort key, behind the known parts.
func placeOfRange(pattern *askedPattern, key *EntityKey) (keyPlace, bool) {
	plan := &pattern.plan
	if plan.Sort != SortRanged || plan.RangeField == nil {
		return keyPlace{}, false
	}
	for i := range key.Sort {
		if key.Sort[i].Natural {
			continue
		}
		begin := 0
		if i == 0 {
			begin = plan.SortParts
		}
		for k := begin; k < len(key.Sort[i].Parts); k++ {
			if part := key.Sort[i].Parts[k].Field; part != nil && part.Field == *plan.RangeField {
				return keyPlace{sortRole, i, k}, true
			}
		}
	}
	return keyPlace{}, false
}

func questionTo(entity *Entity, pattern *askedPattern, values AttributeMap, given *SortRange) askedEntity {
	out := askedEntity{entity: entity}
	index := pattern.plan.Index
	first, own := findKey(pattern.first(), index), findKey(entity, index)
	if first == nil || own == nil {
		return out
	}
	// nil if the rows lack the field's attribute: then the key itself gives the field.
	fieldOf := func(position int) *Field {
		if field := &entity.Fields[position]; holdsAttribute(pattern.table, index, field) {
			return field
		}
		return nil
	}
	places, known := knownPlaces(pattern, first, values)
	for i, place := range places {
		if part := samePart(own, first, place); part != nil {
			if field := fieldOf(part.Field); field != nil {
				out.equal = append(out.equal, askedField{field, part, known[i]})
			}
		}
	}
	if place, ok := placeOfRange(pattern, first); ok && given != nil {
		if part := samePart(own, first, place); part != nil {
			if field := fieldOf(part.Field); field != nil {
				out.ranged = &askedField{field: field, part: part}
			}
		}
	}
	if own.When != nil {
		if field := fieldOf(own.When.Field); field != nil {
			out.when, out.ofWhen = own.When, field
		}
	}
	return out
}

// Returns the question of a read. `values` and `given` are those of ReadRequest.
func matchOf(pattern *askedPattern, values AttributeMap, given *SortRange) *rowMatch {
	match := &rowMatch{pattern: pattern, given: given}
	if pattern.plan.Index == nil {
		return match
	}
	for _, entity := range pattern.entities {
		asked := questionTo(entity, pattern, values, given)
		if len(asked.equal) > 0 || asked.ranged != nil || asked.when != nil {
			match.entities = append(match.entities, asked)
		}
	}
	return match
}

func (f *askedField) isInRange(given *SortRange, value AttributeValue) bool {
	if given.Kind == BeginsWith {
		if typeOf(value) != typeOf(given.Low) || (typeOf(value) != "S" && typeOf(value) != "B") {
			return true
		}
		return strings.HasPrefix(keyBytes(value), keyBytes(given.Low))
	}
	low, ok := orderIn(f.field, f.part, value, given.Low)
	if !ok {
		return true
	}
	switch given.Kind {
	case IsLess:
		return low < 0
	case IsLessOrEqual:
		return low <= 0
	case IsGreater:
		return low > 0
	case IsGreaterOrEqual:
		return low >= 0
	case IsBetween:
		high, _ := orderIn(f.field, f.part, value, given.High)
		return low >= 0 && high <= 0
	}
	return low == 0
}

// Returns false if a field of the row is known and is not the one that the question or the index's When asks for.
// Fields that are missing or of a wrong type are left to the reader of the row. Requires: `entity` is the entity of
// `item`.
func (m *rowMatch) matches(entity *Entity, item AttributeMap) bool {
	at := slices.IndexFunc(m.entities, func(one askedEntity) bool { return one.entity == entity })
	if at < 0 {
		return true
	}
	asked := &m.entities[at]
	meetsAsked := func(field *Field, test func(AttributeValue) bool) bool {
		value := item[field.Attribute]
		if value == nil || isNull(value) {
			value = defaultOf(entity, field.Attribute)
		}
		if value == nil {
			return !field.Optional // a missing field is the reader's to report
		}
		return test(value)
	}
	for i := range asked.equal {
		one := &asked.equal[i]
		isEqual := func(stored AttributeValue) bool {
			order, _ := orderIn(one.field, one.part, stored, one.value)
			return order == 0
		}
		if !meetsAsked(one.field, isEqual) {
			return false
		}
	}
	if asked.ranged != nil && m.given != nil {
		inRange := func(value AttributeValue) bool { return asked.ranged.isInRange(m.given, value) }
		if !meetsAsked(asked.ranged.field, inRange) {
			return false
		}
	}
	if asked.when == nil {
		return true
	}
	return meetsAsked(asked.ofWhen, func(value AttributeValue) bool { return meets(asked.when, value) })
}

// ---- as a filter

// The value of the text in `when`. nil for a field whose values have other texts.
func valueOfWhen(field *Field, when *When) AttributeValue {
	switch field.Kind {
	case KindBool:
		return boolValue(when.Equals == "true")
	case KindString, KindEnum, KindTime, KindDate, KindUUID, KindULID:
		return stringValue(when.Equals)
	case KindInteger, KindUnsigned, KindSeconds:
		return numberValue(when.Equals)
	}
	return nil
}

// Adds a condition on a field to a filter.
func (m *rowMatch) addTo(filter *Predicate, field *Field, kind PredicateKind, values ...AttributeValue) {
	// A filter may not name key attributes. The question itself compares them.
	if slices.Contains(keyAttributes(m.pattern.table, m.pattern.plan.Index), field.Attribute) {
		return
	}
	path := Path{Name(field.Attribute)}
	condition := Predicate{Kind: kind, Path: path, Values: values}
	if !field.Optional && defaultOf(m.pattern.first(), field.Attribute) == nil {
		// A missing field, and one of another type, is the reader's to report.
		hasType := Predicate{Kind: HasType, Path: path, Values: []AttributeValue{stringValue(typeOf(values[0]))}}
		isOther := Predicate{Kind: Not, Children: []Predicate{hasType}}
		condition = Predicate{Kind: AnyOf, Children: []Predicate{isOther, condition}}
	}
	filter.Children = append(filter.Children, condition)
}

// Returns the same as a filter of the database, or nil if no filter expresses it: a range in an order that only keys
// have, or rows of several entities. It needs the defaults of the entity's fields. A filter without children lets all
// rows pass.
func (m *rowMatch) asFilter() *Predicate {
	filter := &Predicate{Kind: AllOf}
	if len(m.entities) == 0 {
		return filter
	}
	if len(m.pattern.entities) > 1 {
		return nil
	}
	only := &m.entities[0]
	for i := range only.equal {
		one := &only.equal[i]
		text, ok := asString(one.value)
		if ok && isCut(one.part) {
			size := min(cutSize(one.field.Kind, one.part.Format), len(text))
			m.addTo(filter, one.field, BeginsWith, stringValue(text[:size]))
		} else {
			m.addTo(filter, one.field, IsEqual, one.value)
		}
	}
	if only.when != nil {
		value := valueOfWhen(only.ofWhen, only.when)
		if value == nil {
			return nil
		}
		m.addTo(filter, only.ofWhen, IsEqual, value)
	}
	if only.ranged != nil && m.given != nil {
		field := only.ranged.field
		hasOwnTexts := func(one Enumerator) bool { return one.Key != one.Attribute }
		if isCut(only.ranged.part) || slices.ContainsFunc(field.Enumerators, hasOwnTexts) {
			return nil
		}
		values := []AttributeValue{m.given.Low}
		if m.given.Kind == IsBetween && m.given.High != nil {
			values = append(values, m.given.High)
		}
		m.addTo(filter, field, m.given.Kind, values...)
	}
	return filter
}
