// The key attributes that an update must write or remove, so that no index becomes stale.

package rt

import (
	"slices"
	"strconv"
)

// An attribute that is composed.
type ownAttribute struct {
	key         *KeyAttribute
	role        keyRole
	fields      []int
	isPermanent bool
}

// One of the entity's indexes during one update. The functions read the states, which must have the changes applied.
type indexUpdate struct {
	entity    *Entity
	index     *Index
	key       *EntityKey
	states    *fieldStates
	isUpsert  bool
	fields    []int // of all attributes; for the shard the field that gives it
	own       []ownAttribute
	shard     int // the field that shows the shard, or -1
	shardOf   int // or -1
	shardType ScalarType
}

func newIndexUpdate(request *WriteRequest, key *EntityKey, states *fieldStates) *indexUpdate {
	update := &indexUpdate{
		entity: request.Entity, index: &request.Table.Indexes[*key.Index], key: key, states: states,
		isUpsert: request.Kind == Upsert, shard: -1, shardOf: -1, shardType: ScalarN,
	}
	for _, one := range key.attributes() {
		update.add(one)
	}
	if shards := update.index.Shards; shards != nil {
		_, update.shardOf = fieldNamed(request.Entity, shards.Of)
		for i := range request.Entity.Fields {
			field := &request.Entity.Fields[i]
			if update.shard < 0 && !field.KeyOnly && field.Attribute == shards.Attribute {
				update.shard = i
			}
		}
		if update.shardOf >= 0 {
			update.fields = append(update.fields, update.shardOf)
		}
	}
	slices.Sort(update.fields)
	update.fields = slices.Compact(update.fields)
	return update
}

func (u *indexUpdate) add(one roleOfKey) {
	name := one.attribute.Attribute
	if u.index.Shards != nil && u.index.Shards.Attribute == name {
		u.shardType = one.attribute.Type
		return
	}
	var fields []int
	for _, part := range fieldParts(one.attribute) {
		fields = append(fields, part.Field)
	}
	slices.Sort(fields)
	u.fields = append(u.fields, fields...)
	// The attributes of the primary key, which inverted indexes use, never change.
	isPrimary := func(key roleOfKey) bool { return key.attribute.Attribute == name }
	if !one.attribute.Natural && !slices.ContainsFunc(u.entity.Primary.attributes(), isPrimary) {
		u.own = append(u.own, ownAttribute{key: one.attribute, role: one.role, fields: fields})
	}
}

// A change of a field that decides whether the index holds the item concerns all attributes of the index.
func (u *indexUpdate) concernsAll() bool {
	if u.isUpsert || (u.key.When != nil && u.states.changed(u.key.When.Field)) {
		return true
	}
	return slices.ContainsFunc(u.fields, func(field int) bool {
		return u.entity.Fields[field].Optional && u.states.changed(field)
	})
}

// A permanent attribute is written because of the index that makes it permanent, and a natural one by the change
// itself. An index without others needs no writes, whether it has the item or not.
func (u *indexUpdate) writesAny() bool {
	return u.index.Shards != nil || slices.ContainsFunc(u.own, func(own ownAttribute) bool { return !own.isPermanent })
}

func (u *indexUpdate) hasOwn(attribute string) bool {
	return slices.ContainsFunc(u.own, func(own ownAttribute) bool { return own.key.Attribute == attribute })
}

func (u *indexUpdate) mayLackItem() bool {
	return u.key.When != nil ||
		slices.ContainsFunc(u.fields, func(field int) bool { return u.entity.Fields[field].Optional })
}

// Returns true if both indexes have the same attribute and this one may remove it.
func (u *indexUpdate) sharesAttribute(other *indexUpdate) bool {
	return slices.ContainsFunc(u.own, func(own ownAttribute) bool {
		return !own.isPermanent && other.hasOwn(own.key.Attribute)
	})
}

// An attribute is permanent if another index that holds every item of the entity has it too.
func (u *indexUpdate) markPermanent(other *indexUpdate) {
	if other.mayLackItem() || !u.mayLackItem() {
		return
	}
	for i := range u.own {
		u.own[i].isPermanent = u.own[i].isPermanent || other.hasOwn(u.own[i].key.Attribute)
	}
}

func (u *indexUpdate) anyOfOwnChanges() bool {
	changes := func(field int) bool { return field >= 0 && u.states.changed(field) }
	return changes(u.shardOf) || changes(u.shard) || slices.ContainsFunc(u.own, func(own ownAttribute) bool {
		return !own.isPermanent && u.states.anyChanged(own.fields)
	})
}

type presence int

const (
	isInIndex presence = iota
	isOutOfIndex
	isUntouched // no value in the index's attributes changes, whether they exist or not
)

// Returns the item's place after the update. The error is that a field that decides it is not known.
func (u *indexUpdate) presence() (presence, error) {
	if when := u.key.When; when != nil {
		state := u.states.after(when.Field)
		if !state.known {
			return 0, u.unknown(when.Field)
		}
		if state.value == nil || !meets(when, state.value) {
			return isOutOfIndex, nil
		}
	}
	// A field that is known to be absent decides it, so the other fields need not be known.
	for _, field := range u.fields {
		if !u.states.changed(field) {
			continue
		}
		if state := u.states.after(field); state.known && state.value == nil {
			return isOutOfIndex, nil
		}
	}
	for _, field := range u.fields {
		if !u.entity.Fields[field].Optional {
			continue
		}
		state := u.states.after(field)
		switch {
		case !state.known && u.isUpsert && !u.states.changed(field) && !u.anyOfOwnChanges():
			return isUntouched, nil
		case !state.known:
			return 0, u.unknown(field)
		case state.value == nil:
			return isOutOfIndex, nil
		}
	}
	return isInIndex, nil
}

// Adds the attributes that an item in the index must get: all of them, or those whose own fields change. The error is
// of a field that is not known or cannot be in a key.
func (u *indexUpdate) composeInto(all bool, set, setIfAbsent AttributeMap) error {
	for i := range u.own {
		own := &u.own[i]
		if own.isPermanent || (!all && !u.states.anyChanged(own.fields)) {
			continue
		}
		for _, field := range own.fields {
			if !u.states.after(field).known {
				return u.unknown(field)
			}
		}
		value, err := compose(own.key, own.role, u.entity, u.states.valuesAfter())
		if err != nil {
			return err
		}
		if value != nil {
			set[own.key.Attribute] = value
		}
	}
	if u.isUpsert {
		return u.composeShard(all, setIfAbsent)
	}
	return u.composeShard(all, set)
}

// Returns the attributes that an item outside of the index must not have. The error is that the update gives it a
// shard.
func (u *indexUpdate) removed() ([]string, error) {
	var names []string
	for i := range u.own {
		if !u.own[i].isPermanent {
			names = append(names, u.own[i].key.Attribute)
		}
	}
	shards := u.index.Shards
	if shards == nil {
		return names, nil
	}
	if u.shard >= 0 && u.states.changed(u.shard) {
		if state := u.states.after(u.shard); state.known && state.value == nil {
			return names, nil
		}
		return nil, modelError("%s: the update gives a shard to an item that is not in index %s: do not set %s",
			u.entity.Name, u.index.Name, u.entity.Fields[u.shard].Name)
	}
	if u.shard < 0 || u.entity.Fields[u.shard].Optional {
		names = append(names, shards.Attribute)
	}
	return names, nil
}

func (u *indexUpdate) unknown(field int) error {
	why := "is neither in the primary key nor changed"
	if u.states.changed(field) {
		why = "gets a value that is not known"
	}
	return modelError("%[1]s: the update changes the key of index %[2]s, and the field %[3]s, which is a part of that "+
		"key, %[4]s: add .given(\"%[3]s\"_f = value) or .read_first()",
		u.entity.Name, u.index.Name, u.entity.Fields[field].Name, why)
}

// Checks a shard that the change itself writes.
func (u *indexUpdate) checkChangedShard() error {
	state := u.states.after(u.shard)
	if !state.known {
		return u.unknown(u.shard)
	}
	if state.value == nil {
		return modelError("%s: the update removes the shard %s from an item that is in index %s",
			u.entity.Name, u.entity.Fields[u.shard].Name, u.index.Name)
	}
	if u.index.Shards == nil {
		return nil
	}
	return checkShard(u.index.Shards, u.shardType, state.value)
}

// A shard that the caller gave or the item has is kept, unless the field that it follows from changes. An upsert does
// not know whether that field changes.
func (u *indexUpdate) composeShard(all bool, set AttributeMap) error {
	if u.shard >= 0 && u.states.changed(u.shard) {
		return u.checkChangedShard()
	}
	if u.index.Shards == nil || u.shardOf < 0 || (!all && !u.states.changed(u.shardOf)) {
		return nil
	}
	if u.shard >= 0 && !u.states.changed(u.shardOf) && u.states.after(u.shard).value != nil {
		return nil
	}
	if !u.states.after(u.shardOf).known {
		return u.unknown(u.shardOf)
	}
	shard, ok, err := shardOfItem(u.index.Shards, u.entity, u.states.valuesAfter())
	if ok {
		set[u.index.Shards.Attribute] = typedText(u.shardType, strconv.Itoa(shard))
	}
	return err
}

// The attributes that change. Attributes that the request's own changes write are not listed.
type keyChanges struct {
	set         AttributeMap
	setIfAbsent AttributeMap    // shards of an upsert; an existing item keeps its shard
	remove      map[string]bool // attributes of indexes that hold the item no more
}

// Returns the key changes of an update, or of an upsert, which gets the keys of every index. `states` must have the
// changes applied. The error is that an index key needs a field that is not known (it names both and the cure), or that
// a value cannot be in a key.
func keyChangesOf(request *WriteRequest, states *fieldStates) (keyChanges, error) {
	var updates []*indexUpdate
	for i := range request.Entity.Indexes {
		updates = append(updates, newIndexUpdate(request, &request.Entity.Indexes[i], states))
	}
	for _, update := range updates {
		for _, other := range updates {
			if other != update {
				update.markPermanent(other)
			}
		}
	}
	out := keyChanges{set: make(AttributeMap), setIfAbsent: make(AttributeMap), remove: make(map[string]bool)}
	for _, update := range updates {
		if err := update.addTo(updates, &out); err != nil {
			return out, err
		}
	}
	for name := range out.remove {
		if out.set[name] != nil || out.setIfAbsent[name] != nil {
			delete(out.remove, name)
		}
	}
	return out, nil
}

func (u *indexUpdate) addTo(updates []*indexUpdate, out *keyChanges) error {
	// An attribute that several indexes share is removed only if each of them lacks the item.
	all := u.concernsAll() || slices.ContainsFunc(updates, func(other *indexUpdate) bool {
		return other.concernsAll() && other.sharesAttribute(u)
	})
	if !u.writesAny() || (!all && !u.anyOfOwnChanges()) {
		return nil
	}
	place, err := u.presence()
	if err != nil {
		return err
	}
	if place == isInIndex {
		return u.composeInto(all, out.set, out.setIfAbsent)
	}
	if place == isOutOfIndex {
		names, err := u.removed()
		if err != nil {
			return err
		}
		for _, name := range names {
			out.remove[name] = true
		}
	}
	return nil
}
