// The types of the clients of entities, by the facts that a write of a stored item must know.

package rt

import "context"

// EntityClient sends the operations on an entity without a version and without unique fields.
type EntityClient[E, K any] struct{ entityCalls[E, K] }

// NewEntityClient returns the client of an entity. Generated code calls it.
func NewEntityClient[E, K any](session *Session, codec *Codec[E, K]) EntityClient[E, K] {
	return EntityClient[E, K]{entityCalls[E, K]{session, entityWrites[E, K]{codec: codec}}}
}

func (c EntityClient[E, K]) make() EntityWrites[E, K] { return EntityWrites[E, K]{c.writes} }

// Put makes an item or replaces it, and returns it as it is stored.
func (c EntityClient[E, K]) Put(ctx context.Context, item E, options ...Option[E]) (E, error) {
	return c.written(ctx, c.make().Put(item, options...))
}

// Update changes fields of an item and returns it. It is refused with ItemMissing, ConditionFailed.
func (c EntityClient[E, K]) Update(ctx context.Context, key K, options ...UpdateOption[E]) (E, error) {
	return c.written(ctx, c.make().Update(key, options...))
}

// Upsert changes fields of an item or makes it, and returns it. It sets all fields that each item has.
func (c EntityClient[E, K]) Upsert(ctx context.Context, key K, options ...UpdateOption[E]) (E, error) {
	return c.written(ctx, c.make().Upsert(key, options...))
}

// Move gives an item another primary key and replaces its fields, in one transaction. The item is read first.
func (c EntityClient[E, K]) Move(ctx context.Context, from K, to E, options ...Option[E]) (E, error) {
	return c.written(ctx, c.make().Move(from, to, options...))
}

// Remove removes an item and returns it, and false if it did not exist.
func (c EntityClient[E, K]) Remove(ctx context.Context, key K, options ...Option[E]) (E, bool, error) {
	return c.removed(ctx, c.make().Remove(key, options...))
}

// PutMany puts items without conditions, 25 in a request, and sends again those that were not processed. Not atomic:
// after an error a part of them is written.
func (c EntityClient[E, K]) PutMany(ctx context.Context, items []E) error {
	return sendBatch(ctx, c.session, mapped(items, func(item E) Write { return c.make().Put(item) }))
}

// RemoveMany removes items, as PutMany puts them.
func (c EntityClient[E, K]) RemoveMany(ctx context.Context, keys []K) error {
	return sendBatch(ctx, c.session, mapped(keys, func(key K) Write { return c.make().Remove(key) }))
}

// VersionedClient sends the operations on an entity with a version.
type VersionedClient[E, K any] struct{ entityCalls[E, K] }

// NewVersionedClient returns the client of an entity. Generated code calls it.
func NewVersionedClient[E, K any](session *Session, codec *Codec[E, K]) VersionedClient[E, K] {
	return VersionedClient[E, K]{entityCalls[E, K]{session, entityWrites[E, K]{codec: codec}}}
}

func (c VersionedClient[E, K]) make() VersionedWrites[E, K] { return VersionedWrites[E, K]{c.writes} }

// Put makes an item or replaces it, and returns it as it is stored.
func (c VersionedClient[E, K]) Put(ctx context.Context, item E, version VersionCheck, options ...Option[E]) (E, error) {
	return c.written(ctx, c.make().Put(item, version, options...))
}

// Update changes fields of an item and returns it. It is refused with ItemMissing, VersionConflict, ConditionFailed.
func (c VersionedClient[E, K]) Update(ctx context.Context, key K, version VersionCheck, options ...UpdateOption[E]) (E, error) {
	return c.written(ctx, c.make().Update(key, version, options...))
}

// Upsert changes fields of an item or makes it, and returns it. It sets all fields that each item has.
func (c VersionedClient[E, K]) Upsert(ctx context.Context, key K, version VersionCheck, options ...UpdateOption[E]) (E, error) {
	return c.written(ctx, c.make().Upsert(key, version, options...))
}

// Move gives an item another primary key and replaces its fields, in one transaction. The item is read first.
func (c VersionedClient[E, K]) Move(ctx context.Context, from K, to E, version VersionCheck, options ...Option[E]) (E, error) {
	return c.written(ctx, c.make().Move(from, to, version, options...))
}

// Remove removes an item and returns it, and false if it did not exist.
func (c VersionedClient[E, K]) Remove(ctx context.Context, key K, version VersionCheck, options ...Option[E]) (E, bool, error) {
	return c.removed(ctx, c.make().Remove(key, version, options...))
}

// UniqueClient sends the operations on an entity with unique fields, whose stored values U has.
type UniqueClient[E, K any, U StoredUnique] struct{ entityCalls[E, K] }

// NewUniqueClient returns the client of an entity. Generated code calls it.
func NewUniqueClient[E, K any, U StoredUnique](session *Session, codec *Codec[E, K]) UniqueClient[E, K, U] {
	return UniqueClient[E, K, U]{entityCalls[E, K]{session, entityWrites[E, K]{codec: codec}}}
}

func (c UniqueClient[E, K, U]) make() UniqueWrites[E, K, U] { return UniqueWrites[E, K, U]{c.writes} }

// Put makes an item or replaces it, and returns it as it is stored.
func (c UniqueClient[E, K, U]) Put(ctx context.Context, item E, options ...Option[E]) (E, error) {
	return c.written(ctx, c.make().Put(item, options...))
}

// Update changes fields of an item and returns it. It is refused with ItemMissing, ConditionFailed or UniqueValueTaken.
func (c UniqueClient[E, K, U]) Update(ctx context.Context, key K, options ...UpdateOption[E]) (E, error) {
	return c.written(ctx, c.make().Update(key, options...))
}

// Upsert changes fields of an item or makes it, and returns it. It sets all fields that each item has.
func (c UniqueClient[E, K, U]) Upsert(ctx context.Context, key K, options ...UpdateOption[E]) (E, error) {
	return c.written(ctx, c.make().Upsert(key, options...))
}

// Move gives an item another primary key and replaces its fields, in one transaction. The item is read first.
func (c UniqueClient[E, K, U]) Move(ctx context.Context, from K, to E, options ...Option[E]) (E, error) {
	return c.written(ctx, c.make().Move(from, to, options...))
}

// Remove removes an item and returns it, and false if it did not exist.
func (c UniqueClient[E, K, U]) Remove(ctx context.Context, key K, stored U, options ...Option[E]) (E, bool, error) {
	return c.removed(ctx, c.make().Remove(key, stored, options...))
}

// VersionedUniqueClient sends the operations on an entity with a version and unique fields.
type VersionedUniqueClient[E, K any, U StoredUnique] struct{ entityCalls[E, K] }

// NewVersionedUniqueClient returns the client of an entity. Generated code calls it.
func NewVersionedUniqueClient[E, K any, U StoredUnique](session *Session, codec *Codec[E, K]) VersionedUniqueClient[E, K, U] {
	return VersionedUniqueClient[E, K, U]{entityCalls[E, K]{session, entityWrites[E, K]{codec: codec}}}
}

func (c VersionedUniqueClient[E, K, U]) make() VersionedUniqueWrites[E, K, U] {
	return VersionedUniqueWrites[E, K, U]{c.writes}
}

// Put makes an item or replaces it, and returns it as it is stored.
func (c VersionedUniqueClient[E, K, U]) Put(ctx context.Context, item E, version VersionCheck, options ...Option[E]) (E, error) {
	return c.written(ctx, c.make().Put(item, version, options...))
}

// Update changes fields of an item and returns it. It is refused with ItemMissing, VersionConflict, ConditionFailed or UniqueValueTaken.
func (c VersionedUniqueClient[E, K, U]) Update(ctx context.Context, key K, version VersionCheck, options ...UpdateOption[E]) (E, error) {
	return c.written(ctx, c.make().Update(key, version, options...))
}

// Upsert changes fields of an item or makes it, and returns it. It sets all fields that each item has.
func (c VersionedUniqueClient[E, K, U]) Upsert(ctx context.Context, key K, version VersionCheck, options ...UpdateOption[E]) (E, error) {
	return c.written(ctx, c.make().Upsert(key, version, options...))
}

// Move gives an item another primary key and replaces its fields, in one transaction. The item is read first.
func (c VersionedUniqueClient[E, K, U]) Move(ctx context.Context, from K, to E, version VersionCheck, options ...Option[E]) (E, error) {
	return c.written(ctx, c.make().Move(from, to, version, options...))
}

// Remove removes an item and returns it, and false if it did not exist.
func (c VersionedUniqueClient[E, K, U]) Remove(ctx context.Context, key K, version VersionCheck, stored U, options ...Option[E]) (E, bool, error) {
	return c.removed(ctx, c.make().Remove(key, version, stored, options...))
}
