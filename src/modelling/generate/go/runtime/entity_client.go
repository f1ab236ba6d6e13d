// The operations on one entity: as writes that a transaction takes, and each sent when it is called.

package rt

import (
	"context"
)

// Write is a write that has not been sent. Transact takes it.
type Write struct {
	request WriteRequest
	err     error
}

// EntityWrites makes the writes of one entity, with items of the type E and keys of the type K.
type EntityWrites[E, K any] struct {
	EntityOptions[E]
	codec *Codec[E, K]
}

// NewWrites returns the writes of an entity. Generated code calls it.
func NewWrites[E, K any](codec *Codec[E, K]) EntityWrites[E, K] {
	return EntityWrites[E, K]{codec: codec}
}

func (w EntityWrites[E, K]) ofItem(kind WriteKind, item *E) Write {
	encoder := newEncoder(w.codec.Entity)
	w.codec.Encode(encoder, item)
	request := WriteRequest{Kind: kind, Table: w.codec.Table, Entity: w.codec.Entity, Values: encoder.values}
	return Write{request: request, err: encoder.err}
}

func (w EntityWrites[E, K]) ofKey(kind WriteKind, key *K) Write {
	values, err := w.key(key)
	return Write{WriteRequest{Kind: kind, Table: w.codec.Table, Entity: w.codec.Entity, Values: values}, err}
}

func (w EntityWrites[E, K]) key(key *K) (AttributeMap, error) {
	encoder := newEncoder(w.codec.Entity)
	w.codec.EncodeKey(encoder, key)
	return encoder.values, encoder.err
}

func withOptions[E any, O UpdateOption[E]](write Write, options []O) Write {
	for _, option := range options {
		if err := option.applyTo(&write.request); err != nil && write.err == nil {
			write.err = err
		}
	}
	return write
}

// Create makes an item, which must not exist.
func (w EntityWrites[E, K]) Create(item E, options ...Option[E]) Write {
	return withOptions[E](w.ofItem(Create, &item), options)
}

// Put makes an item, or replaces the one that is stored.
func (w EntityWrites[E, K]) Put(item E, options ...Option[E]) Write {
	return withOptions[E](w.ofItem(Put, &item), options)
}

// Update changes fields of an item, which must exist.
func (w EntityWrites[E, K]) Update(key K, options ...UpdateOption[E]) Write {
	out := withOptions[E](w.ofKey(Update, &key), options)
	if len(out.request.Changes) == 0 && out.err == nil {
		out.err = modelError("the update of %s changes no field", w.codec.Entity.Name)
	}
	return out
}

// Remove removes an item. It need not exist, unless the options say so.
func (w EntityWrites[E, K]) Remove(key K, options ...Option[E]) Write {
	return withOptions[E](w.ofKey(Remove, &key), options)
}

// Check requires, in a transaction, that the item exists and meets the conditions of the options.
func (w EntityWrites[E, K]) Check(key K, options ...Option[E]) Write {
	out := withOptions[E](w.ofKey(Check, &key), options)
	out.request.MustExist = true
	return out
}

// EntityClient sends the operations on one entity.
type EntityClient[E, K any] struct {
	session *Session
	writes  EntityWrites[E, K]
}

// NewEntityClient returns the client of an entity. Generated code calls it.
func NewEntityClient[E, K any](session *Session, codec *Codec[E, K]) EntityClient[E, K] {
	return EntityClient[E, K]{session: session, writes: NewWrites(codec)}
}

func (c EntityClient[E, K]) item(row *Row) (E, bool, error) {
	if row == nil {
		var absent E
		return absent, false, nil
	}
	item, err := DecodeRow(c.writes.codec, row, nil)
	return item, err == nil, err
}

func (c EntityClient[E, K]) get(ctx context.Context, key *K, consistent bool) (item E, found bool, err error) {
	values, err := c.writes.key(key)
	if err != nil {
		return item, false, err
	}
	request := GetRequest{Table: c.writes.codec.Table, Entity: c.writes.codec.Entity, Values: values}
	row, err := Get(ctx, c.session, request, consistent)
	if err != nil {
		return item, false, err
	}
	return c.item(row)
}

// Get returns the item with this key, and false without one.
func (c EntityClient[E, K]) Get(ctx context.Context, key K) (item E, found bool, err error) {
	return c.get(ctx, &key, false)
}

// GetConsistent does the same, and sees all writes that were acknowledged before it.
func (c EntityClient[E, K]) GetConsistent(ctx context.Context, key K) (item E, found bool, err error) {
	return c.get(ctx, &key, true)
}

func (c EntityClient[E, K]) gets(keys []K) ([]GetRequest, error) {
	out := make([]GetRequest, len(keys))
	for i := range keys {
		values, err := c.writes.key(&keys[i])
		if err != nil {
			return nil, atRequest(i, err)
		}
		out[i] = GetRequest{Table: c.writes.codec.Table, Entity: c.writes.codec.Entity, Values: values}
	}
	return out, nil
}

func (c EntityClient[E, K]) items(answer *KeyedRows, err error) ([]*E, error) {
	if err != nil {
		return nil, err
	}
	if len(answer.Unreadable) > 0 {
		return nil, answer.Unreadable[0]
	}
	out := make([]*E, len(answer.Rows))
	for i, row := range answer.Rows {
		item, found, err := c.item(row)
		if err != nil {
			return nil, err
		}
		if found {
			out[i] = &item
		}
	}
	return out, nil
}

// GetMany returns the items with these keys, at the same positions; nil for one that does not exist. Any number of
// keys.
func (c EntityClient[E, K]) GetMany(ctx context.Context, keys []K) ([]*E, error) {
	requests, err := c.gets(keys)
	if err != nil {
		return nil, err
	}
	return c.items(BatchGet(ctx, c.session, requests, false))
}

// Snapshot returns the same as GetMany, of one moment and of at most 100 keys.
func (c EntityClient[E, K]) Snapshot(ctx context.Context, keys []K) ([]*E, error) {
	requests, err := c.gets(keys)
	if err != nil {
		return nil, err
	}
	return c.items(Snapshot(ctx, c.session, requests))
}

func (c EntityClient[E, K]) send(ctx context.Context, write Write) (*WriteAnswer, error) {
	if write.err != nil {
		return nil, write.err
	}
	return WriteItem(ctx, c.session, write.request)
}

func (c EntityClient[E, K]) written(ctx context.Context, write Write) (item E, err error) {
	answer, err := c.send(ctx, write)
	if err != nil {
		return item, err
	}
	item, found, err := c.item(answer.Row)
	if err == nil && !found {
		const done = ": the write is done, and the item is not in its answer"
		err = &OutcomeUnknown{Message: c.writes.codec.Entity.Name + done, Err: answer.Unread}
	}
	return item, err
}

// Create makes an item and returns it as it is stored. It is refused with ItemExists, UniqueValueTaken or
// ConditionFailed.
func (c EntityClient[E, K]) Create(ctx context.Context, item E, options ...Option[E]) (E, error) {
	return c.written(ctx, c.writes.Create(item, options...))
}

// Put makes an item or replaces it, and returns it as it is stored.
func (c EntityClient[E, K]) Put(ctx context.Context, item E, options ...Option[E]) (E, error) {
	return c.written(ctx, c.writes.Put(item, options...))
}

// Update changes fields of an item and returns it. It is refused with ItemMissing, VersionConflict, ConditionFailed ...
func (c EntityClient[E, K]) Update(ctx context.Context, key K, options ...UpdateOption[E]) (E, error) {
	return c.written(ctx, c.writes.Update(key, options...))
}

// Remove removes an item and returns it, and false if it did not exist.
func (c EntityClient[E, K]) Remove(ctx context.Context, key K, options ...Option[E]) (item E, found bool, err error) {
	answer, err := c.send(ctx, c.writes.Remove(key, options...))
	if err != nil {
		return item, false, err
	}
	return c.item(answer.Row)
}

func sendBatch(ctx context.Context, session *Session, writes []Write) error {
	requests := make([]WriteRequest, len(writes))
	for i := range writes {
		if writes[i].err != nil {
			return atRequest(i, writes[i].err)
		}
		requests[i] = writes[i].request
	}
	_, err := BatchWrite(ctx, session, requests)
	return err
}

// PutMany puts items without conditions, 25 in a request, and sends again those that were not processed. Only for
// entities without a version and without unique fields. Not atomic: after an error a part of them is written.
func (c EntityClient[E, K]) PutMany(ctx context.Context, items []E) error {
	return sendBatch(ctx, c.session, mapped(items, func(item E) Write { return c.writes.Put(item) }))
}

// RemoveMany removes items, as PutMany puts them.
func (c EntityClient[E, K]) RemoveMany(ctx context.Context, keys []K) error {
	return sendBatch(ctx, c.session, mapped(keys, func(key K) Write { return c.writes.Remove(key) }))
}

// SendAll carries out all writes or not one of them: at most 100, with those of the sentinels of unique fields. A
// refusal has the position of the write.
func SendAll(ctx context.Context, session *Session, writes []Write) (Cost, error) {
	requests := make([]WriteRequest, len(writes))
	for i := range writes {
		if writes[i].err != nil {
			return Cost{}, atRequest(i, writes[i].err)
		}
		requests[i] = writes[i].request
	}
	return Transact(ctx, session, requests)
}
