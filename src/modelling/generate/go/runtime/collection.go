// Reads of a partition whose items are of several entities, put together into one object of the type W.

package rt

import (
	"context"
	"iter"
)

// MemberOf tells how the items of one entity are put into the object.
type MemberOf[W any] struct {
	single   bool
	required bool
	add      func(whole *W, row *Row) error
}

// One is a single item, without which the object does not exist. `in` returns its place in the object.
func One[W, E, K any](codec *Codec[E, K], in func(*W) *E) MemberOf[W] {
	return MemberOf[W]{single: true, required: true, add: func(whole *W, row *Row) (err error) {
		*in(whole), err = DecodeRow(codec, row, nil)
		return err
	}}
}

// Maybe is a single item that need not exist.
func Maybe[W, E, K any](codec *Codec[E, K], in func(*W) **E) MemberOf[W] {
	return MemberOf[W]{single: true, add: func(whole *W, row *Row) error {
		item, err := DecodeRow(codec, row, nil)
		if err == nil {
			*in(whole) = &item
		}
		return err
	}}
}

// Many is a list of items.
func Many[W, E, K any](codec *Codec[E, K], in func(*W) *[]E) MemberOf[W] {
	return MemberOf[W]{add: func(whole *W, row *Row) error {
		item, err := DecodeRow(codec, row, nil)
		if err == nil {
			*in(whole) = append(*in(whole), item)
		}
		return err
	}}
}

// CollectedPage is a page of a collection.
type CollectedPage[W any] struct {
	Value      *W     // nil if the item of One does not exist
	Token      string // continues all lists; empty after the last page
	Unreadable []*UnreadableRow
	Cost       Cost
}

// Collection is a read that has not been sent. Its functions are like those of Query.
type Collection[W any] struct {
	session *Session
	request LoadRequest
	members []MemberOf[W]
	err     error
}

// NewCollection returns the read of pattern number `pattern`, with a member for each of its entities. Generated code
// calls it.
func NewCollection[W any](session *Session, model *Model, pattern int, by func(*Encoder), members ...MemberOf[W]) (
	out Collection[W]) {
	request, err := requestOf(model, pattern, by)
	out = Collection[W]{session: session, request: LoadRequest{ReadRequest: request}, members: members, err: err}
	for i, member := range members {
		entity := &request.Table.Entities[request.Pattern.Entities[i]]
		out.request.Members = append(out.request.Members, CollectedMember{Entity: entity, Single: member.single})
	}
	return out
}

// Take limits the number of items of each list.
func (c Collection[W]) Take(items int) Collection[W] {
	if items < 1 && c.err == nil {
		c.err = modelError("take must be at least 1")
	}
	c.request.Take = items
	return c
}

// After continues behind the page that has the token.
func (c Collection[W]) After(token string) Collection[W] {
	c.request.After = token
	return c
}

// Reverse reads in the other direction than the pattern's.
func (c Collection[W]) Reverse() Collection[W] {
	c.request.Reverse = !c.request.Reverse
	return c
}

// Consistent makes the read see all writes that were acknowledged before it, or not.
func (c Collection[W]) Consistent(is bool) Collection[W] {
	c.request.Consistent = &is
	return c
}

// WithExpired reads also items whose time to live has passed.
func (c Collection[W]) WithExpired() Collection[W] {
	c.request.ExpiredToo = true
	return c
}

// Page returns a page, with the single items and Take items of each list.
func (c Collection[W]) Page(ctx context.Context) (*CollectedPage[W], error) {
	if c.err != nil {
		return nil, c.err
	}
	rows, err := Load(ctx, c.session, c.request)
	if err != nil {
		return nil, err
	}
	out := &CollectedPage[W]{Token: rows.Token, Unreadable: rows.Unreadable, Cost: rows.Cost}
	var whole W
	seen := make([]bool, len(c.members))
	for i := range rows.Rows {
		row := &rows.Rows[i]
		for k := range c.members {
			if c.request.Members[k].Entity != row.Entity || (c.members[k].single && seen[k]) {
				continue
			}
			if unreadable, ok := c.members[k].add(&whole, row).(*UnreadableRow); ok {
				out.Unreadable = append(out.Unreadable, unreadable)
				continue
			}
			seen[k] = true
		}
	}
	for k, member := range c.members {
		if !member.required || seen[k] {
			continue
		}
		if len(out.Unreadable) > 0 {
			return nil, out.Unreadable[0]
		}
		return out, nil
	}
	out.Value = &whole
	return out, nil
}

// Load returns the object with all items, or with Take items of each list, and false if its one item does not exist.
// The error may be an *UnreadableRow.
func (c Collection[W]) Load(ctx context.Context) (whole W, found bool, err error) {
	page, err := c.Page(ctx)
	if err != nil {
		return whole, false, err
	}
	if len(page.Unreadable) > 0 {
		return whole, false, page.Unreadable[0]
	}
	if page.Value == nil {
		return whole, false, nil
	}
	return *page.Value, true, nil
}

// Pages returns page after page, until the end. An error ends them.
func (c Collection[W]) Pages(ctx context.Context) iter.Seq2[*CollectedPage[W], error] {
	return func(yield func(*CollectedPage[W], error) bool) {
		for next := c; ; {
			page, err := next.Page(ctx)
			if !yield(page, err) || err != nil || page.Token == "" {
				return
			}
			next = next.After(page.Token)
		}
	}
}
