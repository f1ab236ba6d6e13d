// Sentinel items, which keep the values of a field unique, or the joint values of several fields.
//
// This layout is stored. A sentinel's partition key is `UNIQUE#<name>#<field>#<escaped value>`, or for several fields
// `UNIQUE#<name>#<field>+<field>#<escaped value>#<escaped value>`. If the table has a sort key, it is the same text.
// <name> is the entity's name or the one that its Sentinels gives. <field> is the attribute that stores the field, so
// that a field that is renamed and keeps its attribute also keeps its sentinels. `owner_<attribute>` holds each
// attribute of the owner's primary key. The type tag, if the table has one, is `UNIQUE`. A sentinel is written in the
// transaction that writes its owner.

package rt

import (
	"slices"
	"strings"
)

const (
	uniqueTag    = "UNIQUE"
	uniquePrefix = "UNIQUE#"
)

// Returns a text for messages, such as "field email" or "fields tenantId, email".
func nameOfUnique(entity *Entity, unique []int) string {
	names := mapped(unique, func(field int) string { return entity.Fields[field].Name })
	if len(names) == 1 {
		return "field " + names[0]
	}
	return "fields " + strings.Join(names, ", ")
}

// Returns the primary key of the sentinel for the values, which are found under the fields' attributes. nil if a value
// is absent, because then the values need not be unique. The error, which names the field, is that the table's keys are
// not strings, or that a value cannot be in a key or makes the key too long.
func uniqueKey(table *Table, entity *Entity, unique []int, values AttributeMap) (AttributeMap, error) {
	isOther := func(one roleOfKey) bool { return one.attribute.Type != ScalarS }
	if slices.ContainsFunc(entity.Primary.attributes(), isOther) {
		return nil, modelError("%s: %s cannot be unique: the keys of table %s are not strings",
			entity.Name, nameOfUnique(entity, unique), table.Name)
	}
	text := ""
	var attributes []string
	for _, position := range unique {
		field := &entity.Fields[position]
		value := values[field.Attribute]
		if value == nil {
			return nil, nil
		}
		written, err := keyText(&KeyField{Field: position}, field, value)
		if err != nil {
			return nil, err
		}
		text += delimiter + written
		attributes = append(attributes, field.Attribute)
	}
	name := entity.Sentinels
	if name == "" {
		name = entity.Name
	}
	key := uniquePrefix + name + delimiter + strings.Join(attributes, "+") + text
	limit := sortBytes
	if table.Sort == "" {
		limit = partitionBytes
	}
	if len(key) > limit {
		return nil, modelError("%s: the value of %s is too long to be kept unique: its key would have %d bytes",
			entity.Name, nameOfUnique(entity, unique), len(key))
	}
	sentinel := AttributeMap{table.Partition: stringValue(key)}
	if table.Sort != "" {
		sentinel[table.Sort] = stringValue(key)
	}
	return sentinel, nil
}

// Returns the name of the sentinel's attribute that holds the owner's key attribute.
func ownerAttribute(keyAttribute string) string { return "owner_" + keyAttribute }

// Returns the whole sentinel with this key. `owner` is the primary key of its owner.
func uniqueItem(table *Table, sentinelKey, owner AttributeMap) AttributeMap {
	item := copyOf(sentinelKey)
	for name, value := range owner {
		item[ownerAttribute(name)] = value
	}
	if table.TypeAttribute != "" {
		item[table.TypeAttribute] = stringValue(uniqueTag)
	}
	return item
}

// Returns the owner's primary key if the stored item is a sentinel, otherwise nil.
func ownerOfSentinel(table *Table, item AttributeMap) AttributeMap {
	if text, _ := asString(item[table.Partition]); !strings.HasPrefix(text, uniquePrefix) {
		return nil
	}
	owner := make(AttributeMap)
	for _, name := range keyAttributes(table, nil) {
		value := item[ownerAttribute(name)]
		if value == nil {
			return nil
		}
		owner[name] = value
	}
	return owner
}

// Returns the primary keys of the sentinels that the unique fields of a stored item need. A value that can have no
// sentinel is left out.
func sentinelsOf(table *Table, stored AttributeMap, functions map[string]ComputedFunction) []AttributeMap {
	item := copyOf(stored)
	entity := identify(table, item)
	if entity == nil {
		return nil
	}
	addDefaults(entity, item)
	for i := range entity.Fields {
		if field := &entity.Fields[i]; countsAsAbsent(field, item[field.Attribute]) {
			delete(item, field.Attribute)
		}
	}
	// Keys are composed from the computed values, each from the item as it is stored.
	computed := make(AttributeMap)
	for i := range entity.Computed {
		values, err := computedValues(entity, entity.Computed[i:i+1], item, functions)
		if err == nil {
			for name, value := range values {
				computed[name] = value
			}
		}
	}
	item = withValues(item, computed)
	var keys []AttributeMap
	for _, unique := range entity.Unique {
		if key, err := uniqueKey(table, entity, unique, item); key != nil && err == nil {
			keys = append(keys, key)
		}
	}
	return keys
}

// ---- the actions of a write

// The knowledge about the item before and after the write.
type existence struct {
	before       bool // an item may exist before the write
	after        bool // the item exists after the write
	surelyBefore bool // the write fails unless the item exists
}

// The condition that the sentinel is missing or belongs to the owner.
func unlessOfAnother(table *Table, owner AttributeMap) conditionTexts {
	attributes := make(AttributeMap)
	for name, value := range owner {
		attributes[ownerAttribute(name)] = value
	}
	expression := newWriteExpression()
	expression.notExistsOrEquals(table.Partition, attributes)
	_, texts := expression.texts()
	return texts
}

// Puts the sentinel of `to`, if it is missing or belongs to `from`. A claim thus also accepts a sentinel of the item
// itself, which was left behind when its time to live removed it, or by a program that does not know the unique value.
// Such an item, which the same transaction writes, is missing or has another value.
func putSentinel(part actionPart, table *Table, unique []int, key, from, to AttributeMap) writeAction {
	return writeAction{
		kind: putAction, part: part, unique: unique, table: table, key: key, item: uniqueItem(table, key, to),
		conditionTexts: unlessOfAnother(table, from),
	}
}

// The key of the sentinel before or after the write. nil if a field is absent, because then it has no sentinel.
func sentinelOf(request *WriteRequest, unique []int, states *fieldStates, isOld bool) (AttributeMap, error) {
	values := make(AttributeMap)
	for _, position := range unique {
		field := &request.Entity.Fields[position]
		state, why := states.after, ", and gets a value that is not known"
		if isOld {
			state, why = states.before, ", and its old value must be known"
		}
		is := state(position)
		if !is.known {
			return nil, modelError("%[1]s: the field %[2]s is unique%[3]s: "+
				"add .given(\"%[2]s\"_f = value) or .read_first()",
				request.Entity.Name, field.Name, why)
		}
		// A default has no sentinel, because no write claimed it.
		if is.value == nil || is.isDefault {
			return nil, nil
		}
		values[field.Attribute] = is.value
	}
	return uniqueKey(request.Table, request.Entity, unique, values)
}

// True if the primary key tells all values, so that they are known even if an item with this key does not exist.
func isInKey(entity *Entity, unique []int) bool {
	identifying := identifyingFields(entity)
	return !slices.ContainsFunc(unique, func(field int) bool { return !slices.Contains(identifying, field) })
}

// True if the write stores a field that the primary key has only in part, so that its old value may be another one.
func storesPartOfKey(entity *Entity, unique []int) bool {
	identifying, primary := identifyingFields(entity), primaryFields(entity)
	return slices.ContainsFunc(unique, func(field int) bool {
		return slices.Contains(primary, field) && !slices.Contains(identifying, field)
	})
}

// True if the write cannot change which sentinel the item has.
func leavesSentinel(request *WriteRequest, states *fieldStates, unique []int) bool {
	if (request.Kind != Update && request.Kind != Upsert) || states.anyChanged(unique) {
		return false
	}
	// An upsert may create the item with the values that its key has.
	return request.Kind == Update || (!isInKey(request.Entity, unique) && !storesPartOfKey(request.Entity, unique))
}

// Returns the actions. `oldKey` and `newKey` are the owner's primary keys before and after the write. They differ for a
// move only. The error is that an old or new value is needed and not known, or that a value cannot be kept unique.
func uniqueActions(request *WriteRequest, is existence, states *fieldStates, oldKey, newKey AttributeMap) (
	[]writeAction, error) {
	table, entity := request.Table, request.Entity
	var actions []writeAction
	for _, unique := range entity.Unique {
		if leavesSentinel(request, states, unique) {
			continue
		}
		var before, after AttributeMap
		var err error
		if is.before {
			if before, err = sentinelOf(request, unique, states, true); err != nil {
				return nil, err
			}
		}
		if is.after {
			if after, err = sentinelOf(request, unique, states, false); err != nil {
				return nil, err
			}
		}
		if before != nil && after != nil && equalMaps(before, after) {
			if !equalMaps(oldKey, newKey) {
				actions = append(actions, putSentinel(partRepoint, table, unique, after, oldKey, newKey))
			} else if !is.surelyBefore && isInKey(entity, unique) {
				actions = append(actions, putSentinel(partClaim, table, unique, after, newKey, newKey))
			}
			continue
		}
		if before != nil {
			// The condition accepts a missing sentinel, because that does no harm, but not another owner's sentinel.
			actions = append(actions, writeAction{
				kind: deleteAction, part: partRelease, unique: unique, table: table, key: before,
				conditionTexts: unlessOfAnother(table, oldKey),
			})
		}
		if after != nil {
			actions = append(actions, putSentinel(partClaim, table, unique, after, newKey, newKey))
		}
	}
	return actions, nil
}
