// The reads whose answer an ordered field limits, of the type V.

package rt

// The range of a pattern's ordered field. `request` gets it.
func limitTo[V any](request *ReadRequest, codec ValueCodec[V], kind PredicateKind, values ...V) error {
	plan := &request.Pattern.Plan
	at := plan.RangeField
	if plan.BucketField != nil {
		at = plan.BucketField
	}
	field := &request.Table.Entities[request.Pattern.Entities[0]].Fields[*at]
	ends := make([]AttributeValue, 2)
	for i, value := range values {
		encoded, err := codec.encode(field, value)
		if err == nil && encoded == nil {
			err = modelError("%s: a range needs a value", field.Name)
		}
		if err != nil {
			return err
		}
		ends[i] = encoded
	}
	request.Range = &SortRange{Kind: kind, Low: ends[0], High: ends[1]}
	return nil
}

// RangedQuery is a Query that may be limited to a range of the field that orders its answer.
type RangedQuery[E, F, V any] struct {
	Query[E, F]
	codec ValueCodec[V]
}

// NewRangedQuery adds the range of a read. Generated code calls it.
func NewRangedQuery[E, F, V any](read Query[E, F], codec ValueCodec[V]) RangedQuery[E, F, V] {
	return RangedQuery[E, F, V]{Query: read, codec: codec}
}

func (q RangedQuery[E, F, V]) ranged(kind PredicateKind, values ...V) Query[E, F] {
	out := q.Query
	if err := limitTo(&out.request, q.codec, kind, values...); out.err == nil {
		out.err = err
	}
	return out
}

// At reads the items with this value.
func (q RangedQuery[E, F, V]) At(value V) Query[E, F] { return q.ranged(IsEqual, value) }

// Between reads the items from the first to the second value, both included.
func (q RangedQuery[E, F, V]) Between(low, high V) Query[E, F] { return q.ranged(IsBetween, low, high) }

// Below reads the items with smaller values.
func (q RangedQuery[E, F, V]) Below(end V) Query[E, F] { return q.ranged(IsLess, end) }

// UpTo reads the items with this or smaller values.
func (q RangedQuery[E, F, V]) UpTo(last V) Query[E, F] { return q.ranged(IsLessOrEqual, last) }

// Above reads the items with greater values.
func (q RangedQuery[E, F, V]) Above(end V) Query[E, F] { return q.ranged(IsGreater, end) }

// From reads the items with this or greater values.
func (q RangedQuery[E, F, V]) From(first V) Query[E, F] { return q.ranged(IsGreaterOrEqual, first) }

// RangedCollection is a Collection that may be limited to a range of the field that orders its answer.
type RangedCollection[W, V any] struct {
	Collection[W]
	codec ValueCodec[V]
}

// NewRangedCollection adds the range of a read. Generated code calls it.
func NewRangedCollection[W, V any](read Collection[W], codec ValueCodec[V]) RangedCollection[W, V] {
	return RangedCollection[W, V]{Collection: read, codec: codec}
}

func (q RangedCollection[W, V]) ranged(kind PredicateKind, values ...V) Collection[W] {
	out := q.Collection
	if err := limitTo(&out.request.ReadRequest, q.codec, kind, values...); out.err == nil {
		out.err = err
	}
	return out
}

// At reads the items with this value.
func (q RangedCollection[W, V]) At(value V) Collection[W] { return q.ranged(IsEqual, value) }

// Between reads the items from the first to the second value, both included.
func (q RangedCollection[W, V]) Between(low, high V) Collection[W] {
	return q.ranged(IsBetween, low, high)
}

// Below reads the items with smaller values.
func (q RangedCollection[W, V]) Below(end V) Collection[W] { return q.ranged(IsLess, end) }

// UpTo reads the items with this or smaller values.
func (q RangedCollection[W, V]) UpTo(last V) Collection[W] { return q.ranged(IsLessOrEqual, last) }

// Above reads the items with greater values.
func (q RangedCollection[W, V]) Above(end V) Collection[W] { return q.ranged(IsGreater, end) }

// From reads the items with this or greater values.
func (q RangedCollection[W, V]) From(first V) Collection[W] { return q.ranged(IsGreaterOrEqual, first) }

// RangedTextQuery is a RangedQuery whose field is a text.
type RangedTextQuery[E, F any] struct{ RangedQuery[E, F, string] }

// NewRangedTextQuery adds the range of a read. Generated code calls it.
func NewRangedTextQuery[E, F any](read Query[E, F]) RangedTextQuery[E, F] {
	return RangedTextQuery[E, F]{NewRangedQuery(read, Strings)}
}

// BeginningWith reads the items whose text begins with the prefix.
func (q RangedTextQuery[E, F]) BeginningWith(prefix string) Query[E, F] {
	out := q.Query
	low, err := textValue(prefix, "the prefix")
	if out.err == nil {
		out.err = err
	}
	out.request.Range = &SortRange{Kind: BeginsWith, Low: low}
	return out
}
