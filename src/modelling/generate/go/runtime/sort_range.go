// The part of a key range that the sort key gives.

package rt

import (
	"encoding/hex"
	"slices"
	"strings"
)

const lastCharacter = "\U0010FFFF"

// Returns the upper end of the keys that are `text` or below it. It is `text` itself if `text` has the longest size,
// because no longer key exists.
func endOfTree(text string) string {
	if len(text) < sortBytes {
		return text + afterDelimiter
	}
	return text
}

// The least value above all keys that begin with `prefix`. Requires: `prefix` is not empty.
func endOfPrefix(prefix string, scalar ScalarType) string {
	last := len(prefix) - 1
	if scalar == ScalarB || prefix[last] < 0x7f {
		return prefix[:last] + string([]byte{prefix[last] + 1})
	}
	// With the greatest characters behind it the text is as long as a key can be.
	return prefix + strings.Repeat(lastCharacter, max(0, (sortBytes-len(prefix))/4))
}

// The prefix of a field's text in a key. It may end anywhere, unlike a whole value.
func prefixText(part *KeyField, field *Field, value AttributeValue) (string, error) {
	ownTexts := slices.ContainsFunc(field.Enumerators, func(one Enumerator) bool { return one.Key != one.Attribute })
	text, ok := asString(value)
	if field.Kind == KindBytes {
		var bytes []byte
		bytes, ok = asBytes(value)
		// The key has bytes as hex digits, of which the first ones are those of the first bytes.
		text = hex.EncodeToString(bytes)
	}
	if part.Format != FormatPlain || isWholeKind(field.Kind) || ownTexts || !ok {
		return "", modelError("The field %s has no prefixes in the key: ask for a range of values", field.Name)
	}
	switch {
	case field.Kind == KindBytes || part.Escape == EscapeRaw:
		return text, nil
	case part.Escape != EscapeReject:
		return escapeText(text), nil
	case needsEscape(text):
		return "", modelError("The field %s cannot begin with a byte that its key refuses", field.Name)
	}
	return text, nil
}

func endsBefore(name string, given *SortRange) error {
	return modelError("The range of %s from %s to %s ends before it begins", name, spell(given.Low), spell(given.High))
}

// The bounds of a range in a composed key. Texts begin with `prefix`, the known text before the field. `alone` is true
// if the pattern reads no item below the field of the range.
type bounds struct {
	key    *KeyAttribute
	prefix string
	low    string
	high   string
	alone  bool
}

// A range of one comparison of texts.
func rangeOfTexts(key *KeyAttribute, kind PredicateKind, texts ...string) keyRange {
	one := keyComparison{attribute: key.Attribute, kind: kind, low: typedText(key.Type, texts[0])}
	if len(texts) > 1 {
		one.high = typedText(key.Type, texts[1])
	}
	return keyRange{comparisons: []keyComparison{one}}
}

// `excluded` is a text to leave out, if it is not empty.
func (b bounds) from(low, excluded string) keyRange {
	out := rangeOfTexts(b.key, IsGreaterOrEqual, low)
	if b.prefix != "" {
		end := endOfPrefix(b.prefix, b.key.Type)
		out = rangeOfTexts(b.key, IsBetween, low, end)
		// After a '#' the end cannot be a key. After any other text it can be the key of another item.
		if !strings.HasSuffix(b.prefix, delimiter) {
			excluded = end
		}
	}
	if excluded != "" {
		out.excluded = typedText(b.key.Type, excluded)
	}
	return out
}

func (b bounds) bounded(kind PredicateKind) keyRange {
	switch kind {
	case IsEqual:
		if b.alone {
			return rangeOfTexts(b.key, IsEqual, b.low)
		}
		return rangeOfTexts(b.key, IsBetween, b.low, endOfTree(b.low))
	case IsBetween:
		return rangeOfTexts(b.key, IsBetween, b.low, endOfTree(b.high))
	case IsLessOrEqual:
		if b.prefix == "" {
			return rangeOfTexts(b.key, IsLessOrEqual, endOfTree(b.low))
		}
		return rangeOfTexts(b.key, IsBetween, b.prefix, endOfTree(b.low))
	case IsLess:
		if b.prefix == "" {
			return rangeOfTexts(b.key, IsLess, b.low)
		}
		out := rangeOfTexts(b.key, IsBetween, b.prefix, b.low)
		out.excluded = typedText(b.key.Type, b.low)
		return out
	case IsGreaterOrEqual:
		return b.from(b.low, "")
	case IsGreater:
		end := endOfTree(b.low)
		if b.prefix == "" {
			return rangeOfTexts(b.key, IsGreater, end)
		}
		if end == b.low {
			return b.from(end, b.low)
		}
		return b.from(end, "")
	}
	if b.low == "" {
		return keyRange{}
	}
	return rangeOfTexts(b.key, BeginsWith, b.low)
}

// The comparison with a composed sort key, behind the known text of its first `at` parts.
func composedRange(p *askedPattern, key *KeyAttribute, given *SortRange, known string, at int) (keyRange, error) {
	prefix := known
	for ; at < len(key.Parts) && key.Parts[at].Field == nil; at++ {
		prefix += key.Parts[at].Literal
	}
	if given == nil {
		if prefix == "" {
			return keyRange{}, nil
		}
		return rangeOfTexts(key, BeginsWith, prefix), nil
	}
	part := key.Parts[at].Field
	field := &p.first().Fields[part.Field]
	write := keyText
	if given.Kind == BeginsWith {
		write = prefixText
	}
	low, err := write(part, field, given.Low)
	if err != nil {
		return keyRange{}, err
	}
	high := ""
	if given.Kind == IsBetween {
		if high, err = keyText(part, field, given.High); err != nil {
			return keyRange{}, err
		}
		if high < low {
			return keyRange{}, endsBefore(field.Name, given)
		}
	}
	alone := len(p.entities) == 1 && at+1 == len(key.Parts)
	return bounds{key, prefix, prefix + low, prefix + high, alone}.bounded(given.Kind), nil
}

// A sort key that is composed in one attribute.
func composedSort(p *askedPattern, key *KeyAttribute, values AttributeMap, given *SortRange) (keyRange, error) {
	parts := p.plan.SortParts
	if p.plan.Sort == SortEqual {
		parts = len(key.Parts)
	}
	known, ok, err := composeText(firstOf(key.Parts, parts), p.first(), values)
	if err != nil {
		return keyRange{}, err
	}
	if !ok {
		return keyRange{}, missingField(p, key.Parts, values)
	}
	endsInField := parts > 0 && parts <= len(key.Parts) && key.Parts[parts-1].Field != nil
	switch p.plan.Sort {
	case SortRanged:
		return composedRange(p, key, given, known, parts)
	case SortEqual:
		return rangeOfTexts(key, IsEqual, known), nil
	case SortPrefix:
		if endsInField {
			known += delimiter
		}
		if known == "" {
			return keyRange{}, nil
		}
		return rangeOfTexts(key, BeginsWith, known), nil
	case SortTree:
		if !endsInField {
			known = strings.TrimSuffix(known, delimiter)
		}
		return rangeOfTexts(key, IsBetween, known, endOfTree(known)), nil
	}
	return keyRange{}, nil
}

// A range of an attribute that is a field. The service compares it.
func naturalRange(key *KeyAttribute, given *SortRange) (keyComparison, error) {
	isBetween := given.Kind == IsBetween
	if !hasScalar(given.Low, key.Type) || (isBetween && !hasScalar(given.High, key.Type)) {
		return keyComparison{}, modelError("The range of the key attribute %s must have values of type %s",
			key.Attribute, key.Type)
	}
	out := keyComparison{attribute: key.Attribute, kind: given.Kind, low: given.Low}
	if isBetween {
		out.high = given.High
		if order, _ := orderBetween(given.Low, given.High); order > 0 {
			return out, endsBefore(key.Attribute, given)
		}
	}
	return out, nil
}

// A sort key whose attributes are fields. Known ones are compared for equality, and the next one with the range.
func naturalSort(p *askedPattern, values AttributeMap, given *SortRange) (keyRange, error) {
	attributes := p.key().Sort
	known := p.plan.SortParts
	var out keyRange
	for i := range firstOf(attributes, known) {
		value, err := compose(&attributes[i], sortRole, p.first(), values)
		if err == nil && value == nil {
			err = missingField(p, attributes[i].Parts, values)
		}
		if err != nil {
			return out, err
		}
		equal := keyComparison{attribute: attributes[i].Attribute, kind: IsEqual, low: value}
		out.comparisons = append(out.comparisons, equal)
	}
	if p.plan.Sort != SortRanged || given == nil {
		return out, nil
	}
	next := &attributes[known]
	if next.Natural {
		one, err := naturalRange(next, given)
		out.comparisons = append(out.comparisons, one)
		return out, err
	}
	composed, err := composedRange(p, next, given, "", 0)
	out.comparisons = append(out.comparisons, composed.comparisons...)
	out.excluded = composed.excluded
	return out, err
}

// Returns the comparisons of the sort attributes. The errors are those of keyRanges.
func sortComparisons(p *askedPattern, values AttributeMap, given *SortRange) (keyRange, error) {
	if p.plan.Sort != SortRanged && given != nil {
		return keyRange{}, modelError("The access pattern \"%s\" has no field for a range", p.name)
	}
	if p.plan.Sort == SortNone {
		return keyRange{}, nil
	}
	key := &p.key().Sort[0]
	if key.Natural {
		return naturalSort(p, values, given)
	}
	return composedSort(p, key, values, given)
}
