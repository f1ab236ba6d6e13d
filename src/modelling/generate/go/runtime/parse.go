// Takes the keys of a stored item apart by their templates. Fields are added only after all the keys agree.

package rt

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The attributes of an item, and the fields that were read from its keys. An attribute with the name of a field that
// only keys hold is ignored, because an earlier model wrote it.
type knownValues struct {
	stored AttributeMap
	added  AttributeMap
}

// Returns the value of the attribute or of a field that was read from a key, or nil if both are absent.
func (k knownValues) value(attribute string) AttributeValue {
	if value := k.stored[attribute]; value != nil {
		return value
	}
	return k.added[attribute]
}

// The text of a field in a key.
type segment struct {
	part *KeyField
	text string
}

func matchRaw(parts []KeyPart, part *KeyField, key string) ([]segment, bool) {
	rest := parts[1:]
	size := 1
	if len(rest) == 0 {
		size = len(key)
	}
	for ; size <= len(key); size++ {
		if behind, ok := matchParts(rest, key[size:]); ok {
			return append([]segment{{part, key[:size]}}, behind...), true
		}
	}
	return nil, false
}

// The texts of the fields of a key, and false if it has another shape.
func matchParts(parts []KeyPart, key string) ([]segment, bool) {
	if len(parts) == 0 {
		return nil, key == ""
	}
	part := parts[0].Field
	if part == nil {
		rest, ok := strings.CutPrefix(key, parts[0].Literal)
		if !ok {
			return nil, false
		}
		return matchParts(parts[1:], rest)
	}
	if part.Format == FormatPlain && part.Escape == EscapeRaw {
		return matchRaw(parts, part, key)
	}
	text, _, _ := strings.Cut(key, delimiter)
	behind, ok := matchParts(parts[1:], key[len(text):])
	if !ok {
		return nil, false
	}
	return append([]segment{{part, text}}, behind...), true
}

func valueOfWhole(kind FieldKind, number whole, ok bool) AttributeValue {
	if !ok || !fits(kind, number) {
		return nil
	}
	return numberValue(number.String())
}

// The value whose plain text is `text`, or nil.
func readPlain(field *Field, text string) AttributeValue {
	switch field.Kind {
	case KindBool:
		if text == "true" || text == "false" {
			return boolValue(text == "true")
		}
	case KindEnum:
		for i := range field.Enumerators {
			if field.Enumerators[i].Key == text {
				return stringValue(field.Enumerators[i].Attribute)
			}
		}
	case KindBytes:
		if bytes, ok := readHex(text); ok {
			return bytesValue(bytes)
		}
	case KindInteger, KindUnsigned, KindSeconds:
		number, ok := wholeNumber(text)
		return valueOfWhole(field.Kind, number, ok && number.String() == text)
	case KindString, KindTime, KindDate, KindUUID, KindULID:
		if hasForm(field.Kind, text) {
			return stringValue(text)
		}
	}
	return nil
}

// The value of a text in a key, or nil. Requires: isLossless(part).
func readKeyText(part *KeyField, field *Field, text string) AttributeValue {
	switch {
	case part.Format == FormatPadded:
		number, ok := readPadded(text, part.Width)
		return valueOfWhole(field.Kind, number, ok)
	case part.Format == FormatSigned:
		number, ok := readSignedPadded(text, part.Width)
		return valueOfWhole(field.Kind, number, ok)
	case text == "" || (part.Escape == EscapeReject && needsEscape(text)):
		return nil
	}
	plain, ok := text, true
	if part.Escape != EscapeRaw {
		plain, ok = unescapeText(text)
	}
	if !ok || !strings.HasPrefix(plain, part.MustBegin) {
		return nil
	}
	return readPlain(field, plain)
}

// True if a part that keeps only a piece of the value can have written `text`.
func isLossyText(part *KeyField, field *Field, text string) bool {
	if part.Format != FormatShard {
		return len(text) == cutSize(field.Kind, part.Format) && beginsForm(field.Kind, text)
	}
	shard, ok := wholeNumber(text)
	if !ok || shard.negative || shard.String() != text {
		return false
	}
	return shard.magnitude < uint64(max(part.Shards, 1, part.WasShards))
}

// True if the part writes `text` for the value, or wrote it under the earlier count of shards.
func writesText(part *KeyField, field *Field, value AttributeValue, text string) bool {
	written, err := keyText(part, field, value)
	if err != nil {
		return false
	}
	if written == text {
		return true
	}
	if part.WasShards == 0 {
		return false
	}
	shard, err := shardOfValue(field, value, part.WasShards)
	return err == nil && strconv.Itoa(shard) == text
}

// A key attribute's template and the value that an item has there.
type keyOfItem struct {
	attribute *KeyAttribute
	value     AttributeValue
}

// The reading of the keys of one item.
type keyReading struct {
	entity   *Entity
	known    knownValues
	read     map[int]AttributeValue
	segments []segment
}

func (r *keyReading) inItem(field *Field) AttributeValue {
	if field.KeyOnly {
		return r.known.added[field.Attribute]
	}
	return r.known.value(field.Attribute)
}

func (r *keyReading) find(field int) AttributeValue {
	if value := r.inItem(&r.entity.Fields[field]); value != nil {
		return value
	}
	return r.read[field]
}

// Reads the field that is the key attribute itself. Returns false if the key cannot be its value.
func (r *keyReading) takeNatural(key keyOfItem) bool {
	part := key.attribute.Parts[0].Field
	if key.attribute.Type != ScalarN {
		text := keyBytes(key.value)
		if !strings.HasPrefix(text, part.MustBegin) || (part.Escape == EscapeReject && needsEscape(text)) {
			return false
		}
	}
	if value := r.find(part.Field); value != nil {
		return identical(value, key.value)
	}
	r.read[part.Field] = key.value
	return true
}

// Takes one key apart. Returns false if it does not have the shape of its template.
func (r *keyReading) take(key keyOfItem) bool {
	if !hasScalar(key.value, key.attribute.Type) {
		return false
	}
	if key.attribute.Natural {
		return r.takeNatural(key)
	}
	text := keyBytes(key.value)
	// Bytes that are not a text match no template.
	if key.attribute.Type == ScalarB && !utf8.ValidString(text) {
		return false
	}
	found, ok := matchParts(key.attribute.Parts, text)
	r.segments = append(r.segments, found...)
	return ok
}

// Reads keys of one item. Returns true if each key has the shape of its attribute's template, and the values in them
// agree with each other and with the known values. If so, the fields that the item lacks and that can be read back
// (those of lossless formats) are added to `known`. Otherwise `known` is unchanged.
func readKeys(entity *Entity, known knownValues, keys []keyOfItem) bool {
	reading := keyReading{entity: entity, known: known, read: make(map[int]AttributeValue)}
	for _, key := range keys {
		if !reading.take(key) {
			return false
		}
	}
	for _, one := range reading.segments {
		if !isLossless(one.part) || reading.find(one.part.Field) != nil {
			continue
		}
		value := readKeyText(one.part, &entity.Fields[one.part.Field], one.text)
		if value == nil {
			return false
		}
		reading.read[one.part.Field] = value
	}
	for _, one := range reading.segments {
		field := &entity.Fields[one.part.Field]
		value := reading.find(one.part.Field)
		if value == nil && !isLossyText(one.part, field, one.text) {
			return false
		}
		if value != nil && !writesText(one.part, field, value, one.text) {
			return false
		}
	}
	for position, value := range reading.read {
		if field := &entity.Fields[position]; reading.inItem(field) == nil {
			known.added[field.Attribute] = value
		}
	}
	return true
}

// Reads the keys with these templates. Returns false if the item lacks one or readKeys refuses them.
func readFrom(entity *Entity, attributes []roleOfKey, item knownValues) bool {
	keys := make([]keyOfItem, 0, len(attributes))
	for _, one := range attributes {
		value := item.value(one.attribute.Attribute)
		if value == nil {
			return false
		}
		keys = append(keys, keyOfItem{one.attribute, value})
	}
	return readKeys(entity, item, keys)
}
