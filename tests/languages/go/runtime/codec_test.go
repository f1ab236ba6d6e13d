// The codecs of all kinds, and the conditions and changes that fields make.

package rt

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

var everyKind = Entity{Name: "EVERY", Fields: []Field{
	{Name: "text", Attribute: "t", Kind: KindString},
	{Name: "date", Attribute: "d", Kind: KindDate},
	{Name: "at", Attribute: "at", Kind: KindTime},
	{Name: "whole", Attribute: "w", Kind: KindInteger, HasDefault: true},
	{Name: "count", Attribute: "c", Kind: KindUnsigned},
	{Name: "ratio", Attribute: "r", Kind: KindDouble},
	{Name: "price", Attribute: "p", Kind: KindDecimal},
	{Name: "is", Attribute: "is", Kind: KindBool},
	{Name: "bytes", Attribute: "b", Kind: KindBytes},
	{Name: "state", Attribute: "s", Kind: KindEnum, HasDefault: true,
		Enumerators: []Enumerator{{Name: "Off", Attribute: "off", Key: "0"}, {Name: "On", Attribute: "on", Key: "1"}}},
	{Name: "any", Attribute: "any", Kind: KindDocument, Document: DocumentAny},
	{Name: "tags", Attribute: "tags", Kind: KindDocument, Document: DocumentStringSet},
	{Name: "vector", Attribute: "v", Kind: KindDocument, Document: DocumentVector},
	{Name: "note", Attribute: "n", Kind: KindString, Optional: true},
}}

type state string

var states = Enums[state]()

type every struct {
	Text, Date string
	At         time.Time
	Whole      int64
	Count      uint64
	Ratio      float64
	Price      Decimal
	Is         bool
	Bytes      []byte
	State      state
	Any        any
	Tags       StringSet
	Vector     []float32
	Note       *string
}

var everyCodec = &Codec[every, every]{
	Table: &testModel.Tables[0], Entity: &everyKind,
	Encode: func(e *Encoder, item *every) {
		Encode(e, 0, Strings, item.Text)
		Encode(e, 1, Strings, item.Date)
		Encode(e, 2, Times, item.At)
		Encode(e, 3, Integers, item.Whole)
		Encode(e, 4, Unsigneds, item.Count)
		Encode(e, 5, Doubles, item.Ratio)
		Encode(e, 6, Decimals, item.Price)
		Encode(e, 7, Bools, item.Is)
		Encode(e, 8, Bytes, item.Bytes)
		Encode(e, 9, states, item.State)
		Encode(e, 10, Documents, item.Any)
		Encode(e, 11, StringSets, item.Tags)
		Encode(e, 12, Vectors, item.Vector)
		EncodeOptional(e, 13, Strings, item.Note)
	},
	Decode: func(d *Decoder, item *every) {
		Decode(d, 0, Strings, &item.Text)
		Decode(d, 1, Strings, &item.Date)
		Decode(d, 2, Times, &item.At)
		Decode(d, 3, Integers, &item.Whole)
		Decode(d, 4, Unsigneds, &item.Count)
		Decode(d, 5, Doubles, &item.Ratio)
		Decode(d, 6, Decimals, &item.Price)
		Decode(d, 7, Bools, &item.Is)
		Decode(d, 8, Bytes, &item.Bytes)
		Decode(d, 9, states, &item.State)
		Decode(d, 10, Documents, &item.Any)
		Decode(d, 11, StringSets, &item.Tags)
		Decode(d, 12, Vectors, &item.Vector)
		DecodeOptional(d, 13, Strings, &item.Note)
	},
}

func someEvery() every {
	price, _ := ParseDecimal("12.50")
	note := "a note"
	return every{
		Text: "ä", Date: "2026-02-28", At: time.Date(2026, 1, 5, 10, 0, 0, 7e6, time.UTC), Whole: math.MinInt64,
		Count: math.MaxUint64, Ratio: 0.1, Price: price, Is: true, Bytes: []byte{0, 255}, State: "On",
		Any: map[string]any{
			"list": []any{int64(1), 1.5, nil, "x"}, "bytes": []byte{1}, "set": NumberSet{DecimalOf(0), DecimalOf(7)},
		},
		Tags: StringSet{"a", "b"}, Vector: []float32{0.1, 1e10, -3}, Note: &note,
	}
}

func encoded(t *testing.T, item every) AttributeMap {
	t.Helper()
	encoder := newEncoder(&everyKind)
	everyCodec.Encode(encoder, &item)
	if encoder.err != nil {
		t.Fatal(encoder.err)
	}
	return encoder.values
}

func TestRoundTrip(t *testing.T) {
	item := someEvery()
	values := encoded(t, item)
	if text, _ := asString(values["s"]); text != "on" {
		t.Fatalf("state: %s", text)
	}
	if text, _ := asNumber(values["c"]); text != "18446744073709551615" {
		t.Fatalf("count: %s", text)
	}
	back, err := DecodeRow(everyCodec, &Row{Entity: &everyKind, Attributes: values}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, item) {
		t.Fatalf("it is %+v", back)
	}
}

func TestDefaultsAndAbsence(t *testing.T) {
	values := encoded(t, someEvery())
	delete(values, "w")
	values["s"] = nullValue()
	delete(values, "tags")
	delete(values, "n")
	row := &Row{Entity: &everyKind, Attributes: values}
	back, err := DecodeRow(everyCodec, row, nil)
	if err != nil || back.Whole != 0 || back.State != "Off" || back.Tags != nil || back.Note != nil {
		t.Fatalf("%+v, %v", back, err)
	}
	delete(values, "r")
	_, err = DecodeRow(everyCodec, row, nil)
	var unreadable *UnreadableRow
	if !errors.As(err, &unreadable) || unreadable.Message != "EVERY: ratio is absent" {
		t.Fatalf("error: %v", err)
	}
	if back, err = DecodeRow(everyCodec, row, []string{"text"}); err != nil || back.Text != "ä" || back.Date != "" {
		t.Fatalf("%+v, %v", back, err)
	}
}

func TestWrongValues(t *testing.T) {
	for name, spoil := range map[string]func(*every){
		"date":   func(item *every) { item.Date = "2026-02-30" },
		"state":  func(item *every) { item.State = "other" },
		"ratio":  func(item *every) { item.Ratio = math.NaN() },
		"vector": func(item *every) { item.Vector = []float32{float32(math.Inf(1))} },
		"any":    func(item *every) { item.Any = []any{struct{}{}} },
		"at":     func(item *every) { item.At = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
	} {
		item := someEvery()
		spoil(&item)
		encoder := newEncoder(&everyKind)
		everyCodec.Encode(encoder, &item)
		var wrong *ModelError
		if !errors.As(encoder.err, &wrong) {
			t.Errorf("%s: %v", name, encoder.err)
		}
	}
}

func TestConditionTexts(t *testing.T) {
	var text TextField[every, string, Edit[every]]
	var tags SetField[every, StringSet, Edit[every]]
	var document DocumentField[every, any, Edit[every]]
	Bind(&text, &everyKind, 0, Strings)
	Bind(&tags, &everyKind, 11, StringSets)
	Bind(&document, &everyKind, 10, Documents)
	isTagged := tags.Has("a").Or(tags.Size().Gt(1))
	condition := text.BeginsWith("x").And(isTagged, document.At(Name("a"), Element(2)).Eq(1)).Not()
	rendered, err := newPlaceholders().render(&condition.predicate)
	want := "NOT (begins_with(#0, :0) AND (contains(#1, :1) OR size(#1) > :2) AND #2.#3[2] = :3)"
	if err != nil || condition.err != nil || rendered != want {
		t.Fatalf("%s, %v", rendered, err)
	}
	if out := text.Eq("x").And(document.Eq(struct{}{})); out.err == nil {
		t.Fatal("a value that cannot be stored is accepted")
	}
}

func TestDecimals(t *testing.T) {
	for text, want := range map[string]string{"1e3": "1000", "-0.50": "-0.5", "0": "0", "+1.0": "1", "1e-130": "0." +
		strings.Repeat("0", 129) + "1"} {
		if is, err := ParseDecimal(text); err != nil || is.String() != want {
			t.Errorf("%s: %v, %v", text, is, err)
		}
	}
	for _, text := range []string{"", "x", "1e126", "123456789012345678901234567890123456789", "1.2.3", "0x10"} {
		if is, err := ParseDecimal(text); err == nil {
			t.Errorf("%s: %v", text, is)
		}
	}
}
