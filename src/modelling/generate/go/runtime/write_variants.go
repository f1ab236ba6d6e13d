// The types of the writes of entities, by the facts that a write of a stored item must know.

package rt

// EntityWrites makes the writes of an entity without a version and without unique fields.
type EntityWrites[E, K any] struct{ entityWrites[E, K] }

// NewEntityWrites returns the writes of an entity. Generated code calls it.
func NewEntityWrites[E, K any](codec *Codec[E, K]) EntityWrites[E, K] {
	return EntityWrites[E, K]{entityWrites[E, K]{codec: codec}}
}

// Put makes an item, or replaces the one that is stored.
func (w EntityWrites[E, K]) Put(item E, options ...Option[E]) Write {
	return w.put(&item, options)
}

// Update changes fields of an item, which must exist.
func (w EntityWrites[E, K]) Update(key K, options ...UpdateOption[E]) Write {
	return changing(w.entityWrites, Update, &key, options)
}

// Upsert changes fields of an item or makes it, so it sets all fields that each item has.
func (w EntityWrites[E, K]) Upsert(key K, options ...UpdateOption[E]) Write {
	return changing(w.entityWrites, Upsert, &key, options)
}

// Move gives an item another primary key and replaces its fields, in one transaction. The item is read first.
func (w EntityWrites[E, K]) Move(from K, to E, options ...Option[E]) Write {
	return w.move(&from, &to, options)
}

// Remove removes an item. It need not exist, unless the options say so.
func (w EntityWrites[E, K]) Remove(key K, options ...Option[E]) Write {
	return w.remove(&key, options)
}

// VersionedWrites makes the writes of an entity with a version.
type VersionedWrites[E, K any] struct{ entityWrites[E, K] }

// NewVersionedWrites returns the writes of an entity. Generated code calls it.
func NewVersionedWrites[E, K any](codec *Codec[E, K]) VersionedWrites[E, K] {
	return VersionedWrites[E, K]{entityWrites[E, K]{codec: codec}}
}

// Put makes an item, or replaces the one that is stored.
func (w VersionedWrites[E, K]) Put(item E, version VersionCheck, options ...Option[E]) Write {
	return w.put(&item, options).withVersion(version)
}

// Update changes fields of an item, which must exist.
func (w VersionedWrites[E, K]) Update(key K, version VersionCheck, options ...UpdateOption[E]) Write {
	return changing(w.entityWrites, Update, &key, options).withVersion(version)
}

// Upsert changes fields of an item or makes it, so it sets all fields that each item has.
func (w VersionedWrites[E, K]) Upsert(key K, version VersionCheck, options ...UpdateOption[E]) Write {
	return changing(w.entityWrites, Upsert, &key, options).withVersion(version)
}

// Move gives an item another primary key and replaces its fields, in one transaction. The item is read first.
func (w VersionedWrites[E, K]) Move(from K, to E, version VersionCheck, options ...Option[E]) Write {
	return w.move(&from, &to, options).withVersion(version)
}

// Remove removes an item. It need not exist, unless the options say so.
func (w VersionedWrites[E, K]) Remove(key K, version VersionCheck, options ...Option[E]) Write {
	return w.remove(&key, options).withVersion(version)
}

// UniqueWrites makes the writes of an entity with unique fields, whose stored values U has.
type UniqueWrites[E, K any, U StoredUnique] struct{ entityWrites[E, K] }

// NewUniqueWrites returns the writes of an entity. Generated code calls it.
func NewUniqueWrites[E, K any, U StoredUnique](codec *Codec[E, K]) UniqueWrites[E, K, U] {
	return UniqueWrites[E, K, U]{entityWrites[E, K]{codec: codec}}
}

// Put makes an item, or replaces the one that is stored.
func (w UniqueWrites[E, K, U]) Put(item E, options ...Option[E]) Write {
	return w.put(&item, options)
}

// Update changes fields of an item, which must exist.
func (w UniqueWrites[E, K, U]) Update(key K, options ...UpdateOption[E]) Write {
	return changing(w.entityWrites, Update, &key, options)
}

// Upsert changes fields of an item or makes it, so it sets all fields that each item has.
func (w UniqueWrites[E, K, U]) Upsert(key K, options ...UpdateOption[E]) Write {
	return changing(w.entityWrites, Upsert, &key, options)
}

// Move gives an item another primary key and replaces its fields, in one transaction. The item is read first.
func (w UniqueWrites[E, K, U]) Move(from K, to E, options ...Option[E]) Write {
	return w.move(&from, &to, options)
}

// Remove removes an item. It need not exist, unless the options say so.
func (w UniqueWrites[E, K, U]) Remove(key K, stored U, options ...Option[E]) Write {
	return w.remove(&key, options).withUnique(stored)
}

// VersionedUniqueWrites makes the writes of an entity with a version and unique fields.
type VersionedUniqueWrites[E, K any, U StoredUnique] struct{ entityWrites[E, K] }

// NewVersionedUniqueWrites returns the writes of an entity. Generated code calls it.
func NewVersionedUniqueWrites[E, K any, U StoredUnique](codec *Codec[E, K]) VersionedUniqueWrites[E, K, U] {
	return VersionedUniqueWrites[E, K, U]{entityWrites[E, K]{codec: codec}}
}

// Put makes an item, or replaces the one that is stored.
func (w VersionedUniqueWrites[E, K, U]) Put(item E, version VersionCheck, options ...Option[E]) Write {
	return w.put(&item, options).withVersion(version)
}

// Update changes fields of an item, which must exist.
func (w VersionedUniqueWrites[E, K, U]) Update(key K, version VersionCheck, options ...UpdateOption[E]) Write {
	return changing(w.entityWrites, Update, &key, options).withVersion(version)
}

// Upsert changes fields of an item or makes it, so it sets all fields that each item has.
func (w VersionedUniqueWrites[E, K, U]) Upsert(key K, version VersionCheck, options ...UpdateOption[E]) Write {
	return changing(w.entityWrites, Upsert, &key, options).withVersion(version)
}

// Move gives an item another primary key and replaces its fields, in one transaction. The item is read first.
func (w VersionedUniqueWrites[E, K, U]) Move(from K, to E, version VersionCheck, options ...Option[E]) Write {
	return w.move(&from, &to, options).withVersion(version)
}

// Remove removes an item. It need not exist, unless the options say so.
func (w VersionedUniqueWrites[E, K, U]) Remove(key K, version VersionCheck, stored U, options ...Option[E]) Write {
	return w.remove(&key, options).withVersion(version).withUnique(stored)
}
