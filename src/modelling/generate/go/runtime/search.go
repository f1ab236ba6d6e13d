// Search sends the search of a pattern whose plan has a vector index.

package rt

import (
	"context"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	mostResults  = 100
	usualResults = 10
)

type searching struct {
	session *Session
	request *SearchRequest
	pattern *askedPattern
	index   *Index
	topK    int
}

type comparedValue struct {
	attribute string
	value     AttributeValue
}

// The attributes that the search compares, in an order, with their values.
type comparedValues []comparedValue

func (c *comparedValues) add(attribute string, value AttributeValue) {
	if !slices.ContainsFunc(*c, func(one comparedValue) bool { return one.attribute == attribute }) {
		*c = append(*c, comparedValue{attribute, value})
	}
}

// The fields of the partition key are compared, and the others that the call gives are inline filters.
func (s *searching) compared() (comparedValues, error) {
	var out comparedValues
	entity := s.pattern.first()
	var partition []KeyAttribute
	if key := findKey(entity, s.pattern.plan.Index); key != nil {
		partition = key.Partition
	}
	for i := range partition {
		value, err := compose(&partition[i], partitionRole, entity, s.request.Values)
		if err != nil {
			return nil, err
		}
		if value == nil {
			return nil, modelError("The search \"%s\" needs a value for each member of the partition key %s of %s",
				s.pattern.name, partition[i].Attribute, s.index.Name)
		}
		out.add(partition[i].Attribute, value)
	}
	for _, position := range s.request.Pattern.By {
		if slices.ContainsFunc(partition, func(one KeyAttribute) bool { return holdsField(&one, position) }) {
			continue
		}
		field := &entity.Fields[position]
		value := s.request.Values[field.Attribute]
		if value == nil {
			return nil, modelError("The search \"%s\" selects by a value of %s, and the given one is empty: items "+
				"without a value cannot be selected", s.pattern.name, field.Name)
		}
		out.add(field.Attribute, value)
	}
	for _, name := range namesOf(s.request.Filters) {
		if s.request.Values[name] != nil {
			return nil, modelError("The search \"%s\" selects by %s twice", s.pattern.name, name)
		}
		out.add(name, s.request.Filters[name])
	}
	tag := s.pattern.table.TypeAttribute
	if tag != "" && len(entity.Aliases) == 0 && s.index.Vector != nil && slices.Contains(s.index.Vector.Filters, tag) {
		out.add(tag, stringValue(entity.Name))
	}
	return out, nil
}

// The attributes of which the answer's rows are made, if it has the vector: those of the fields, of the entity's keys,
// the type tag, and the attribute by which items expire. Empty for an answer with all attributes but the vector.
func (s *searching) readAttributes() []string {
	entity, wanted := s.pattern.first(), s.request.Pattern.Wanted
	var names []string
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if wanted == nil {
		for i := range entity.Fields {
			wanted = append(wanted, entity.Fields[i].Name)
		}
	}
	for _, name := range wanted {
		if field, _ := fieldNamed(entity, name); field != nil && !field.KeyOnly {
			add(field.Attribute)
		}
	}
	if s.index.Vector == nil || !slices.Contains(names, s.index.Vector.Attribute) {
		return nil
	}
	for _, one := range entity.Primary.attributes() {
		add(one.attribute.Attribute)
	}
	for _, one := range indexAttributes(entity) {
		add(one.Attribute)
	}
	add(s.pattern.table.TypeAttribute)
	if entity.TTL != nil {
		add(entity.Fields[*entity.TTL].Attribute)
	}
	return names
}

// The error is of a value that cannot be in a key or is absent.
func (s *searching) input() (*dynamodb.SearchVectorsInput, error) {
	if s.topK < 1 || s.topK > mostResults {
		return nil, modelError("top_k must be from 1 to %d, not %d", mostResults, s.topK)
	}
	vector := make([]AttributeValue, len(s.request.Vector))
	for i, one := range s.request.Vector {
		text, err := floatText(one)
		if err != nil {
			return nil, err
		}
		vector[i] = numberValue(text)
	}
	compared, err := s.compared()
	if err != nil {
		return nil, err
	}
	shared := newPlaceholders()
	condition := mapped(compared, func(one comparedValue) string {
		return shared.name(one.attribute) + " = " + shared.value(one.value)
	})
	projection := mapped(s.readAttributes(), shared.name)
	input := &dynamodb.SearchVectorsInput{
		TableName: aws.String(s.session.tableName(s.pattern.table)), IndexName: aws.String(s.index.Name),
		TopK: aws.Int32(int32(s.topK)), SearchVector: vector,
		ReturnConsumedCapacity:   types.ReturnConsumedCapacityIndexes,
		ExpressionAttributeNames: shared.names(), ExpressionAttributeValues: shared.values(),
	}
	if len(projection) > 0 {
		input.ProjectionExpression = aws.String(strings.Join(projection, ", "))
	}
	if len(condition) > 0 {
		input.SearchConditionExpression = aws.String(strings.Join(condition, " AND "))
	}
	return input, nil
}

// Adds the rows of an answer, and returns the number of those that readers may not see.
func (s *searching) addRows(answer *dynamodb.SearchVectorsOutput, out *ScoredRows) int {
	leftOut := 0
	match := matchOf(s.pattern, s.request.Values, nil)
	entity := s.pattern.first()
	for i := range answer.SearchResults {
		if len(out.Rows)+len(out.Unreadable) == s.topK {
			break
		}
		found := &answer.SearchResults[i]
		row := storedRowOf(s.pattern.table, s.pattern.plan.Index, found.Item)
		isStale := row.entity == entity && !match.matches(entity, row.item)
		switch {
		case isStale:
			out.Cost.Stale++
			leftOut++
		case !s.request.ExpiredToo && row.isExpired(s.session):
			leftOut++
		case row.entity == entity:
			out.Rows = append(out.Rows, row.handedOut())
			out.Scores = append(out.Scores, found.Score)
		default:
			message := misfit(s.pattern, row)
			out.Unreadable = append(out.Unreadable, row.unreadable(s.pattern.table, message))
		}
	}
	return leftOut
}

// Search returns the items that a search found, the best first. If the index's inline filters have the type tag, it
// finds only items with the entity's tag. Items whose time to live has passed are left out, and so are entries whose
// fields are not those that were asked for (Cost.Stale). If the answer is then too short, the search is sent again with a
// greater number of items, up to 100, which is the most that the database gives. Incomplete says that these were not
// enough. The error is one of the SDK, or a *ModelError if a value cannot be in a key or is absent.
func Search(ctx context.Context, session *Session, request SearchRequest) (*ScoredRows, error) {
	pattern := askedOf(request.Table, request.Pattern)
	state := &searching{
		session: session, request: &request, pattern: pattern, index: &pattern.table.Indexes[*pattern.plan.Index],
		topK: request.TopK,
	}
	if state.topK == 0 {
		state.topK = usualResults
	}
	input, err := state.input()
	if err != nil {
		return nil, err
	}
	var cost Cost
	for asked := state.topK; ; {
		cost.Requests++
		answer, err := session.client.SearchVectors(ctx, input)
		if err != nil {
			return nil, err
		}
		count := len(answer.SearchResults)
		cost.Evaluated += count
		cost.Returned += count
		if answer.ConsumedCapacity != nil {
			cost.SearchBytes += aws.ToFloat64(answer.ConsumedCapacity.VectorSearchRequestBytes)
		}
		out := &ScoredRows{Cost: cost}
		leftOut := state.addRows(answer, out)
		isFull := len(out.Rows)+len(out.Unreadable) == state.topK
		out.Incomplete = !isFull && leftOut > 0 && count >= asked
		if !out.Incomplete || asked == mostResults {
			return out, nil
		}
		asked = min(mostResults, asked+max(asked, leftOut))
		input.TopK = aws.Int32(int32(asked))
	}
}
