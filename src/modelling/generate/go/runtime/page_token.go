// Page tokens. A token says how far a read of an access pattern has come, as text that only the same read accepts.
//
// A token is base64url without padding of these bytes: the version (1), the number of queries, for each query the
// position after which it continues, and an HMAC-SHA256 over the binding and all bytes before it. The binding is not in
// the token. Integers are big-endian, and a text follows its length in 4 bytes. A position is 0 (the beginning), 1 (a
// key) or 2 (the end was reached).

package rt

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
)

type positionKind byte

const (
	atBegin  positionKind = 0
	afterKey positionKind = 1
	atEnd    positionKind = 2
)

// The position from which a query continues.
type queryPosition struct {
	kind positionKind
	key  AttributeMap // of afterKey, an ExclusiveStartKey
}

const tokenVersion = 1

// An unambiguous sequence of integers, texts and key values.
type binaryText []byte

func (b *binaryText) byte(value byte) { *b = append(*b, value) }
func (b *binaryText) number(value int) {
	*b = binary.BigEndian.AppendUint32(*b, uint32(value))
}
func (b *binaryText) text(value string) {
	b.number(len(value))
	*b = append(*b, value...)
}

// Requires: `value` can be in a key.
func (b *binaryText) keyValue(value AttributeValue) {
	b.byte(typeOf(value)[0])
	b.text(keyBytes(value))
}

// Reads such a sequence. `failed` is set if the bytes do not hold a requested value.
type binaryReader struct {
	rest   []byte
	failed bool
}

func (r *binaryReader) take(size int) []byte {
	if r.failed || size < 0 || len(r.rest) < size {
		r.failed = true
		return make([]byte, 4)
	}
	taken := r.rest[:size]
	r.rest = r.rest[size:]
	return taken
}

func (r *binaryReader) byte() byte   { return r.take(1)[0] }
func (r *binaryReader) number() int  { return int(binary.BigEndian.Uint32(r.take(4))) }
func (r *binaryReader) text() string { return string(r.take(r.number())) }
func (r *binaryReader) keyValue() AttributeValue {
	scalar := ScalarType(r.byte())
	r.failed = r.failed || (scalar != ScalarS && scalar != ScalarN && scalar != ScalarB)
	return typedText(scalar, r.text())
}

// The binding's part that comes from the pattern. Only the program writes a pattern.
func digestOf(pattern *askedPattern) string {
	index := pattern.plan.Index
	shape := []any{pattern.name, ""}
	if index != nil {
		shape[1] = pattern.table.Indexes[*index].Name
	}
	for _, entity := range pattern.entities {
		names := make([]string, len(entity.Fields))
		for i := range entity.Fields {
			names[i] = entity.Fields[i].Attribute
		}
		shape = append(shape, entity.Name, names, entity.Primary.Partition, entity.Primary.Sort)
		if key := findKey(entity, index); index != nil && key != nil {
			shape = append(shape, key.Partition, key.Sort)
		}
	}
	text, _ := json.Marshal(shape) // strings and numbers always have a text
	digest := sha256.Sum256(text)
	return string(digest[:])
}

// Returns the read that a token belongs to, as bytes: the table, the direction, the keys that are read, and a digest of
// everything that only the program decides (the pattern, the index, and the key templates of the pattern's entities).
// The filter and the amounts to read are not part of it, because they may change between pages.
func tokenBinding(pattern *askedPattern, tableName string, ranges []keyRange, forward bool) []byte {
	var out binaryText
	out.text(digestOf(pattern))
	out.text(tableName)
	out.byte(byteOf(forward))
	out.number(len(ranges))
	for i := range ranges {
		out.number(len(ranges[i].comparisons))
		for _, one := range ranges[i].comparisons {
			out.text(one.attribute)
			out.text(string(one.kind))
			out.keyValue(one.low)
			if one.high != nil {
				out.keyValue(one.high)
			}
		}
		out.byte(byteOf(ranges[i].excluded != nil))
		if ranges[i].excluded != nil {
			out.keyValue(ranges[i].excluded)
		}
	}
	return out
}

func byteOf(is bool) byte {
	if is {
		return 1
	}
	return 0
}

func macOf(binding, payload, key []byte) []byte {
	var signed binaryText
	signed.text(string(binding))
	signed.text(string(payload))
	mac := hmac.New(sha256.New, key)
	mac.Write(signed)
	return mac.Sum(nil)
}

// Returns the token of these positions, which the session's first key signs.
func (s *Session) makePageToken(positions []queryPosition, binding []byte) string {
	var out binaryText
	out.byte(tokenVersion)
	out.number(len(positions))
	for _, position := range positions {
		out.byte(byte(position.kind))
		if position.kind != afterKey {
			continue
		}
		out.number(len(position.key))
		for _, name := range namesOf(position.key) {
			out.text(name)
			out.keyValue(position.key[name])
		}
	}
	return base64.RawURLEncoding.EncodeToString(append(out, macOf(binding, out, s.keys[0])...))
}

func (r *binaryReader) position() queryPosition {
	out := queryPosition{kind: positionKind(r.byte())}
	if out.kind > atEnd {
		r.failed = true
	}
	if out.kind != afterKey {
		return out
	}
	out.key = make(AttributeMap)
	for count := r.number(); count > 0 && !r.failed; count-- {
		name := r.text()
		out.key[name] = r.keyValue()
	}
	return out
}

// Compares with all keys, also after one has matched, so that the time does not tell which key it was.
func (s *Session) verifies(binding, payload, mac []byte) bool {
	matches := false
	for _, key := range s.keys {
		if hmac.Equal(macOf(binding, payload, key), mac) {
			matches = true
		}
	}
	return matches
}

// Returns the positions of a token, as many as `queries`. The error, which names the pattern, is of a token that
// another key made, or that was made for another read or was changed.
func (s *Session) readPageToken(token string, binding []byte, queries int, pattern string) ([]queryPosition, error) {
	bytes, err := base64.RawURLEncoding.Strict().DecodeString(token)
	end := len(bytes) - sha256.Size
	if err != nil || end <= 0 || !s.verifies(binding, bytes[:end], bytes[end:]) {
		return nil, foreignToken(pattern)
	}
	from := &binaryReader{rest: bytes[:end]}
	if from.byte() != tokenVersion || from.number() != queries {
		return nil, foreignToken(pattern)
	}
	positions := make([]queryPosition, queries)
	for i := range positions {
		positions[i] = from.position()
	}
	if from.failed || len(from.rest) > 0 {
		return nil, foreignToken(pattern)
	}
	return positions, nil
}

// Returns the error of a token that does not belong to this read.
func foreignToken(pattern string) error {
	return modelError("The page token does not belong to this read of \"%s\": it was changed, or made for another "+
		"access pattern, table, key values, range or direction, by another version of the model, or with a page token "+
		"key that this session does not have. Read the first page again without a token; to use tokens across "+
		"processes, give all of them the same page_token_keys", pattern)
}
