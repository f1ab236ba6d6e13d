// Conditions on the fields of an entity. Each has the type E of its entity's items, so that the compiler refuses a field
// of another entity, or one that the place of a read lacks.

package rt

import "strconv"

// Condition is a condition of a write or a filter of a read.
type Condition[E any] struct {
	predicate Predicate
	err       error
}

func joinedConditions[E any](kind PredicateKind, all ...Condition[E]) Condition[E] {
	out := Condition[E]{predicate: Predicate{Kind: kind}}
	for _, one := range all {
		out.predicate.Children = append(out.predicate.Children, one.predicate)
		if out.err == nil {
			out.err = one.err
		}
	}
	return out
}

// And holds if all of the conditions hold.
func (c Condition[E]) And(others ...Condition[E]) Condition[E] {
	return joinedConditions(AllOf, append([]Condition[E]{c}, others...)...)
}

// Or holds if one of the conditions holds.
func (c Condition[E]) Or(others ...Condition[E]) Condition[E] {
	return joinedConditions(AnyOf, append([]Condition[E]{c}, others...)...)
}

// Not holds if the condition does not.
func (c Condition[E]) Not() Condition[E] { return joinedConditions(Not, c) }

// FixedField is a field that conditions may name, and that no update changes. Its values are of the type V.
type FixedField[E, V any] struct {
	field *Field
	at    int
	codec ValueCodec[V]
}

func (f *FixedField[E, V]) bind(entity *Entity, at int, codec ValueCodec[V]) {
	*f = FixedField[E, V]{field: &entity.Fields[at], at: at, codec: codec}
}

// Bind makes the field that of a position of the description. Generated code calls it.
func Bind[V any](field interface {
	bind(*Entity, int, ValueCodec[V])
}, entity *Entity, at int, codec ValueCodec[V]) {
	field.bind(entity, at, codec)
}

func (f FixedField[E, V]) path() Path { return Path{Name(f.field.Attribute)} }

func (f FixedField[E, V]) compare(kind PredicateKind, values ...V) Condition[E] {
	out := Condition[E]{predicate: Predicate{Kind: kind, Path: f.path()}}
	for _, value := range values {
		encoded, err := f.codec.encode(f.field, value)
		if out.err == nil {
			out.err = err
		}
		out.predicate.Values = append(out.predicate.Values, encoded)
	}
	return out
}

// Eq and the functions after it compare the field. An absent field equals its default, if it has one.
func (f FixedField[E, V]) Eq(value V) Condition[E] { return f.compare(IsEqual, value) }

// Ne holds if the field has another value.
func (f FixedField[E, V]) Ne(value V) Condition[E] { return f.compare(IsNotEqual, value) }

// In holds if the field has one of the values.
func (f FixedField[E, V]) In(values ...V) Condition[E] { return f.compare(IsIn, values...) }

// Exists holds if the attribute is stored.
func (f FixedField[E, V]) Exists() Condition[E] { return f.compare(DoesExist) }

// NotExists holds if the attribute is not stored.
func (f FixedField[E, V]) NotExists() Condition[E] { return f.compare(DoesNotExist) }

// Given tells the stored value, on which the write is then conditional.
func (f FixedField[E, V]) Given(value V) Option[E] {
	encoded, err := f.codec.encode(f.field, value)
	return Option[E]{func(request *WriteRequest) error { return giveStored(request, f.field, encoded, err) }}
}

// FixedOrdered is such a field whose values have an order.
type FixedOrdered[E, V any] struct{ FixedField[E, V] }

// Lt holds if the field is below the value.
func (f FixedOrdered[E, V]) Lt(value V) Condition[E] { return f.compare(IsLess, value) }

// Lte holds if the field is at most the value.
func (f FixedOrdered[E, V]) Lte(value V) Condition[E] { return f.compare(IsLessOrEqual, value) }

// Gt holds if the field is above the value.
func (f FixedOrdered[E, V]) Gt(value V) Condition[E] { return f.compare(IsGreater, value) }

// Gte holds if the field is at least the value.
func (f FixedOrdered[E, V]) Gte(value V) Condition[E] { return f.compare(IsGreaterOrEqual, value) }

// Between holds if the field is from the first to the second value, both included.
func (f FixedOrdered[E, V]) Between(low, high V) Condition[E] { return f.compare(IsBetween, low, high) }

// FixedText is such a field of texts or bytes.
type FixedText[E, V any] struct{ FixedOrdered[E, V] }

func (f FixedText[E, V]) part(kind PredicateKind, part V) Condition[E] {
	// A part of a date or an identifier does not have the form of a whole one.
	value, err := EncodeDocument(any(part), f.field.Name)
	return Condition[E]{Predicate{Kind: kind, Path: f.path(), Values: []AttributeValue{value}}, err}
}

// BeginsWith holds if the field begins with the value.
func (f FixedText[E, V]) BeginsWith(prefix V) Condition[E] { return f.part(BeginsWith, prefix) }

// Contains holds if the value is somewhere in the field.
func (f FixedText[E, V]) Contains(part V) Condition[E] { return f.part(Contains, part) }

// Size is the size of the text in UTF-16 units, or of the bytes.
func (f FixedText[E, V]) Size() SizeOf[E] { return SizeOf[E]{path: f.path()} }

// FixedDocument is such a field of documents: of the type map[string]any, or any for values of any type.
type FixedDocument[E, V any] struct{ FixedField[E, V] }

// At returns a member of the document, or a member of it.
func (f FixedDocument[E, V]) At(path ...PathStep) FixedMember[E] { return memberOf(f.FixedField, path) }

// FixedList is such a field of lists.
type FixedList[E any] struct{ FixedDocument[E, []any] }

// Size is the number of elements.
func (f FixedList[E]) Size() SizeOf[E] { return SizeOf[E]{path: f.path()} }

// FixedSet is such a field of sets: a StringSet, NumberSet or BinarySet.
type FixedSet[E, V any] struct{ FixedField[E, V] }

// Has holds if the element, a string, Decimal or []byte, is in the set.
func (f FixedSet[E, V]) Has(element any) Condition[E] {
	value, err := EncodeDocument(element, f.field.Name)
	return Condition[E]{Predicate{Kind: Contains, Path: f.path(), Values: []AttributeValue{value}}, err}
}

// Size is the number of elements. That of an absent set is 0.
func (f FixedSet[E, V]) Size() SizeOf[E] {
	empty := mapValue(AttributeMap{}) // its size is that of an empty set, which has no value
	return SizeOf[E]{path: f.path(), absent: []AbsentValue{{Steps: 1, Value: empty}}}
}

// SizeOf is the size of a value in a condition.
type SizeOf[E any] struct {
	path   Path
	absent []AbsentValue
}

func (s SizeOf[E]) compare(kind PredicateKind, size int) Condition[E] {
	values := []AttributeValue{numberValue(strconv.Itoa(size))}
	return Condition[E]{predicate: Predicate{Kind: kind, Path: s.path, Values: values, Absent: s.absent}}
}

// Eq and the functions after it compare the size.
func (s SizeOf[E]) Eq(size int) Condition[E] { return s.compare(SizeEqual, size) }

// Ne holds if the size is another one.
func (s SizeOf[E]) Ne(size int) Condition[E] { return s.compare(SizeNotEqual, size) }

// Lt holds if the size is below the number.
func (s SizeOf[E]) Lt(size int) Condition[E] { return s.compare(SizeLess, size) }

// Lte holds if the size is at most the number.
func (s SizeOf[E]) Lte(size int) Condition[E] { return s.compare(SizeLessOrEqual, size) }

// Gt holds if the size is above the number.
func (s SizeOf[E]) Gt(size int) Condition[E] { return s.compare(SizeGreater, size) }

// Gte holds if the size is at least the number.
func (s SizeOf[E]) Gte(size int) Condition[E] { return s.compare(SizeGreaterOrEqual, size) }
