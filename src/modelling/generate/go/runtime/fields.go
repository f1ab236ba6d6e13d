// The fields of an entity that updates may change. D is the type of the changes: Edit, or KeyEdit of a field that decides on
// index keys, computed fields or unique values.

package rt

// FieldOf is a field with values of the type V.
type FieldOf[E, V any, D editOf[E]] struct{ FixedField[E, V] }

func setWith[E, V any, D editOf[E]](f *FixedField[E, V], kind ChangeKind, value V) D {
	encoded, err := f.codec.encode(f.field, value)
	if encoded == nil && err == nil && (kind != Set || !f.field.Optional) {
		err = modelError("%s: the change needs a value, and this one is an absent attribute", f.field.Name)
	}
	return editWith[E, D](Change{Kind: kind, Field: f.at, Value: encoded}, err)
}

func removeWith[E any, D editOf[E]](at int) D {
	return editWith[E, D](Change{Kind: Erase, Field: at}, nil)
}

// Set changes the field.
func (f FieldOf[E, V, D]) Set(value V) D { return setWith[E, V, D](&f.FixedField, Set, value) }

// SetIfAbsent sets the field if it is absent.
func (f FieldOf[E, V, D]) SetIfAbsent(value V) D {
	return setWith[E, V, D](&f.FixedField, SetIfAbsent, value)
}

// OrderedField is a field whose values have an order.
type OrderedField[E, V any, D editOf[E]] struct{ FixedOrdered[E, V] }

// Set changes the field.
func (f OrderedField[E, V, D]) Set(value V) D { return setWith[E, V, D](&f.FixedField, Set, value) }

// SetIfAbsent sets the field if it is absent.
func (f OrderedField[E, V, D]) SetIfAbsent(value V) D {
	return setWith[E, V, D](&f.FixedField, SetIfAbsent, value)
}

// NumberField is a number.
type NumberField[E, V any, D editOf[E]] struct{ FixedOrdered[E, V] }

// Set changes the field.
func (f NumberField[E, V, D]) Set(value V) D { return setWith[E, V, D](&f.FixedField, Set, value) }

// SetIfAbsent sets the field if it is absent.
func (f NumberField[E, V, D]) SetIfAbsent(value V) D {
	return setWith[E, V, D](&f.FixedField, SetIfAbsent, value)
}

// The ranges of whole fields.
func rangeOfKind(kind FieldKind) *WholeRange {
	switch kind {
	case KindInteger, KindSeconds:
		return &WholeRange{Least: -1 << 63, Most: 1<<63 - 1}
	case KindUnsigned:
		return &WholeRange{Least: 0, Most: 1<<64 - 1}
	}
	return nil
}

// Increment adds to the field.
func (f NumberField[E, V, D]) Increment(by V) D {
	encoded, err := f.codec.encode(f.field, by)
	change := Change{Kind: Increment, Field: f.at, Value: encoded, Range: rangeOfKind(f.field.Kind)}
	return editWith[E, D](change, err)
}

// TextField is a text or bytes.
type TextField[E, V any, D editOf[E]] struct{ FixedText[E, V] }

// Set changes the field.
func (f TextField[E, V, D]) Set(value V) D { return setWith[E, V, D](&f.FixedField, Set, value) }

// SetIfAbsent sets the field if it is absent.
func (f TextField[E, V, D]) SetIfAbsent(value V) D {
	return setWith[E, V, D](&f.FixedField, SetIfAbsent, value)
}

// ListField is a list.
type ListField[E any, D editOf[E]] struct{ FixedList[E] }

// Set changes the field.
func (f ListField[E, D]) Set(value []any) D { return setWith[E, []any, D](&f.FixedField, Set, value) }

// SetIfAbsent sets the field if it is absent.
func (f ListField[E, D]) SetIfAbsent(value []any) D {
	return setWith[E, []any, D](&f.FixedField, SetIfAbsent, value)
}

// Append adds elements at the end of the list.
func (f ListField[E, D]) Append(elements ...any) D {
	return setWith[E, []any, D](&f.FixedField, Append, elements)
}

// Prepend adds elements in front of the list.
func (f ListField[E, D]) Prepend(elements ...any) D {
	return setWith[E, []any, D](&f.FixedField, Prepend, elements)
}

// At returns an element, or a member of it.
func (f ListField[E, D]) At(path ...PathStep) Member[E, D] {
	return Member[E, D]{memberOf(f.FixedField, path)}
}

// DocumentField is a map, of the type map[string]any, or a document of any type.
type DocumentField[E, V any, D editOf[E]] struct{ FixedDocument[E, V] }

// Set changes the field.
func (f DocumentField[E, V, D]) Set(value V) D { return setWith[E, V, D](&f.FixedField, Set, value) }

// SetIfAbsent sets the field if it is absent.
func (f DocumentField[E, V, D]) SetIfAbsent(value V) D {
	return setWith[E, V, D](&f.FixedField, SetIfAbsent, value)
}

// At returns a member of the document, or a member of it.
func (f DocumentField[E, V, D]) At(path ...PathStep) Member[E, D] {
	return Member[E, D]{memberOf(f.FixedField, path)}
}

// SetField is a set: a StringSet, NumberSet or BinarySet.
type SetField[E, V any, D editOf[E]] struct{ FixedSet[E, V] }

// Set changes the field.
func (f SetField[E, V, D]) Set(value V) D { return setWith[E, V, D](&f.FixedField, Set, value) }

// SetIfAbsent sets the field if it is absent.
func (f SetField[E, V, D]) SetIfAbsent(value V) D {
	return setWith[E, V, D](&f.FixedField, SetIfAbsent, value)
}

// Add adds elements to the set.
func (f SetField[E, V, D]) Add(elements V) D {
	return setWith[E, V, D](&f.FixedField, AddToSet, elements)
}

// Delete removes elements from the set.
func (f SetField[E, V, D]) Delete(elements V) D {
	return setWith[E, V, D](&f.FixedField, RemoveFromSet, elements)
}
