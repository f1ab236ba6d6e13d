// The fields of an entity as values of Go, and as attributes. Generated code encodes and decodes each field with the
// ValueCodec of its kind, so that no reflection is needed.

package rt

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// ValueCodec turns values of a Go type into attribute values and back.
type ValueCodec[V any] struct {
	encode func(*Field, V) (AttributeValue, error) // nil: an absent attribute
	decode func(*Field, AttributeValue) (V, error)
	first  func(*Field) V // the default of an absent attribute; nil: the zero value
}

func wrongKind(field *Field, value AttributeValue) error {
	return modelError("%s is a %s that is not a %s", field.Name, typeOf(value), field.Kind)
}

func encodeWith[V any](make func(V) AttributeValue) func(*Field, V) (AttributeValue, error) {
	return func(_ *Field, value V) (AttributeValue, error) { return make(value), nil }
}

func decodeWith[V any](read func(AttributeValue) (V, bool)) func(*Field, AttributeValue) (V, error) {
	return func(field *Field, value AttributeValue) (V, error) {
		out, ok := read(value)
		if !ok {
			return out, wrongKind(field, value)
		}
		return out, nil
	}
}

// The calendar is checked too, because a text such as 2026-02-30 has the form of a date.
func isCalendar(kind FieldKind, text string) bool {
	if kind != KindTime && kind != KindDate {
		return true
	}
	form := isoTime
	if kind == KindDate {
		form = time.DateOnly
	}
	_, err := time.Parse(form, text)
	return err == nil
}

// Strings, dates (2026-01-05), UUIDs in small letters and ULIDs are texts.
var Strings = ValueCodec[string]{
	encode: func(field *Field, text string) (AttributeValue, error) {
		if !hasForm(field.Kind, text) || !isCalendar(field.Kind, text) {
			return nil, modelError("%s must be %s%s, and not %q",
				field.Name, kindsInWords[field.Kind], kindExamples[field.Kind], text)
		}
		return textValue(text, field.Name)
	},
	decode: func(field *Field, value AttributeValue) (string, error) {
		text, ok := asString(value)
		if !ok || !hasForm(field.Kind, text) || !isCalendar(field.Kind, text) {
			return "", wrongKind(field, value)
		}
		return text, nil
	},
}

// Bytes are byte strings.
var Bytes = ValueCodec[[]byte]{encode: encodeWith(bytesValue), decode: decodeWith(asBytes)}

// Bools are true or false.
var Bools = ValueCodec[bool]{encode: encodeWith(boolValue), decode: decodeWith(asBool)}

// Integers are whole numbers with a sign, and seconds since 1970.
var Integers = ValueCodec[int64]{
	encode: encodeWith(wholeValue),
	decode: decodeWith(func(value AttributeValue) (int64, bool) {
		text, _ := asNumber(value)
		number, ok := wholeNumber(text)
		if number.negative {
			return -int64(number.magnitude), ok && fits(KindInteger, number)
		}
		return int64(number.magnitude), ok && fits(KindInteger, number)
	}),
}

// Unsigneds are whole numbers without a sign.
var Unsigneds = ValueCodec[uint64]{
	encode: encodeWith(func(whole uint64) AttributeValue { return numberValue(strconv.FormatUint(whole, 10)) }),
	decode: decodeWith(func(value AttributeValue) (uint64, bool) {
		text, _ := asNumber(value)
		number, ok := wholeNumber(text)
		return number.magnitude, ok && !number.negative
	}),
}

// Doubles are numbers of double precision.
var Doubles = ValueCodec[float64]{
	encode: func(field *Field, value float64) (AttributeValue, error) {
		text, err := doubleText(value, field.Name)
		return numberValue(text), err
	},
	decode: decodeWith(func(value AttributeValue) (float64, bool) {
		text, _ := asNumber(value)
		number, err := strconv.ParseFloat(text, 64)
		return number, err == nil
	}),
}

// Decimals are exact numbers.
var Decimals = ValueCodec[Decimal]{
	encode: encodeWith(func(value Decimal) AttributeValue { return numberValue(value.String()) }),
	decode: decodeWith(func(value AttributeValue) (Decimal, bool) {
		text, _ := asNumber(value)
		number, err := ParseDecimal(text)
		return number, err == nil
	}),
}

// Times are points in time, of which milliseconds are stored.
var Times = ValueCodec[time.Time]{
	encode: timeAs,
	decode: func(field *Field, value AttributeValue) (time.Time, error) {
		text, _ := asString(value)
		at, err := time.Parse(isoTime, text)
		if err != nil || !hasForm(KindTime, text) {
			return time.Time{}, wrongKind(field, value)
		}
		return at, nil
	},
}

// TimeOf returns the time of a text of that form, and the zero time of another text. Generated code calls it.
func TimeOf(text string) time.Time {
	at, _ := time.Parse(isoTime, text) // the model has checked the text
	return at
}

// Enums returns the codec of an enumeration, whose values are the names of the enumerators. An empty one is the default, if
// the field has one.
func Enums[V ~string]() ValueCodec[V] {
	return ValueCodec[V]{
		encode: func(field *Field, value V) (AttributeValue, error) {
			if value == "" && field.HasDefault {
				value = V(field.Enumerators[0].Name)
			}
			for i := range field.Enumerators {
				if field.Enumerators[i].Name == string(value) {
					return stringValue(field.Enumerators[i].Attribute), nil
				}
			}
			return nil, modelError("%s has no enumerator %q", field.Name, value)
		},
		decode: func(field *Field, value AttributeValue) (V, error) {
			text, ok := asString(value)
			if !ok {
				return "", wrongKind(field, value)
			}
			at := slices.IndexFunc(field.Enumerators, func(one Enumerator) bool { return one.Attribute == text })
			if at < 0 {
				return "", modelError("%s is %q, which is not one of its enumerators", field.Name, text)
			}
			return V(field.Enumerators[at].Name), nil
		},
		first: func(field *Field) V { return V(field.Enumerators[0].Name) },
	}
}

// Documents are values of any type (documents.go).
var Documents = ValueCodec[any]{
	encode: func(field *Field, value any) (AttributeValue, error) { return EncodeDocument(value, field.Name) },
	decode: func(_ *Field, value AttributeValue) (any, error) { return DecodeDocument(value), nil },
}

// Maps are documents with named members.
var Maps = ValueCodec[map[string]any]{
	encode: func(field *Field, value map[string]any) (AttributeValue, error) { return encodeMap(value, field.Name) },
	decode: decodeWith(func(value AttributeValue) (map[string]any, bool) {
		out, ok := DecodeDocument(value).(map[string]any)
		return out, ok
	}),
}

// Lists are documents in an order.
var Lists = ValueCodec[[]any]{
	encode: func(field *Field, value []any) (AttributeValue, error) { return encodeList(value, field.Name) },
	decode: decodeWith(func(value AttributeValue) ([]any, bool) {
		out, ok := DecodeDocument(value).([]any)
		return out, ok
	}),
}

func setCodec[V any]() ValueCodec[V] {
	return ValueCodec[V]{
		encode: func(field *Field, value V) (AttributeValue, error) { return encodeSet(value, field.Name) },
		decode: decodeWith(func(value AttributeValue) (V, bool) {
			out, ok := DecodeDocument(value).(V)
			return out, ok
		}),
	}
}

// StringSets, NumberSets and BinarySets are sets. An empty one is an absent attribute.
var (
	StringSets = setCodec[StringSet]()
	NumberSets = setCodec[NumberSet]()
	BinarySets = setCodec[BinarySet]()
)

// Vectors are lists of numbers of single precision.
var Vectors = ValueCodec[[]float32]{
	encode: func(field *Field, value []float32) (AttributeValue, error) {
		out := make([]AttributeValue, len(value))
		for i, one := range value {
			text, err := floatText(one)
			if err != nil {
				return nil, &ModelError{Message: field.Name + ": " + err.Error(), Err: err}
			}
			out[i] = numberValue(text)
		}
		return listValue(out), nil
	},
	decode: func(field *Field, value AttributeValue) ([]float32, error) {
		list, ok := value.(*types.AttributeValueMemberL)
		if !ok {
			return nil, wrongKind(field, value)
		}
		out := make([]float32, len(list.Value))
		for i, one := range list.Value {
			text, _ := asNumber(one)
			number, err := strconv.ParseFloat(text, 32)
			if err != nil || math.IsInf(number, 0) {
				return nil, wrongKind(field, value)
			}
			out[i] = float32(number)
		}
		return out, nil
	},
}

// ---- items

// Encoder collects the fields of one item under the names of attributes. After the first error it does no more.
type Encoder struct {
	entity *Entity
	values AttributeMap
	err    error
}

func newEncoder(entity *Entity) *Encoder {
	return &Encoder{entity: entity, values: make(AttributeMap)}
}

// Encode adds a field. `at` is its position in the description.
func Encode[V any](e *Encoder, at int, codec ValueCodec[V], value V) {
	if e.err != nil {
		return
	}
	field := &e.entity.Fields[at]
	encoded, err := codec.encode(field, value)
	if e.err = err; encoded != nil && err == nil {
		e.values[field.Attribute] = encoded
	}
}

// EncodeOptional adds a field that may be absent.
func EncodeOptional[V any](e *Encoder, at int, codec ValueCodec[V], value *V) {
	if value != nil {
		Encode(e, at, codec, *value)
	}
}

// EncodeOthers adds attributes that no field names.
func EncodeOthers(e *Encoder, others AttributeMap) {
	for name, value := range others {
		if e.values[name] == nil {
			e.values[name] = value
		}
	}
}

// Decoder has the attributes of a row. After the first error it does no more.
type Decoder struct {
	entity *Entity
	values AttributeMap
	wanted []string // the names of the fields that are asked for; nil: all
	err    error
}

// Returns the field, and its stored value or nil. The field is nil if it is not asked for.
func (d *Decoder) find(at int) (*Field, AttributeValue) {
	field := &d.entity.Fields[at]
	if d.err != nil || (d.wanted != nil && !slices.Contains(d.wanted, field.Name)) {
		return nil, nil
	}
	// Other programs write an empty field as NULL.
	if stored := d.values[field.Attribute]; stored != nil && !countsAsAbsent(field, stored) {
		return field, stored
	}
	return field, nil
}

// Decode sets a field of an item. `at` is its position in the description.
func Decode[V any](d *Decoder, at int, codec ValueCodec[V], to *V) {
	field, stored := d.find(at)
	switch {
	case field == nil:
	case stored != nil:
		*to, d.err = codec.decode(field, stored)
	case field.Document == DocumentStringSet, field.Document == DocumentNumberSet, field.Document == DocumentBinarySet:
	case !field.HasDefault:
		d.err = modelError("%s is absent", field.Name)
	case codec.first != nil:
		*to = codec.first(field)
	}
}

// DecodeOptional sets a field that may be absent.
func DecodeOptional[V any](d *Decoder, at int, codec ValueCodec[V], to **V) {
	if field, stored := d.find(at); stored != nil {
		value, err := codec.decode(field, stored)
		*to, d.err = &value, err
	}
}

// DecodePresent sets a slice or map that is nil if the field is absent.
func DecodePresent[V any](d *Decoder, at int, codec ValueCodec[V], to *V) {
	if field, stored := d.find(at); stored != nil {
		*to, d.err = codec.decode(field, stored)
	}
}

// DecodeOthers returns the attributes that no field names.
func DecodeOthers(d *Decoder) AttributeMap {
	out := copyOf(d.values)
	for i := range d.entity.Fields {
		delete(out, d.entity.Fields[i].Attribute)
	}
	return out
}

// Codec turns the items of an entity, of the type E, and their keys, of the type K, into attributes and back.
type Codec[E, K any] struct {
	Table     *Table
	Entity    *Entity
	Encode    func(*Encoder, *E)
	EncodeKey func(*Encoder, *K)
	Decode    func(*Decoder, *E)
}

// DecodeRow returns the item of a row. The error is an *UnreadableRow if the row has a value that the entity's fields
// do not have.
func DecodeRow[E, K any](codec *Codec[E, K], row *Row, wanted []string) (E, error) {
	return decodeRow(codec.Table, row, wanted, codec.Decode)
}

func decodeRow[E any](table *Table, row *Row, wanted []string, decode func(*Decoder, *E)) (item E, err error) {
	from := &Decoder{entity: row.Entity, values: row.Attributes, wanted: wanted}
	decode(from, &item)
	if from.err != nil {
		err = &UnreadableRow{
			Message: row.Entity.Name + ": " + from.err.Error(), Key: primaryKeyOf(table, row.Attributes),
			Entity: row.Entity.Name,
		}
	}
	return item, err
}
