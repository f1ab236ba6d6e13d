// The items that an access pattern reads, as comparisons of key attributes: a plan with the caller's values.
//
// Composed sort keys are ranges of texts. For a known text T ("ORDER#7") the items of T and everything below it are in
// T .. T$, both included. Items whose first segment is greater than T begin after T$, because '$' follows '#' and no
// key ends in a bare '$'. So every bound of a field is exact, even if further segments follow the field.

package rt

import (
	"slices"
	"strconv"
	"strings"
)

type keyComparison struct {
	attribute string
	kind      PredicateKind
	low       AttributeValue // the only operand, except of IsBetween
	high      AttributeValue
}

// The items that one query reads: the partition's comparisons, then those of the sort key.
type keyRange struct {
	comparisons []keyComparison
	// BETWEEN includes both its ends. If one of them must be left out, the reader drops the items that have this value
	// in the attribute of the last comparison.
	excluded AttributeValue
}

func (r *keyRange) last() keyComparison { return r.comparisons[len(r.comparisons)-1] }

// Returns the key condition's text, for which the placeholders get the values.
func (p *placeholders) keyCondition(rows *keyRange) string {
	texts := make([]string, len(rows.comparisons))
	for i, one := range rows.comparisons {
		name := p.name(one.attribute)
		first := p.value(one.low)
		switch one.kind {
		case IsBetween:
			texts[i] = name + " BETWEEN " + first + " AND " + p.value(one.high)
		case BeginsWith:
			texts[i] = "begins_with(" + name + ", " + first + ")"
		case IsLess:
			texts[i] = name + " < " + first
		case IsLessOrEqual:
			texts[i] = name + " <= " + first
		case IsGreater:
			texts[i] = name + " > " + first
		case IsGreaterOrEqual:
			texts[i] = name + " >= " + first
		default:
			texts[i] = name + " = " + first
		}
	}
	return strings.Join(texts, " AND ")
}

// The shards into which a partition attribute divides a read.
type shardsAsked struct {
	count int
	was   int    // the earlier count, or 0 without one
	of    *Field // the field that gives the shard, if the read has its value; otherwise every shard is asked
}

func (p *askedPattern) shards() *Shards {
	if p.plan.Index == nil {
		return nil
	}
	return p.table.Indexes[*p.plan.Index].Shards
}

func shardPart(key *KeyAttribute) *KeyField {
	for _, part := range fieldParts(key) {
		if part.Format == FormatShard {
			return part
		}
	}
	return nil
}

// True if a field shows the shard. If so, a writer may choose the shard.
func showsShard(entity *Entity, shards *Shards) bool {
	return slices.ContainsFunc(entity.Fields, func(field Field) bool {
		return !field.KeyOnly && field.Attribute == shards.Attribute
	})
}

// The shards of a partition attribute. The count is 0 if the attribute holds no shard or the caller gives it.
func askedShards(pattern *askedPattern, key *KeyAttribute, values AttributeMap) shardsAsked {
	entity := pattern.first()
	ifGiven := func(field *Field) *Field {
		if field != nil && values[field.Attribute] != nil {
			return field
		}
		return nil
	}
	if shards := pattern.shards(); shards != nil && shards.Attribute == key.Attribute {
		if values[key.Attribute] != nil {
			return shardsAsked{}
		}
		asked := shardsAsked{count: shards.Count, was: shards.Was}
		if !showsShard(entity, shards) {
			field, _ := fieldNamed(entity, shards.Of)
			asked.of = ifGiven(field)
		}
		return asked
	}
	part := shardPart(key)
	if part == nil {
		return shardsAsked{}
	}
	return shardsAsked{count: part.Shards, was: part.WasShards, of: ifGiven(&entity.Fields[part.Field])}
}

// The shards that the queries must ask because of this attribute.
func shardNumbers(pattern *askedPattern, key *KeyAttribute, values AttributeMap) ([]int, error) {
	asked := askedShards(pattern, key, values)
	if asked.count == 0 {
		return nil, nil
	}
	var numbers []int
	if asked.of == nil {
		for shard := range max(asked.count, asked.was) {
			numbers = append(numbers, shard)
		}
		return numbers, nil
	}
	for _, count := range []int{asked.count, asked.was} {
		if count == 0 {
			continue
		}
		shard, err := shardOfValue(asked.of, values[asked.of.Attribute], count)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(numbers, shard) {
			numbers = append(numbers, shard)
		}
	}
	return numbers, nil
}

func partitionValue(pattern *askedPattern, key *KeyAttribute, values AttributeMap, shard int) (AttributeValue, error) {
	if shards := pattern.shards(); shards != nil && shards.Attribute == key.Attribute {
		given := values[key.Attribute]
		if given == nil {
			return typedText(key.Type, strconv.Itoa(shard)), nil
		}
		if hasScalar(given, key.Type) {
			return given, nil
		}
		return nil, modelError("The shard attribute %s must have a value of type %s", key.Attribute, key.Type)
	}
	with := *key
	with.Parts = slices.Clone(key.Parts)
	for i := range with.Parts {
		if part := with.Parts[i].Field; part != nil && part.Format == FormatShard {
			with.Parts[i] = KeyPart{Literal: strconv.Itoa(shard)}
		}
	}
	value, err := compose(&with, partitionRole, pattern.first(), values)
	if value == nil && err == nil {
		err = missingField(pattern, key.Parts, values)
	}
	return value, err
}

// The error if the caller asks for items that the index leaves out.
func checkWhen(pattern *askedPattern, values AttributeMap) error {
	key := pattern.key()
	if key.When == nil || key.Index == nil {
		return nil
	}
	field := &pattern.first().Fields[key.When.Field]
	given := values[field.Attribute]
	if given == nil || meets(key.When, given) {
		return nil
	}
	return modelError("The access pattern \"%s\" cannot find items whose %s is not %s: the index %s leaves them out",
		pattern.name, field.Name, key.When.Equals, pattern.table.Indexes[*key.Index].Name)
}

// Returns one range, or one for each shard if the index is sharded and the values do not give the shard. The error is
// of a field that is missing, a value that cannot be in the key, a range that ends before it begins, items that the
// index leaves out, or a range that is given for a plan without one.
func keyRanges(pattern *askedPattern, values AttributeMap, given *SortRange) ([]keyRange, error) {
	if err := checkWhen(pattern, values); err != nil {
		return nil, err
	}
	partition := pattern.partition()
	shards := []int{0}
	for i := range partition {
		ofAttribute, err := shardNumbers(pattern, &partition[i], values)
		if err != nil {
			return nil, err
		}
		if len(ofAttribute) > 0 {
			shards = ofAttribute
		}
	}
	sort, err := sortComparisons(pattern, values, given)
	if err != nil {
		return nil, err
	}
	ranges := make([]keyRange, len(shards))
	for i, shard := range shards {
		var all []keyComparison
		for k := range partition {
			value, err := partitionValue(pattern, &partition[k], values, shard)
			if err != nil {
				return nil, err
			}
			all = append(all, keyComparison{attribute: partition[k].Attribute, kind: IsEqual, low: value})
		}
		ranges[i] = keyRange{comparisons: append(all, sort.comparisons...), excluded: sort.excluded}
	}
	return ranges, nil
}
