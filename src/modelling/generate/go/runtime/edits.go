// The changes and options of a write, each of which is for the entity whose items are of the type E.

package rt

// Edit is a change of a field, for every update.
type Edit[E any] struct {
	apply func(*WriteRequest) error
}

// KeyEdit is a change of a field that decides on index keys, computed fields or unique values, without the stored values
// that it needs. Only an update that reads the item first takes it. An entity has functions such as SetStatus that take
// these values, for the others.
type KeyEdit[E any] struct {
	apply func(*WriteRequest) error
}

// Option is a fact that a write knows of the stored item, or asks of it.
type Option[E any] struct {
	apply func(*WriteRequest) error
}

// UpdateOption is an Edit or an Option.
type UpdateOption[E any] interface {
	ReadUpdateOption[E]
	knowsItsKeys()
}

// ReadUpdateOption is an Edit, KeyEdit or Option, for an update that reads the item first.
type ReadUpdateOption[E any] interface {
	applyTo(*WriteRequest) error
	ofEntity(E)
}

func (e Edit[E]) ofEntity(E)                             {}
func (e Edit[E]) knowsItsKeys()                          {}
func (e Edit[E]) applyTo(request *WriteRequest) error    { return e.apply(request) }
func (e KeyEdit[E]) ofEntity(E)                          {}
func (e KeyEdit[E]) applyTo(request *WriteRequest) error { return e.apply(request) }
func (o Option[E]) ofEntity(E)                           {}
func (o Option[E]) knowsItsKeys()                        {}
func (o Option[E]) applyTo(request *WriteRequest) error  { return o.apply(request) }

type editOf[E any] interface{ Edit[E] | KeyEdit[E] }

func editWith[E any, D editOf[E]](change Change, err error) D {
	return D(Edit[E]{func(request *WriteRequest) error {
		request.Changes = append(request.Changes, change)
		return err
	}})
}

func giveStored(request *WriteRequest, field *Field, value AttributeValue, err error) error {
	if request.Given == nil {
		request.Given = make(AttributeMap)
	}
	request.Given[field.Attribute] = value
	return err
}

// Known is the value of a field that an update must know, because a key is made of it.
type Known[V any] struct {
	value    *V // nil: the item lacks the field
	replaces bool
}

// Stored is the value that the stored item has. The update is conditional on it.
func Stored[V any](value V) Known[V] { return Known[V]{value: &value} }

// StoredAs is the value that the stored item has, or nil if the item lacks the field. The update is conditional on it.
func StoredAs[V any](value *V) Known[V] { return Known[V]{value: value} }

// Changed is a value that the update sets too.
func Changed[V any](value V) Known[V] { return Known[V]{value: &value, replaces: true} }

// Fact is the known value of a field.
type Fact func(*WriteRequest) error

// FactOf is the known value of the field at a position of the description. Generated code calls it.
func FactOf[V any](entity *Entity, at int, codec ValueCodec[V], known Known[V]) Fact {
	field := &entity.Fields[at]
	return func(request *WriteRequest) error {
		var encoded AttributeValue
		var err error
		if known.value != nil {
			encoded, err = codec.encode(field, *known.value)
		}
		if known.replaces {
			request.Changes = append(request.Changes, Change{Kind: Set, Field: at, Value: encoded})
			return err
		}
		return giveStored(request, field, encoded, err)
	}
}

// StoredFact is the stored value of the field at a position of the description, nil if the item lacks it. Generated code
// calls it.
func StoredFact[V any](entity *Entity, at int, codec ValueCodec[V], value *V) Fact {
	return FactOf(entity, at, codec, StoredAs(value))
}

// Knowing is the edit with the values that it needs. Generated code calls it.
func Knowing[E any](edit KeyEdit[E], facts ...Fact) Edit[E] {
	return Edit[E]{func(request *WriteRequest) error {
		err := edit.apply(request)
		for _, fact := range facts {
			if failure := fact(request); err == nil {
				err = failure
			}
		}
		return err
	}}
}

// SetOrRemove sets an optional field, or removes it if the value is nil. Generated code calls it.
func SetOrRemove[V, D any](field interface {
	Set(V) D
	Remove() D
}, value *V) D {
	if value == nil {
		return field.Remove()
	}
	return field.Set(*value)
}

// EntityOptions has the options that concern no field.
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

// MustExist lets a removal fail with ItemMissing if the item does not exist.
func (EntityOptions[E]) MustExist() Option[E] {
	return Option[E]{func(request *WriteRequest) error {
		request.MustExist = true
		return nil
	}}
}

// VersionCheck says which version of a stored item a write replaces or changes.
type VersionCheck struct {
	expected *int64 // nil: any
}

// Version lets a write fail with VersionConflict unless the stored item has this version.
func Version(expected int64) VersionCheck { return VersionCheck{expected: &expected} }

// AnyVersion lets a write replace or change an item of any version.
func AnyVersion() VersionCheck { return VersionCheck{} }

func (v VersionCheck) applyTo(request *WriteRequest) {
	request.ExpectedVersion = v.expected
	request.AnyVersion = v.expected == nil
}
