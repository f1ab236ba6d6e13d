// Tells the entity of a stored item, and reads the fields that only the item's keys hold.

package rt

import (
	"maps"
	"slices"
)

// The partition key and the sort key of an index may be read apart, because a sort key is worth reading also if the
// partition key belongs to another model.
func readIndexKey(entity *Entity, key *EntityKey, item knownValues) {
	attributes := key.attributes()
	readFrom(entity, attributes[:len(key.Partition)], item)
	readFrom(entity, attributes[len(key.Partition):], item)
}

// True if the primary key may hold a field that the item lacks. A field that only keys hold has no attribute of its
// own: an attribute of its name was written by an earlier model.
func lacksKeyField(entity *Entity, item AttributeMap) bool {
	return lacksFieldOf(entity, entity.Primary.Partition, item) || lacksFieldOf(entity, entity.Primary.Sort, item)
}

func lacksFieldOf(entity *Entity, attributes []KeyAttribute, item AttributeMap) bool {
	for i := range attributes {
		for k := range attributes[i].Parts {
			part := attributes[i].Parts[k].Field
			if part == nil {
				continue
			}
			field := &entity.Fields[part.Field]
			if isLossless(part) && (field.KeyOnly || item[field.Attribute] == nil) {
				return true
			}
		}
	}
	return false
}

func lacksKeyOnlyField(entity *Entity, added AttributeMap) bool {
	for i := range entity.Fields {
		if field := &entity.Fields[i]; field.KeyOnly && added[field.Attribute] == nil {
			return true
		}
	}
	return false
}

func hasTag(entity *Entity, tag AttributeValue) bool {
	text, ok := asString(tag)
	return ok && (text == entity.Name || slices.Contains(entity.Aliases, text))
}

// Returns the entity of a stored item, by its type tag, or by the shape of its primary key if it has no tag. nil if it
// belongs to no entity. `added` must be empty, and gets the fields that only the keys hold.
func identifyStored(table *Table, item, added AttributeMap) *Entity {
	var tag AttributeValue
	if table.TypeAttribute != "" {
		tag = item[table.TypeAttribute]
	}
	known := knownValues{stored: item, added: added}
	for i := range table.Entities {
		entity := &table.Entities[i]
		if tag != nil && !hasTag(entity, tag) {
			continue
		}
		// A tag decides the entity, even if the key does not have the shape that the fields give.
		if tag == nil || lacksKeyField(entity, item) {
			if !readFrom(entity, entity.Primary.attributes(), known) && tag == nil {
				continue
			}
		}
		if lacksKeyOnlyField(entity, added) {
			for k := range entity.Indexes {
				readIndexKey(entity, &entity.Indexes[k], known)
			}
		}
		return entity
	}
	return nil
}

// Returns the same as identifyStored, and adds the fields that only keys hold to `item`.
func identify(table *Table, item AttributeMap) *Entity {
	added := make(AttributeMap)
	entity := identifyStored(table, item, added)
	maps.Copy(item, added)
	return entity
}

// Adds to `added` the fields that the index does not project but its key holds.
// Requires: `item` is an item of `entity` that was read through the index.
func addFieldsOfKey(table *Table, entity *Entity, index *int, item, added AttributeMap) {
	if index == nil || table.Indexes[*index].Projection == ProjectAll {
		return
	}
	for i := range entity.Indexes {
		if key := &entity.Indexes[i]; isAt(key.Index, *index) {
			readIndexKey(entity, key, knownValues{stored: item, added: added})
		}
	}
}

// Returns the attributes of the item's primary key, as far as the item has them.
func primaryKeyOf(table *Table, item AttributeMap) AttributeMap {
	return onlyNamed(keyAttributes(table, nil), item)
}

// Returns those of the attributes `names` that the item has.
func onlyNamed(names []string, item AttributeMap) AttributeMap {
	key := make(AttributeMap, len(names))
	for _, name := range names {
		if value := item[name]; value != nil {
			key[name] = value
		}
	}
	return key
}

// Returns an item's entity, or nil without one, and a new map of its attributes and the fields that only keys
// hold.
func rowOf(table *Table, item AttributeMap) Row {
	attributes := copyOf(item)
	return Row{Entity: identify(table, attributes), Attributes: attributes}
}
