// Composes key attributes from field values, by the key templates.
//
// Keys are injective: an escaped value holds a byte up to '$' only as part of "$HH" (upper-case hex), and '#' joins
// fields. The byte order of keys is the tuple order of their fields, compared as their key texts.
//
// Field values are attribute values, under their attribute names.

package rt

import (
	"fmt"
	"strconv"
	"strings"
)

// All key attributes of an item. `present` has those of the primary key and of every index that holds the item now (its
// When is met and all fields exist), with shard numbers. A shard that the values already have is kept. `absent` names
// the key attributes that the item must not have: those of indexes that can hold the entity but do not hold this item.
// It names no natural attribute, because a field owns that one.
type itemKeys struct {
	present AttributeMap
	absent  map[string]bool
}

func tooLong(key *KeyAttribute, role keyRole, field string, size int) error {
	return modelError("The %s key %s would have %d bytes, of which the field %s fills the most: the limit is %d",
		role, key.Attribute, size, field, role.limit())
}

// The name of the field whose text is the longest.
func longestField(key *KeyAttribute, entity *Entity, values AttributeMap) string {
	longest, name := 0, ""
	for _, part := range fieldParts(key) {
		field := &entity.Fields[part.Field]
		text, _ := keyText(part, field, values[field.Attribute])
		if len(text) >= longest {
			longest, name = len(text), field.Name
		}
	}
	return name
}

func composeNatural(key *KeyAttribute, role keyRole, entity *Entity, values AttributeMap) (AttributeValue, error) {
	part := key.Parts[0].Field
	field := &entity.Fields[part.Field]
	value := values[field.Attribute]
	if value == nil {
		return nil, nil
	}
	refused := func(why string) error {
		return modelError("The field %s cannot be the key attribute %s: %s", field.Name, key.Attribute, why)
	}
	if !hasScalar(value, key.Type) {
		return nil, refused("its type must be " + string(key.Type))
	}
	if key.Type == ScalarN {
		return value, nil
	}
	text := keyBytes(value)
	switch {
	case text == "":
		return nil, refused("it is empty")
	case len(text) > role.limit():
		return nil, tooLong(key, role, field.Name, len(text))
	case !strings.HasPrefix(text, part.MustBegin):
		return nil, refused(fmt.Sprintf("it must begin with \"%s\"", part.MustBegin))
	case part.Escape == EscapeReject && needsEscape(text):
		return nil, refused("it holds a byte that its template rejects")
	}
	return value, nil
}

// Returns the text of the parts, and false if a field is absent, because such an item has no such key. The errors are
// those of keyText.
func composeText(parts []KeyPart, entity *Entity, values AttributeMap) (string, bool, error) {
	var text strings.Builder
	for i := range parts {
		part := parts[i].Field
		if part == nil {
			text.WriteString(parts[i].Literal)
			continue
		}
		field := &entity.Fields[part.Field]
		value := values[field.Attribute]
		if value == nil {
			return "", false, nil
		}
		written, err := keyText(part, field, value)
		if err != nil {
			return "", false, err
		}
		text.WriteString(written)
	}
	return text.String(), true, nil
}

// Returns the value of the item's key attribute. A natural attribute has the field's value, any other one is composed.
// nil if a field is absent. The errors are those of keyText, and that of a partition key of more than 2048 or a sort
// key of more than 1024 bytes.
func compose(key *KeyAttribute, role keyRole, entity *Entity, values AttributeMap) (AttributeValue, error) {
	if key.Natural {
		return composeNatural(key, role, entity, values)
	}
	text, ok, err := composeText(key.Parts, entity, values)
	if !ok || err != nil {
		return nil, err
	}
	if len(text) > role.limit() {
		return nil, tooLong(key, role, longestField(key, entity, values), len(text))
	}
	return typedText(key.Type, text), nil
}

// Returns true if the index holds an item whose field named by `when` has this value.
func meets(when *When, value AttributeValue) bool {
	if is, ok := asBool(value); ok {
		return when.Equals == strconv.FormatBool(is)
	}
	switch typeOf(value) {
	case "S", "N", "B":
		return keyBytes(value) == when.Equals
	}
	return false
}

// Returns the attributes of the primary key. The errors are those of compose, and that of a missing field.
func composePrimary(entity *Entity, values AttributeMap) (AttributeMap, error) {
	key := make(AttributeMap, 2)
	for _, one := range entity.Primary.attributes() {
		value, err := compose(one.attribute, one.role, entity, values)
		if err != nil {
			return nil, err
		}
		if value != nil {
			key[one.attribute.Attribute] = value
			continue
		}
		for _, part := range fieldParts(one.attribute) {
			field := &entity.Fields[part.Field]
			if values[field.Attribute] == nil {
				return nil, modelError("The field %s is missing: the primary key of %s needs it",
					field.Name, entity.Name)
			}
		}
	}
	return key, nil
}

// The attributes of the item in one index, or nil if the index does not hold the item.
func composeOfIndex(index *Index, entity *Entity, key *EntityKey, values AttributeMap) (AttributeMap, error) {
	if key.When != nil {
		value := values[entity.Fields[key.When.Field].Attribute]
		if value == nil || !meets(key.When, value) {
			return nil, nil
		}
	}
	shards := index.Shards
	composed := make(AttributeMap)
	for _, one := range key.attributes() {
		var value AttributeValue
		var err error
		if shards != nil && one.attribute.Attribute == shards.Attribute {
			value, err = shardValue(shards, one.attribute.Type, entity, values)
		} else {
			value, err = compose(one.attribute, one.role, entity, values)
		}
		if value == nil || err != nil {
			return nil, err
		}
		composed[one.attribute.Attribute] = value
	}
	if shards != nil && composed[shards.Attribute] == nil {
		value, err := shardValue(shards, ScalarN, entity, values)
		if value == nil || err != nil {
			return nil, err
		}
		composed[shards.Attribute] = value
	}
	return composed, nil
}

// Returns all key attributes of an item. The errors are those of compose, and that of a missing field of the primary
// key.
func composeAll(table *Table, entity *Entity, values AttributeMap) (itemKeys, error) {
	present, err := composePrimary(entity, values)
	if err != nil {
		return itemKeys{}, err
	}
	absent := make(map[string]bool)
	for i := range entity.Indexes {
		key := &entity.Indexes[i]
		index := &table.Indexes[*key.Index]
		composed, err := composeOfIndex(index, entity, key, values)
		if err != nil {
			return itemKeys{}, err
		}
		for name, value := range composed {
			present[name] = value
		}
		if composed != nil {
			continue
		}
		for _, one := range key.attributes() {
			if !one.attribute.Natural {
				absent[one.attribute.Attribute] = true
			}
		}
		if index.Shards != nil {
			absent[index.Shards.Attribute] = true
		}
	}
	for name := range present {
		delete(absent, name)
	}
	return itemKeys{present: present, absent: absent}, nil
}
