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

// Query is a read that has not been sent, of items of the type E. Its filters are conditions on F, which has the fields
// that the place of the read has. The functions that return a Query leave the one that they are called on as it is, and
// the others send it anew.
type Query[E, F any] struct {
	session *Session
	request ReadRequest
	decode  func(*Decoder, *E)
	err     error
}

// NewQuery returns the read of pattern number `pattern`. `by` encodes the fields that the pattern asks for, and `decode`
// reads an item. Generated code calls it.
func NewQuery[F, E any](session *Session, model *Model, pattern int, decode func(*Decoder, *E), by func(*Encoder)) (
	out Query[E, F]) {
	request, err := requestOf(model, pattern, by)
	return Query[E, F]{session: session, request: request, decode: decode, err: err}
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
func (q Query[E, F]) Take(items int) Query[E, F] {
	if items < 1 && q.err == nil {
		q.err = modelError("take must be at least 1")
	}
	q.request.Take = items
	return q
}

// ReadAtMost limits the number of items that are read.
func (q Query[E, F]) ReadAtMost(items int) Query[E, F] {
	if items < 1 && q.err == nil {
		q.err = modelError("read_at_most must be at least 1")
	}
	q.request.ReadAtMost = items
	return q
}

// After continues behind the page that has the token.
func (q Query[E, F]) After(token string) Query[E, F] {
	q.request.After = token
	return q
}

// Reverse reads in the other direction than the pattern's.
func (q Query[E, F]) Reverse() Query[E, F] {
	q.request.Reverse = !q.request.Reverse
	return q
}

// Consistent makes the read see all writes that were acknowledged before it, or not.
func (q Query[E, F]) Consistent(is bool) Query[E, F] {
	q.request.Consistent = &is
	return q
}

// WithExpired reads also items whose time to live has passed.
func (q Query[E, F]) WithExpired() Query[E, F] {
	q.request.ExpiredToo = true
	return q
}

// Drops items after they were read and paid for.
func (q Query[E, F]) Where(condition Condition[F]) Query[E, F] {
	q.request.Filter = allOf(q.request.Filter, &condition.predicate)
	if q.err == nil {
		q.err = condition.err
	}
	return q
}

func (q Query[E, F]) page(rows *RowPage) *Page[E] {
	out := &Page[E]{Token: rows.Token, Unreadable: rows.Unreadable, Cost: rows.Cost}
	for i := range rows.Rows {
		item, err := decodeRow(q.request.Table, &rows.Rows[i], q.request.Pattern.Wanted, q.decode)
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
func (q Query[E, F]) Page(ctx context.Context) (*Page[E], error) {
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
func (q Query[E, F]) Pages(ctx context.Context) iter.Seq2[*Page[E], error] {
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
func (q Query[E, F]) Items(ctx context.Context) iter.Seq2[E, error] {
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
func (q Query[E, F]) All(ctx context.Context) ([]E, error) {
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
func (q Query[E, F]) First(ctx context.Context) (item E, found bool, err error) {
	items, err := q.Take(1).All(ctx)
	if err != nil || len(items) == 0 {
		return item, false, err
	}
	return items[0], true, nil
}

// Count returns the number of items, which are counted and not transferred.
func (q Query[E, F]) Count(ctx context.Context) (int, error) {
	if q.err != nil {
		return 0, q.err
	}
	count, _, err := CountRows(ctx, q.session, q.request)
	return count, err
}
