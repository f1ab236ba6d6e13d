// Reads of items by their primary keys: one, or several as of one moment. Requests for the same item share its answer.

package rt

import (
	"context"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// KeyedRows is the answer of BatchGet and Snapshot. Rows are by position, nil if the table has no such item. Items of
// another entity than the requested one are unreadable, each with its position.
type KeyedRows struct {
	Rows       []*Row
	Unreadable []*UnreadableRow
	Cost       Cost
}

type askedKey struct {
	table     *Table
	tableName string
	key       AttributeMap
	positions []int // of the requests for this key
}

// The keys of several requests, each once.
type keySet struct {
	session  *Session
	requests []GetRequest
	keys     []askedKey
	numbers  map[string]int // of the keys, by identity
}

// A text that is equal for equal keys of equal tables. The numbers 1 and 1.0 are equal.
func keyIdentity(tableName string, table *Table, key AttributeMap) string {
	text := fmt.Sprintf("%q", tableName)
	for _, name := range keyAttributes(table, nil) {
		value := keyBytes(key[name])
		if _, ok := asNumber(key[name]); ok {
			value = canonicalNumber(value)
		}
		text += fmt.Sprintf("%q", value)
	}
	return text
}

// Returns the keys. The error is of a field that is missing or cannot be in a key.
func keySetOf(session *Session, requests []GetRequest) (*keySet, error) {
	set := &keySet{session: session, requests: requests, numbers: make(map[string]int)}
	for position := range requests {
		request := &requests[position]
		key, err := composePrimary(request.Entity, request.Values)
		if err != nil {
			return nil, err
		}
		name := session.tableName(request.Table)
		identity := keyIdentity(name, request.Table, key)
		number, ok := set.numbers[identity]
		if !ok {
			number = len(set.keys)
			set.numbers[identity] = number
			set.keys = append(set.keys, askedKey{table: request.Table, tableName: name, key: key})
		}
		set.keys[number].positions = append(set.keys[number].positions, position)
	}
	return set, nil
}

// Returns the number of the key that an item or a key has, in the table of that name. false if no request asks for it.
func (s *keySet) numberOf(tableName string, item AttributeMap) (int, bool) {
	at := slices.IndexFunc(s.keys, func(key askedKey) bool { return key.tableName == tableName })
	if at < 0 {
		return 0, false
	}
	number, ok := s.numbers[keyIdentity(tableName, s.keys[at].table, item)]
	return number, ok
}

// Adds an item that was read to the answer, at the positions of its key. An expired item counts as absent. An item of
// another entity than a request asks for is listed as unreadable.
func (s *keySet) addItem(number int, item AttributeMap, answer *KeyedRows) {
	asked := &s.keys[number]
	row := storedRowOf(asked.table, nil, item)
	if row.isExpired(s.session) {
		return
	}
	for _, position := range asked.positions {
		wanted := s.requests[position].Entity
		if row.entity == wanted {
			found := row.handedOut()
			answer.Rows[position] = &found
			continue
		}
		is := "no entity"
		if row.entity != nil {
			is = "the entity " + row.entity.Name
		}
		unreadable := row.unreadable(asked.table, fmt.Sprintf("The item %s of the table %s is of %s, not of the "+
			"requested entity %s", spellMap(asked.key), asked.table.Name, is, wanted.Name))
		unreadable.Position = position
		answer.Unreadable = append(answer.Unreadable, unreadable)
	}
}

// ---- one item

// The pattern of a GetItem. It has the name of its entity.
func primaryPattern(request *GetRequest) *Pattern {
	plan := Plan{Operation: OperationGetItem, Sort: SortNone, Forward: true}
	if sort := request.Entity.Primary.Sort; len(sort) > 0 {
		plan.Sort, plan.SortParts = SortEqual, len(sort[0].Parts)
	}
	at := 0
	for i := range request.Table.Entities {
		if &request.Table.Entities[i] == request.Entity {
			at = i
		}
	}
	return &Pattern{Name: request.Entity.Name, Entities: []int{at}, By: primaryFields(request.Entity), Plan: plan}
}

// Get returns the item, or nil if the table has no such item. The error is a *ModelError for a field that is missing or
// cannot be in a key, *UnreadableRow for an item of another entity, or one of the SDK.
func Get(ctx context.Context, session *Session, request GetRequest, consistent bool) (*Row, error) {
	page, err := Read(ctx, session, ReadRequest{
		Table: request.Table, Pattern: primaryPattern(&request), Values: request.Values,
		Consistent: aws.Bool(consistent),
	})
	switch {
	case err != nil:
		return nil, err
	case len(page.Unreadable) > 0:
		return nil, page.Unreadable[0]
	case len(page.Rows) > 0:
		return &page.Rows[0], nil
	}
	return nil, nil
}

// ---- several items of one moment

const mostSnapshotKeys = 100

var transactionConflicts = []string{
	"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded",
}

// Returns the code of a reason, which is empty for an action that is not to blame.
func codeOfReason(reason *types.CancellationReason) string {
	if code := aws.ToString(reason.Code); code != "None" {
		return code
	}
	return ""
}

// True if the snapshot failed only because a transaction writes one of its items, or because of the load.
func isConflict(err error) bool {
	if !isCancellation(err) {
		return false
	}
	reasons := reasonsOf(err)
	hasCode := false
	for i := range reasons {
		code := codeOfReason(&reasons[i])
		if code != "" && !slices.Contains(transactionConflicts, code) {
			return false
		}
		hasCode = hasCode || code != ""
	}
	return hasCode
}

func (s *keySet) sendSnapshot(ctx context.Context, cost *Cost) (*dynamodb.TransactGetItemsOutput, error) {
	items := make([]types.TransactGetItem, len(s.keys))
	for i := range s.keys {
		items[i].Get = &types.Get{Key: s.keys[i].key, TableName: aws.String(s.keys[i].tableName)}
	}
	input := &dynamodb.TransactGetItemsInput{
		TransactItems: items, ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	}
	for attempt := 1; ; attempt++ {
		cost.Requests++
		answer, err := s.session.client.TransactGetItems(ctx, input)
		if err == nil {
			return answer, nil
		}
		delay, ok := delayBefore(s.session, attempt)
		if !ok || !isConflict(err) {
			return nil, err
		}
		if err := wait(ctx, delay); err != nil {
			return nil, err
		}
	}
}

// Snapshot returns the items as of one moment, by position. The error is one of the SDK, or a *ModelError for more than
// 100 keys, or for a field that is missing or cannot be in a key.
func Snapshot(ctx context.Context, session *Session, requests []GetRequest) (*KeyedRows, error) {
	set, err := keySetOf(session, requests)
	if err != nil {
		return nil, err
	}
	answer := &KeyedRows{Rows: make([]*Row, len(requests))}
	if len(requests) == 0 {
		return answer, nil
	}
	if len(set.keys) > mostSnapshotKeys {
		return nil, modelError("A snapshot has at most %d keys, not %d: read them in several snapshots, each of one "+
			"moment, or with get_many, which reads any number and not as of one moment",
			mostSnapshotKeys, len(set.keys))
	}
	response, err := set.sendSnapshot(ctx, &answer.Cost)
	if err != nil {
		return nil, err
	}
	answer.Cost.addCapacity(response.ConsumedCapacity...)
	answer.Cost.Evaluated = len(set.keys)
	for i := range firstOf(response.Responses, len(set.keys)) {
		if item := response.Responses[i].Item; len(item) > 0 {
			answer.Cost.Returned++
			set.addItem(i, item, answer)
		}
	}
	return answer, nil
}
