// The reads of access patterns: one page, page after page, or item after item.

package rt

import (
	"context"
	"iter"
)

// Page is a page of items.
type Page[E any] struct {
	Items      []E
	Token      string // of the page; empty after the last item
	Unreadable []*UnreadableRow
	Cost       Cost
}

// Query is a read that has not been sent. The functions that return a Query leave the one that they are called on as it
// is, and the others send it anew.
type Query[E any] struct {
	session *Session
	request ReadRequest
	decode  func(*Row, []string) (E, error)
	err     error
}

// NewQuery returns the read of pattern number `pattern`. `by` encodes the fields that the pattern asks for. Generated
// code calls it.
func NewQuery[E, K any](session *Session, model *Model, pattern int, codec *Codec[E, K], by func(*Encoder)) Query[E] {
	request, err := requestOf(model, pattern, by)
	decode := func(row *Row, wanted []string) (E, error) { return DecodeRow(codec, row, wanted) }
	return Query[E]{session: session, request: request, decode: decode, err: err}
}

func requestOf(model *Model, at int, by func(*Encoder)) (ReadRequest, error) {
	pattern := &model.Patterns[at]
	table := &model.Tables[pattern.Table]
	encoder := newEncoder(&table.Entities[pattern.Entities[0]])
	if by != nil {
		by(encoder)
	}
	return ReadRequest{
		Table: table, Pattern: pattern, Values: encoder.values, ExpiredToo: pattern.WithExpired,
	}, encoder.err
}

// Take limits the number of items. A page then has as many, however many a filter drops.
func (q Query[E]) Take(items int) Query[E] {
	if items < 1 && q.err == nil {
		q.err = modelError("take must be at least 1")
	}
	q.request.Take = items
	return q
}

// ReadAtMost limits the number of items that are read.
func (q Query[E]) ReadAtMost(items int) Query[E] {
	if items < 1 && q.err == nil {
		q.err = modelError("read_at_most must be at least 1")
	}
	q.request.ReadAtMost = items
	return q
}

// After continues behind the page that has the token.
func (q Query[E]) After(token string) Query[E] {
	q.request.After = token
	return q
}

// Reverse reads in the other direction than the pattern's.
func (q Query[E]) Reverse() Query[E] {
	q.request.Reverse = !q.request.Reverse
	return q
}

// Consistent makes the read see all writes that were acknowledged before it, or not.
func (q Query[E]) Consistent(is bool) Query[E] {
	q.request.Consistent = &is
	return q
}

// WithExpired reads also items whose time to live has passed.
func (q Query[E]) WithExpired() Query[E] {
	q.request.ExpiredToo = true
	return q
}

// Drops items after they were read and paid for.
func (q Query[E]) Where(condition Condition[E]) Query[E] {
	q.request.Filter = allOf(q.request.Filter, &condition.predicate)
	if q.err == nil {
		q.err = condition.err
	}
	return q
}

func (q Query[E]) page(rows *RowPage) *Page[E] {
	out := &Page[E]{Token: rows.Token, Unreadable: rows.Unreadable, Cost: rows.Cost}
	for i := range rows.Rows {
		item, err := q.decode(&rows.Rows[i], q.request.Pattern.Wanted)
		if unreadable, ok := err.(*UnreadableRow); ok {
			// Rows that cannot be read are beside the others, so that one of them does not hide the rest.
			out.Unreadable = append(out.Unreadable, unreadable)
			continue
		}
		out.Items = append(out.Items, item)
	}
	return out
}

// Page returns the page that Take, ReadAtMost and After ask for; without them all items.
func (q Query[E]) Page(ctx context.Context) (*Page[E], error) {
	if q.err != nil {
		return nil, q.err
	}
	rows, err := Read(ctx, q.session, q.request)
	if err != nil {
		return nil, err
	}
	return q.page(rows), nil
}

// Pages returns page after page, until the end. Without Take a page has the items of one request. An error ends them.
func (q Query[E]) Pages(ctx context.Context) iter.Seq2[*Page[E], error] {
	return func(yield func(*Page[E], error) bool) {
		if q.err != nil {
			yield(nil, q.err)
			return
		}
		for rows, err := range Pages(ctx, q.session, q.request) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(q.page(rows), nil) {
				return
			}
		}
	}
}

// Items returns item after item, until the end or Take. An error ends them, also an *UnreadableRow.
func (q Query[E]) Items(ctx context.Context) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		var absent E
		for page, err := range q.Pages(ctx) {
			if err == nil && len(page.Unreadable) > 0 {
				err = page.Unreadable[0]
			}
			if err != nil {
				yield(absent, err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if q.request.Take > 0 {
				return
			}
		}
	}
}

// All returns all items, or as many as Take says. The error may be an *UnreadableRow.
func (q Query[E]) All(ctx context.Context) ([]E, error) {
	page, err := q.Page(ctx)
	if err != nil {
		return nil, err
	}
	if len(page.Unreadable) > 0 {
		return nil, page.Unreadable[0]
	}
	return page.Items, nil
}

// First returns the first item, and false without one.
func (q Query[E]) First(ctx context.Context) (item E, found bool, err error) {
	items, err := q.Take(1).All(ctx)
	if err != nil || len(items) == 0 {
		return item, false, err
	}
	return items[0], true, nil
}

// Count returns the number of items, which are counted and not transferred.
func (q Query[E]) Count(ctx context.Context) (int, error) {
	if q.err != nil {
		return 0, q.err
	}
	count, _, err := CountRows(ctx, q.session, q.request)
	return count, err
}

// RangedQuery is a read that may be limited to a range of the field that orders the answer, of the type V.
type RangedQuery[E, V any] struct {
	Query[E]
	codec ValueCodec[V]
}

// NewRangedQuery adds the range of a query. Generated code calls it.
func NewRangedQuery[E, V any](query Query[E], codec ValueCodec[V]) RangedQuery[E, V] {
	return RangedQuery[E, V]{Query: query, codec: codec}
}

func (q RangedQuery[E, V]) ranged(kind PredicateKind, values ...V) Query[E] {
	out := q.Query
	plan := &out.request.Pattern.Plan
	at := plan.RangeField
	if plan.BucketField != nil {
		at = plan.BucketField
	}
	field := &out.request.Table.Entities[out.request.Pattern.Entities[0]].Fields[*at]
	ends := make([]AttributeValue, 2)
	for i, value := range values {
		encoded, err := q.codec.encode(field, value)
		if err == nil && encoded == nil {
			err = modelError("%s: a range needs a value", field.Name)
		}
		if out.err == nil {
			out.err = err
		}
		ends[i] = encoded
	}
	out.request.Range = &SortRange{Kind: kind, Low: ends[0], High: ends[1]}
	return out
}

// At reads the items with this value.
func (q RangedQuery[E, V]) At(value V) Query[E] { return q.ranged(IsEqual, value) }

// Between reads the items from the first to the second value, both included.
func (q RangedQuery[E, V]) Between(low, high V) Query[E] { return q.ranged(IsBetween, low, high) }

// Below reads the items with smaller values.
func (q RangedQuery[E, V]) Below(end V) Query[E] { return q.ranged(IsLess, end) }

// UpTo reads the items with this or smaller values.
func (q RangedQuery[E, V]) UpTo(last V) Query[E] { return q.ranged(IsLessOrEqual, last) }

// Above reads the items with greater values.
func (q RangedQuery[E, V]) Above(end V) Query[E] { return q.ranged(IsGreater, end) }

// From reads the items with this or greater values.
func (q RangedQuery[E, V]) From(first V) Query[E] { return q.ranged(IsGreaterOrEqual, first) }

// BeginningWith reads the items whose text begins with the prefix.
func (q RangedQuery[E, V]) BeginningWith(prefix string) Query[E] {
	out := q.Query
	out.request.Range = &SortRange{Kind: BeginsWith, Low: stringValue(prefix)}
	return out
}

// ---- searches

// Found is an item that a search found.
type Found[E any] struct {
	Item  E
	Score float64
}

// SearchItems searches the items whose vectors are the most similar. `take` is from 1 to 100, or 0 for 10. Generated
// code calls it.
func SearchItems[E, K any](ctx context.Context, session *Session, model *Model, pattern int, codec *Codec[E, K],
	by func(*Encoder), vector []float32, take int) ([]Found[E], error) {
	read, err := requestOf(model, pattern, by)
	if err != nil {
		return nil, err
	}
	answer, err := Search(ctx, session, SearchRequest{
		Table: read.Table, Pattern: read.Pattern, Values: read.Values, Vector: vector, TopK: take,
		ExpiredToo: read.ExpiredToo,
	})
	if err != nil {
		return nil, err
	}
	out := make([]Found[E], len(answer.Rows))
	for i := range answer.Rows {
		item, err := DecodeRow(codec, &answer.Rows[i], read.Pattern.Wanted)
		if err != nil {
			return nil, err
		}
		out[i] = Found[E]{Item: item, Score: answer.Scores[i]}
	}
	return out, nil
}
