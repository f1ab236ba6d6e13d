// The part of a collection's range that holds the items of one of its members.

package rt

import (
	"slices"
	"strings"
)

// The known beginning of a key's segment. `open` is true if a value follows it.
type knownSegment struct {
	lead string
	open bool
}

// Returns false if there is a raw field, because it may hold a '#'.
func segmentsOf(parts []KeyPart) ([]knownSegment, bool) {
	var segments []knownSegment
	var last knownSegment
	for i := range parts {
		if part := parts[i].Field; part != nil {
			if part.Escape == EscapeRaw {
				return nil, false
			}
			if !last.open && last.lead == "" {
				last.lead = part.MustBegin
			}
			last.open = true
			continue
		}
		for k, literal := range strings.Split(parts[i].Literal, delimiter) {
			if k > 0 {
				segments = append(segments, last)
				last = knownSegment{}
			}
			if !last.open {
				last.lead += literal
			}
		}
	}
	return append(segments, last), true
}

// The member's keys below `begin`, which consists of whole segments, each with its '#'.
func belowText(attribute, begin string, segments []knownSegment) keyComparison {
	known := begin
	for i := strings.Count(begin, delimiter); i < len(segments); i++ {
		known += segments[i].lead
		if segments[i].open {
			return keyComparison{attribute: attribute, kind: BeginsWith, low: stringValue(known)}
		}
		if i+1 < len(segments) {
			known += delimiter
		}
	}
	return keyComparison{attribute: attribute, kind: IsEqual, low: stringValue(known)}
}

// The comparison that the sort key condition of one range becomes. `sort` may be nil.
func narrowed(attribute string, sort *keyComparison, segments []knownSegment) keyComparison {
	if sort == nil {
		return belowText(attribute, "", segments)
	}
	text := keyBytes(sort.low)
	if sort.kind == BeginsWith {
		out := belowText(attribute, text[:strings.LastIndex(text, delimiter)+1], segments)
		// The prefix may contain the beginning of a value. Then the literals do not narrow it.
		if strings.HasPrefix(keyBytes(out.low), text) {
			return out
		}
		return *sort
	}
	if len(segments) <= strings.Count(text, delimiter)+1 {
		return keyComparison{attribute: attribute, kind: IsEqual, low: stringValue(text)}
	}
	return belowText(attribute, text+delimiter, segments)
}

func isTree(sort *keyComparison) bool {
	high, ok := asString(sort.high)
	return sort.kind == IsBetween && ok && high == endOfTree(keyBytes(sort.low))
}

// Returns the ranges of a collection, one for each shard, narrowed to the part that can hold `member`. The literals of
// the member's sort key that follow the collection's range decide it. Items of other members may be in that part too.
// The error is that the member's keys do not decide it, because the sort keys are the members' own values or hold raw
// fields, or because the range is a range of a member's values.
func narrowToMember(pattern *askedPattern, member *Entity, ranges []keyRange) ([]keyRange, error) {
	refused := modelError("\"%s\": the items of %s cannot be read or counted by themselves, because their keys do not "+
		"show their position: load the whole collection, without a range, a filter and take", pattern.name, member.Name)
	key := findKey(member, pattern.plan.Index)
	if key == nil || len(key.Sort) != 1 || key.Sort[0].Natural {
		return nil, refused
	}
	own := &key.Sort[0]
	segments, ok := segmentsOf(own.Parts)
	if !ok {
		return nil, refused
	}
	partition := max(len(key.Partition), 1)
	out := make([]keyRange, len(ranges))
	for i := range ranges {
		var sort *keyComparison
		if len(ranges[i].comparisons) > partition {
			sort = &ranges[i].comparisons[partition]
		}
		isKnown := sort == nil || sort.kind == BeginsWith || sort.kind == IsEqual || isTree(sort)
		if !isKnown || ranges[i].excluded != nil {
			return nil, refused
		}
		one := narrowed(own.Attribute, sort, segments)
		all := slices.Clone(firstOf(ranges[i].comparisons, partition))
		if one.kind != BeginsWith || keyBytes(one.low) != "" {
			all = append(all, one)
		}
		out[i] = keyRange{comparisons: all}
	}
	return out, nil
}

// Returns true if a position with the attributes of the sort key meets the sort key condition of the range.
// Requires: the range was narrowed.
func isInNarrowed(rows *keyRange, position AttributeMap) bool {
	if len(rows.comparisons) == 0 {
		return true
	}
	last := rows.last()
	value, ok := asString(position[last.attribute])
	if !ok {
		return true
	}
	if last.kind == BeginsWith {
		return strings.HasPrefix(value, keyBytes(last.low))
	}
	return identical(position[last.attribute], last.low)
}
