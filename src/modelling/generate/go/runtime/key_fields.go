// The fields of an entity by their part in keys, and shards.

package rt

import (
	"hash/fnv"
	"slices"
	"strconv"
)

// The partition key and the sort key have different limits of their size.
type keyRole string

const (
	partitionRole keyRole = "partition"
	sortRole      keyRole = "sort"
)

const (
	partitionBytes = 2048
	sortBytes      = 1024
)

func (r keyRole) limit() int {
	if r == partitionRole {
		return partitionBytes
	}
	return sortBytes
}

// A key attribute with its role.
type roleOfKey struct {
	role      keyRole
	attribute *KeyAttribute
}

// Returns all attributes of a key, the partition key first.
func (k *EntityKey) attributes() []roleOfKey {
	out := make([]roleOfKey, 0, len(k.Partition)+len(k.Sort))
	for i := range k.Partition {
		out = append(out, roleOfKey{partitionRole, &k.Partition[i]})
	}
	for i := range k.Sort {
		out = append(out, roleOfKey{sortRole, &k.Sort[i]})
	}
	return out
}

// Returns the parts of a key attribute that are fields.
func fieldParts(attribute *KeyAttribute) []*KeyField {
	var out []*KeyField
	for i := range attribute.Parts {
		if part := attribute.Parts[i].Field; part != nil {
			out = append(out, part)
		}
	}
	return out
}

// Returns the field that is stored in the attribute, and its position. nil without one.
func fieldOfAttribute(entity *Entity, attribute string) (*Field, int) {
	for i := range entity.Fields {
		if entity.Fields[i].Attribute == attribute {
			return &entity.Fields[i], i
		}
	}
	return nil, -1
}

// Returns the field of that name, and its position. nil without one.
func fieldNamed(entity *Entity, name string) (*Field, int) {
	for i := range entity.Fields {
		if entity.Fields[i].Name == name {
			return &entity.Fields[i], i
		}
	}
	return nil, -1
}

// Returns the key attributes of the indexes that the entity enters.
func indexAttributes(entity *Entity) []*KeyAttribute {
	var out []*KeyAttribute
	for i := range entity.Indexes {
		for _, one := range entity.Indexes[i].attributes() {
			out = append(out, one.attribute)
		}
	}
	return out
}

// Returns true if the field is a part of the key attribute.
func holdsField(attribute *KeyAttribute, field int) bool {
	return slices.ContainsFunc(fieldParts(attribute), func(part *KeyField) bool { return part.Field == field })
}

// Returns true if a field can be read back from the key part.
func isLossless(part *KeyField) bool {
	return part.Format == FormatPlain || part.Format == FormatPadded || part.Format == FormatSigned
}

func fieldsOfPrimary(entity *Entity, only func(*KeyField) bool) []int {
	var out []int
	for _, one := range entity.Primary.attributes() {
		for _, part := range fieldParts(one.attribute) {
			if only(part) {
				out = append(out, part.Field)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Returns the fields that are part of the primary key, in the order of the fields.
func primaryFields(entity *Entity) []int {
	return fieldsOfPrimary(entity, func(*KeyField) bool { return true })
}

// Returns those fields of the primary key whose values can be read back from the key.
func identifyingFields(entity *Entity) []int {
	return fieldsOfPrimary(entity, isLossless)
}

func isAt(position *int, field int) bool {
	return position != nil && *position == field
}

// Returns true if the library keeps the field, so that callers must not set it. A version is checked separately.
func isKept(entity *Entity, field int) bool {
	return isAt(entity.Created, field) || isAt(entity.Updated, field) ||
		slices.ContainsFunc(entity.Computed, func(one Computed) bool { return one.Field == field })
}

// ---- shards

// Returns the shard of a text, from 0 to count - 1. It is the 32-bit FNV-1a hash modulo count, so that any program can
// compute it.
func shardOf(text string, count int) int {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(text)) // it never fails
	return int(hash.Sum32() % uint32(count))
}

// Returns the shard of a field's value. The error is of a value that has no text in keys.
func shardOfValue(field *Field, value AttributeValue, count int) (int, error) {
	text, err := plainText(field, value)
	if err != nil {
		return 0, err
	}
	return shardOf(text, count), nil
}

// Returns the shard that follows from the item's field Of, and false if the field is absent.
func shardOfItem(shards *Shards, entity *Entity, values AttributeMap) (int, bool, error) {
	field, _ := fieldNamed(entity, shards.Of)
	if field == nil || values[field.Attribute] == nil {
		return 0, false, nil
	}
	shard, err := shardOfValue(field, values[field.Attribute], shards.Count)
	return shard, err == nil, err
}

// Returns the value of type `scalar` whose text, number or bytes are `text`.
func typedText(scalar ScalarType, text string) AttributeValue {
	switch scalar {
	case ScalarN:
		return numberValue(text)
	case ScalarB:
		return bytesValue([]byte(text))
	}
	return stringValue(text)
}

// Checks that `value` is a shard of the present or the earlier count, with the key attribute's type.
func checkShard(shards *Shards, scalar ScalarType, value AttributeValue) error {
	// While an earlier count is declared, the shards of that count are valid too.
	reach := max(shards.Count, shards.Was)
	for shard := range reach {
		if identical(value, typedText(scalar, strconv.Itoa(shard))) {
			return nil
		}
	}
	return modelError("The shard attribute %s must have a value of type %s from 0 to %d",
		shards.Attribute, scalar, reach-1)
}

// Returns the shard attribute's value: the shard that the item has, or else the one that its field gives. nil if the
// field is absent. The error is of a value that is not a shard.
func shardValue(shards *Shards, scalar ScalarType, entity *Entity, values AttributeMap) (AttributeValue, error) {
	if given := values[shards.Attribute]; given != nil {
		return given, checkShard(shards, scalar, given)
	}
	shard, ok, err := shardOfItem(shards, entity, values)
	if !ok || err != nil {
		return nil, err
	}
	return typedText(scalar, strconv.Itoa(shard)), nil
}
