// The calls of generated code that give items: reads of one item, and searches.

package rt

import "context"

// GetOption is an option of a read of items by their keys.
type GetOption struct {
	isConsistent bool
}

// Consistent makes a read see all writes that were acknowledged before it.
func Consistent() GetOption { return GetOption{isConsistent: true} }

func gettingWith(options []GetOption) (out GetOption) {
	for _, option := range options {
		out.isConsistent = out.isConsistent || option.isConsistent
	}
	return out
}

// GetOne returns the item of pattern number `pattern`, and false without one. Generated code calls it.
func GetOne[E any](ctx context.Context, session *Session, model *Model, pattern int, decode func(*Decoder, *E),
	by func(*Encoder), options []GetOption) (item E, found bool, err error) {
	query := NewQuery[E](session, model, pattern, decode, by)
	if gettingWith(options).isConsistent {
		query = query.Consistent(true)
	}
	items, err := query.All(ctx)
	if err != nil || len(items) == 0 {
		return item, false, err
	}
	return items[0], true, nil
}

// Found is an item that a search found.
type Found[E any] struct {
	Item  E
	Score float64
}

// SearchItems searches the items whose vectors are the most similar. `take` is from 1 to 100, or 0 for 10. Generated
// code calls it.
func SearchItems[E any](ctx context.Context, session *Session, model *Model, pattern int, decode func(*Decoder, *E),
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
		item, err := decodeRow(read.Table, &answer.Rows[i], read.Pattern.Wanted, decode)
		if err != nil {
			return nil, err
		}
		out[i] = Found[E]{Item: item, Score: answer.Scores[i]}
	}
	return out, nil
}
