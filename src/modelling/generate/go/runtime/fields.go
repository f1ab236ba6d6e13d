// The fields of an entity as a program names them: conditions on them, changes of them and their known values. Each has
// the type E of its entity's items, so that the compiler refuses a field of another entity.

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

// UpdateOption is an Edit or an Option, for an update of an entity whose items are of the type E.
type UpdateOption[E any] interface {
	applyTo(*WriteRequest) error
	ofEntity(E)
}

// Edit is a change of a field.
type Edit[E any] struct {
	change Change
	err    error
}

func (e Edit[E]) ofEntity(E) {}
func (e Edit[E]) applyTo(request *WriteRequest) error {
	request.Changes = append(request.Changes, e.change)
	return e.err
}

// Option is a fact that a write knows of the stored item, or asks of it.
type Option[E any] struct {
	apply func(*WriteRequest) error
}

func (o Option[E]) ofEntity(E)                          {}
func (o Option[E]) applyTo(request *WriteRequest) error { return o.apply(request) }

// Options of writes that concern no field. Generated fields embed it.
type EntityOptions[E any] struct{}

// Adds a condition: the write fails with ConditionFailed unless the stored item meets it.
func (EntityOptions[E]) Where(condition Condition[E]) Option[E] {
	return Option[E]{func(request *WriteRequest) error {
		all := condition.predicate
		if request.Condition != nil {
			all = Predicate{Kind: AllOf, Children: []Predicate{*request.Condition, all}}
		}
		request.Condition = &all
		return condition.err
	}}
}

// IfVersion lets the write fail with VersionConflict unless the stored item has this version.
func (EntityOptions[E]) IfVersion(version int64) Option[E] {
	return Option[E]{func(request *WriteRequest) error {
		request.ExpectedVersion = &version
		return nil
	}}
}

// AnyVersion lets the write replace or change an item of any version.
func (EntityOptions[E]) AnyVersion() Option[E] {
	return Option[E]{func(request *WriteRequest) error {
		request.AnyVersion = true
		return nil
	}}
}

// ReadFirst reads the item, and writes it only if it has not changed since. A change meanwhile is read again.
func (EntityOptions[E]) ReadFirst() Option[E] {
	return Option[E]{func(request *WriteRequest) error {
		request.ReadFirst = true
		return nil
	}}
}

// MustExist lets a removal fail with ItemMissing if the item does not exist.
func (EntityOptions[E]) MustExist() Option[E] {
	return Option[E]{func(request *WriteRequest) error {
		request.MustExist = true
		return nil
	}}
}

// FieldOf is a field with values of the type V.
type FieldOf[E, V any] struct {
	field *Field
	at    int
	codec ValueCodec[V]
}

// NewField returns the field at a position of the description. Generated code calls it.
func NewField[E, V any](entity *Entity, at int, codec ValueCodec[V]) FieldOf[E, V] {
	return FieldOf[E, V]{field: &entity.Fields[at], at: at, codec: codec}
}

func (f FieldOf[E, V]) path() Path { return Path{Name(f.field.Attribute)} }

func (f FieldOf[E, V]) compare(kind PredicateKind, values ...V) Condition[E] {
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

func (f FieldOf[E, V]) edit(kind ChangeKind, value V) Edit[E] {
	encoded, err := f.codec.encode(f.field, value)
	return Edit[E]{change: Change{Kind: kind, Field: f.at, Value: encoded}, err: err}
}

// Eq and the functions after it compare the field. An absent field equals its default, if it has one.
func (f FieldOf[E, V]) Eq(value V) Condition[E] { return f.compare(IsEqual, value) }

// Ne holds if the field has another value.
func (f FieldOf[E, V]) Ne(value V) Condition[E] { return f.compare(IsNotEqual, value) }

// In holds if the field has one of the values.
func (f FieldOf[E, V]) In(values ...V) Condition[E] { return f.compare(IsIn, values...) }

// Exists holds if the attribute is stored.
func (f FieldOf[E, V]) Exists() Condition[E] { return f.compare(DoesExist) }

// NotExists holds if the attribute is not stored.
func (f FieldOf[E, V]) NotExists() Condition[E] { return f.compare(DoesNotExist) }

// Set changes the field.
func (f FieldOf[E, V]) Set(value V) Edit[E] { return f.edit(Set, value) }

// SetIfAbsent sets the field if it is absent.
func (f FieldOf[E, V]) SetIfAbsent(value V) Edit[E] { return f.edit(SetIfAbsent, value) }

// Remove makes an optional field absent, or one with a default its default.
func (f FieldOf[E, V]) Remove() Edit[E] { return Edit[E]{change: Change{Kind: Erase, Field: f.at}} }

func (f FieldOf[E, V]) given(value AttributeValue, err error) Option[E] {
	return Option[E]{func(request *WriteRequest) error {
		if request.Given == nil {
			request.Given = make(AttributeMap)
		}
		request.Given[f.field.Attribute] = value
		return err
	}}
}

// Given tells the stored value, on which the write is then conditional. Keys of indexes may need it.
func (f FieldOf[E, V]) Given(value V) Option[E] { return f.given(f.codec.encode(f.field, value)) }

// GivenAbsent tells that the stored item lacks the field.
func (f FieldOf[E, V]) GivenAbsent() Option[E] { return f.given(nil, nil) }

// OrderedField is a field whose values have an order.
type OrderedField[E, V any] struct{ FieldOf[E, V] }

// NewOrdered returns such a field, as NewField does.
func NewOrdered[E, V any](entity *Entity, at int, codec ValueCodec[V]) OrderedField[E, V] {
	return OrderedField[E, V]{NewField[E](entity, at, codec)}
}

// Lt holds if the field is below the value.
func (f OrderedField[E, V]) Lt(value V) Condition[E] { return f.compare(IsLess, value) }

// Lte holds if the field is at most the value.
func (f OrderedField[E, V]) Lte(value V) Condition[E] { return f.compare(IsLessOrEqual, value) }

// Gt holds if the field is above the value.
func (f OrderedField[E, V]) Gt(value V) Condition[E] { return f.compare(IsGreater, value) }

// Gte holds if the field is at least the value.
func (f OrderedField[E, V]) Gte(value V) Condition[E] { return f.compare(IsGreaterOrEqual, value) }

// Between holds if the field is from the first to the second value, both included.
func (f OrderedField[E, V]) Between(low, high V) Condition[E] { return f.compare(IsBetween, low, high) }

// NumberField is a number.
type NumberField[E, V any] struct{ OrderedField[E, V] }

// NewNumber returns such a field, as NewField does.
func NewNumber[E, V any](entity *Entity, at int, codec ValueCodec[V]) NumberField[E, V] {
	return NumberField[E, V]{NewOrdered[E](entity, at, codec)}
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
func (f NumberField[E, V]) Increment(by V) Edit[E] {
	out := f.edit(Increment, by)
	out.change.Range = rangeOfKind(f.field.Kind)
	return out
}

// TextField is a text or bytes.
type TextField[E, V any] struct{ OrderedField[E, V] }

// NewText returns such a field, as NewField does.
func NewText[E, V any](entity *Entity, at int, codec ValueCodec[V]) TextField[E, V] {
	return TextField[E, V]{NewOrdered[E](entity, at, codec)}
}

func (f TextField[E, V]) part(kind PredicateKind, part V) Condition[E] {
	// A part of a date or an identifier does not have the form of a whole one.
	value, err := EncodeDocument(any(part), f.field.Name)
	return Condition[E]{Predicate{Kind: kind, Path: f.path(), Values: []AttributeValue{value}}, err}
}

// BeginsWith holds if the field begins with the value.
func (f TextField[E, V]) BeginsWith(prefix V) Condition[E] { return f.part(BeginsWith, prefix) }

// Contains holds if the value is somewhere in the field.
func (f TextField[E, V]) Contains(part V) Condition[E] { return f.part(Contains, part) }

// Size is the size of the text in UTF-16 units, or of the bytes.
func (f TextField[E, V]) Size() SizeOf[E] { return SizeOf[E]{path: f.path()} }

// ListField is a list.
type ListField[E any] struct{ FieldOf[E, []any] }

// Append adds elements at the end of the list.
func (f ListField[E]) Append(elements ...any) Edit[E] { return f.edit(Append, elements) }

// Prepend adds elements in front of the list.
func (f ListField[E]) Prepend(elements ...any) Edit[E] { return f.edit(Prepend, elements) }

// Size is the number of elements.
func (f ListField[E]) Size() SizeOf[E] { return SizeOf[E]{path: f.path()} }

// At returns an element, or a member of it.
func (f ListField[E]) At(path ...PathStep) Member[E] { return memberOf(f.FieldOf, path) }

// MapField is a map.
type MapField[E any] struct{ FieldOf[E, map[string]any] }

// At returns a member of the map, or a member of it.
func (f MapField[E]) At(path ...PathStep) Member[E] { return memberOf(f.FieldOf, path) }

// DocumentField may have a value of any type.
type DocumentField[E any] struct{ FieldOf[E, any] }

// At returns a member of the document.
func (f DocumentField[E]) At(path ...PathStep) Member[E] { return memberOf(f.FieldOf, path) }

// SetField is a set: a StringSet, NumberSet or BinarySet.
type SetField[E, V any] struct{ FieldOf[E, V] }

// Add adds elements to the set.
func (f SetField[E, V]) Add(elements V) Edit[E] { return f.edit(AddToSet, elements) }

// Delete removes elements from the set.
func (f SetField[E, V]) Delete(elements V) Edit[E] { return f.edit(RemoveFromSet, elements) }

// Has holds if the element, a string, Decimal or []byte, is in the set.
func (f SetField[E, V]) Has(element any) Condition[E] {
	value, err := EncodeDocument(element, f.field.Name)
	return Condition[E]{Predicate{Kind: Contains, Path: f.path(), Values: []AttributeValue{value}}, err}
}

// Size is the number of elements. That of an absent set is 0.
func (f SetField[E, V]) Size() SizeOf[E] {
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
