// The operations on one entity, each sent when it is called. An entity has one of four types, as its writes do.

package rt

import "context"

// The operations that are the same for all entities, and the senders of the others.
type entityCalls[E, K any] struct {
	session *Session
	writes  entityWrites[E, K]
}

func (c entityCalls[E, K]) item(row *Row) (E, bool, error) {
	if row == nil {
		var absent E
		return absent, false, nil
	}
	item, err := DecodeRow(c.writes.codec, row, nil)
	return item, err == nil, err
}

// Get returns the item with this key, and false without one.
func (c entityCalls[E, K]) Get(ctx context.Context, key K, options ...GetOption) (item E, found bool, err error) {
	values, err := c.writes.key(&key)
	if err != nil {
		return item, false, err
	}
	request := GetRequest{Table: c.writes.codec.Table, Entity: c.writes.codec.Entity, Values: values}
	row, err := Get(ctx, c.session, request, gettingWith(options).isConsistent)
	if err != nil {
		return item, false, err
	}
	return c.item(row)
}

func (c entityCalls[E, K]) gets(keys []K) ([]GetRequest, error) {
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

func (c entityCalls[E, K]) items(answer *KeyedRows, err error) ([]*E, error) {
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
func (c entityCalls[E, K]) GetMany(ctx context.Context, keys []K, options ...GetOption) ([]*E, error) {
	requests, err := c.gets(keys)
	if err != nil {
		return nil, err
	}
	return c.items(BatchGet(ctx, c.session, requests, gettingWith(options).isConsistent))
}

// Snapshot returns the items with these keys, as of one moment, as GetMany does. At most 100 keys.
func (c entityCalls[E, K]) Snapshot(ctx context.Context, keys []K) ([]*E, error) {
	requests, err := c.gets(keys)
	if err != nil {
		return nil, err
	}
	return c.items(Snapshot(ctx, c.session, requests))
}

func (c entityCalls[E, K]) send(ctx context.Context, write Write) (*WriteAnswer, error) {
	if write.err != nil {
		return nil, write.err
	}
	return WriteItem(ctx, c.session, write.request)
}

func (c entityCalls[E, K]) written(ctx context.Context, write Write) (item E, err error) {
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

func (c entityCalls[E, K]) removed(ctx context.Context, write Write) (item E, found bool, err error) {
	answer, err := c.send(ctx, write)
	if err != nil {
		return item, false, err
	}
	return c.item(answer.Row)
}

// Create makes an item and returns it as it is stored. It is refused with ItemExists, UniqueValueTaken or
// ConditionFailed.
func (c entityCalls[E, K]) Create(ctx context.Context, item E, options ...Option[E]) (E, error) {
	return c.written(ctx, c.writes.Create(item, options...))
}

// ReadAndUpdate reads the item, and changes it only if it has not changed since. A change meanwhile is read again.
func (c entityCalls[E, K]) ReadAndUpdate(ctx context.Context, key K, options ...ReadUpdateOption[E]) (E, error) {
	return c.written(ctx, c.writes.ReadAndUpdate(key, options...))
}

// ReadAndRemove reads the item, and removes it only if it has not changed since. It returns the item, and false if it
// did not exist.
func (c entityCalls[E, K]) ReadAndRemove(ctx context.Context, key K, options ...Option[E]) (E, bool, error) {
	return c.removed(ctx, c.writes.ReadAndRemove(key, options...))
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

// SendAll carries out all writes or not one of them. Generated code calls it.
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
