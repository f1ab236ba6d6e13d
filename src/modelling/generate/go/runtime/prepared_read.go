// A prepared read of an access pattern: its requests, the order of their answers, and the binding of its page tokens.
// It is everything that can be worked out without a database.

package rt

import (
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// A member of a collection that is read by itself, or that Take counts.
type memberPart struct {
	entity *Entity
	below  []*Entity // their items come directly behind these, in the same read
	// If true, only this member's part of the pattern's range is read, and items of other members are left out. If
	// false, the whole range is read, and Take counts only this member.
	alone   bool
	mixed   bool // items of other members may be between those that Take counts
	singles int  // if `alone` is false: the number of items of other members that are read first
}

// A read, perhaps of a member of a collection. The filter of such a one already has the defaults of its entities.
type partRequest struct {
	ReadRequest
	part *memberPart
}

// The place of a read in a series of partitions that follow each other: the partition that its queries read, and the
// data that all partitions share.
type bucketOfRead struct {
	all     *buckets
	number  int
	filter  *Predicate // of the call
	binding []byte     // made from the first partition and the whole range
}

type preparedRead struct {
	request    partRequest
	pattern    *askedPattern
	tableName  string
	forward    bool
	consistent bool
	// A read has either the key of one item or a query for each shard.
	itemKey AttributeMap
	queries []keyRange      // equal, except for the partition key's values
	starts  []queryPosition // by query; empty if all queries begin at the beginning
	filter  *Predicate      // includes the defaults of the entities; nil if it restricts no item
	bucket  *bucketOfRead
}

// Returns a predicate that holds if all of those hold that are not nil.
func allOf(predicates ...*Predicate) *Predicate {
	var given []Predicate
	for _, one := range predicates {
		if one != nil {
			given = append(given, *one)
		}
	}
	switch len(given) {
	case 0:
		return nil
	case 1:
		return &given[0]
	}
	return &Predicate{Kind: AllOf, Children: given}
}

func prepareBasis(session *Session, request partRequest, pattern *askedPattern) *preparedRead {
	consistent := pattern.plan.Consistent
	if request.Consistent != nil {
		consistent = *request.Consistent
	}
	return &preparedRead{
		request: request, pattern: pattern, tableName: session.tableName(pattern.table), forward: request.isForward(),
		consistent: consistent,
	}
}

func prepareGet(session *Session, request partRequest, pattern *askedPattern) (*preparedRead, error) {
	if request.Range != nil {
		return nil, modelError("The access pattern \"%s\" has no field for a range", pattern.name)
	}
	key, err := composePrimary(pattern.first(), request.Values)
	prepared := prepareBasis(session, request, pattern)
	prepared.itemKey = key
	return prepared, err
}

// A GetItem cannot filter, so a pattern that names one item becomes a query for that item if the read has a filter.
func asQuery(pattern *askedPattern) *askedPattern {
	out := *pattern
	sort := pattern.first().Primary.Sort
	out.plan.Operation, out.plan.Sort, out.plan.SortParts = OperationQuery, SortEqual, len(sort)
	if len(sort) == 0 {
		out.plan.Sort = SortNone
	}
	return &out
}

// The error is of a filter that cannot be an expression.
func filterOf(request *partRequest, pattern *askedPattern) (*Predicate, error) {
	filter := request.Filter
	if filter == nil {
		return nil, nil
	}
	if request.part == nil {
		var err error
		if filter, err = withDefaults(pattern.first(), filter); err != nil {
			return nil, err
		}
	}
	text, err := newPlaceholders().render(filter)
	if text == "" {
		return nil, err
	}
	return filter, err
}

// Prepares queries that read from the beginning. `keysOf` is the pattern or the same pattern with another plan.
func prepareQueries(session *Session, request partRequest, pattern, keysOf *askedPattern) (*preparedRead, error) {
	queries, err := keyRanges(keysOf, request.Values, request.Range)
	if err == nil && request.part != nil && request.part.alone {
		queries, err = narrowToMember(keysOf, request.part.entity, queries)
	}
	if err != nil {
		return nil, err
	}
	if request.ReadAtMost > 0 && request.ReadAtMost < len(queries) {
		return nil, modelError("read_at_most must be at least %[1]d, because the read has %[1]d queries, one for each "+
			"shard", len(queries))
	}
	prepared := prepareBasis(session, request, pattern)
	prepared.queries = queries
	prepared.filter, err = filterOf(&request, pattern)
	return prepared, err
}

func prepareQuery(session *Session, request partRequest, pattern, keysOf *askedPattern) (*preparedRead, error) {
	prepared, err := prepareQueries(session, request, pattern, keysOf)
	if err != nil || request.After == "" {
		return prepared, err
	}
	prepared.starts, err = session.readPageToken(request.After, prepared.binding(), len(prepared.queries), pattern.name)
	return prepared, err
}

// ---- one partition after the other

// In a token of such a read the first position holds the number of the partition to which the other positions belong.
const bucketName = "bucket"

func prepareBucket(session *Session, whole partRequest, pattern *askedPattern, bucket bucketOfRead) (
	*preparedRead, error) {
	request := whole
	request.Values = bucket.all.valuesIn(whole.Values, bucket.number)
	request.Range, request.Filter = nil, bucket.filter
	if pattern.plan.Sort == SortRanged {
		request.Range = bucket.all.given
	} else if bucket.number == 0 || bucket.number+1 == bucket.all.count {
		request.Filter = allOf(bucket.filter, bucket.all.filter())
	}
	prepared, err := prepareQueries(session, request, pattern, pattern)
	if err != nil {
		return nil, err
	}
	prepared.bucket = &bucket
	return prepared, nil
}

// Adds the range to the binding, because the keys do not hold it.
func bindRange(binding []byte, given *SortRange) []byte {
	var out binaryText
	out.text(string(binding))
	out.text(string(given.Kind))
	out.keyValue(given.Low)
	if given.High != nil {
		out.keyValue(given.High)
	}
	return out
}

func (p *preparedRead) bindingOfQueries() []byte {
	return tokenBinding(p.pattern, p.tableName, p.queries, p.forward)
}

func prepareBuckets(session *Session, request partRequest, pattern *askedPattern) (*preparedRead, error) {
	all, err := bucketsOf(pattern, request.Range)
	if err != nil {
		return nil, err
	}
	bucket := bucketOfRead{all: all, filter: request.Filter}
	if !request.isForward() {
		bucket.number = all.count - 1
	}
	prepared, err := prepareBucket(session, request, pattern, bucket)
	if err != nil {
		return nil, err
	}
	bucket.binding = bindRange(prepared.bindingOfQueries(), all.given)
	prepared.bucket = &bucket
	if request.After == "" {
		return prepared, nil
	}
	places, err := session.readPageToken(request.After, bucket.binding, len(prepared.queries)+1, pattern.name)
	if err != nil {
		return nil, err
	}
	text, _ := asNumber(places[0].key[bucketName])
	if bucket.number, err = strconv.Atoi(text); err != nil {
		return nil, foreignToken(pattern.name)
	}
	prepared, err = prepareBucket(session, request, pattern, bucket)
	if err == nil {
		prepared.starts = places[1:]
	}
	return prepared, err
}

// Returns true if another partition must be read after this one.
func (p *preparedRead) hasNextBucket() bool {
	if p.bucket == nil {
		return false
	}
	if p.forward {
		return p.bucket.number+1 < p.bucket.all.count
	}
	return p.bucket.number > 0
}

// Returns the read of the next partition, from its beginning. Requires: hasNextBucket.
func (p *preparedRead) nextBucket(session *Session) (*preparedRead, error) {
	bucket := *p.bucket
	if p.forward {
		bucket.number++
	} else {
		bucket.number--
	}
	return prepareBucket(session, p.request, p.pattern, bucket)
}

// ---- requests and tokens

func (p *preparedRead) sortAttributes() []string {
	return sortAttributes(p.pattern.table, p.pattern.plan.Index)
}

// Returns the position from which a query of this read begins.
func (p *preparedRead) startOf(query int) queryPosition {
	if query < len(p.starts) {
		return p.starts[query]
	}
	return queryPosition{}
}

// Returns true if rows that Take does not count may come between rows that it counts.
func (p *preparedRead) skips() bool {
	return p.filter != nil || (p.request.part != nil && p.request.part.mixed)
}

// Returns the request of a read of one item.
func (p *preparedRead) getRequest() *dynamodb.GetItemInput {
	return &dynamodb.GetItemInput{
		TableName: aws.String(p.tableName), Key: p.itemKey, ConsistentRead: aws.Bool(p.consistent),
		ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	}
}

// Returns the request of one of the queries, from a position and without a limit.
func (p *preparedRead) queryRequest(number int, start queryPosition) (*dynamodb.QueryInput, error) {
	shared := newPlaceholders()
	input := &dynamodb.QueryInput{
		TableName: aws.String(p.tableName), ConsistentRead: aws.Bool(p.consistent),
		ScanIndexForward: aws.Bool(p.forward), ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
		KeyConditionExpression: aws.String(shared.keyCondition(&p.queries[number])),
		ExclusiveStartKey:      start.key,
	}
	if p.pattern.plan.Index != nil {
		input.IndexName = aws.String(p.pattern.table.Indexes[*p.pattern.plan.Index].Name)
	}
	if p.filter != nil {
		text, err := shared.render(p.filter)
		if err != nil {
			return nil, err
		}
		input.FilterExpression = aws.String(text)
	}
	input.ExpressionAttributeNames, input.ExpressionAttributeValues = shared.names(), shared.values()
	return input, nil
}

// Returns the binding of the read's page tokens.
func (p *preparedRead) binding() []byte {
	if p.bucket != nil {
		return p.bucket.binding
	}
	return p.bindingOfQueries()
}

// Returns the token of a page that ended at these positions, one for each query.
func (p *preparedRead) tokenOf(session *Session, positions []queryPosition) string {
	if p.bucket != nil {
		key := AttributeMap{bucketName: numberValue(strconv.Itoa(p.bucket.number))}
		positions = append([]queryPosition{{kind: afterKey, key: key}}, positions...)
	}
	return session.makePageToken(positions, p.binding())
}

// Returns the read. The error is of values, ranges, amounts, filters and tokens that do not fit the pattern.
func prepareRead(session *Session, request partRequest) (*preparedRead, error) {
	if request.Take < 0 {
		return nil, modelError("take must be at least 1")
	}
	if request.ReadAtMost < 0 {
		return nil, modelError("read_at_most must be at least 1")
	}
	pattern := askedOf(request.Table, request.Pattern)
	switch {
	case pattern.plan.BucketField != nil:
		return prepareBuckets(session, request, pattern)
	case pattern.plan.Operation == OperationQuery:
		return prepareQuery(session, request, pattern, pattern)
	case request.Filter != nil || request.After != "":
		// A GetItem has no page token, so the query path gets the token and refuses it.
		return prepareQuery(session, request, pattern, asQuery(pattern))
	}
	return prepareGet(session, request, pattern)
}
