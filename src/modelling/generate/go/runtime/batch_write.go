// BatchWrite puts and removes items independently of each other, in chunks.

package rt

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	writesOfChunk = 25
	mostItemBytes = 400 * 1024
)

type batchedWrite struct {
	table    string // its name in the database
	key      AttributeMap
	request  types.WriteRequest
	position int
}

func checkBatched(request *WriteRequest) error {
	switch {
	case request.Kind != Put && request.Kind != Remove:
		return refuse(request, "a batch write puts and removes only")
	case request.Entity.Version != nil:
		return refuse(request, "a batch write cannot check a version: use write() or transact()")
	case len(request.Entity.Unique) > 0:
		return refuse(request, "a batch write cannot keep a field unique: use write() or transact()")
	case request.MustExist || request.ReadFirst || request.Condition != nil || len(request.Given) > 0:
		return refuse(request, "a batch write has no conditions: use write() or transact()")
	}
	return nil
}

func (s *Session) batchedWriteOf(request *WriteRequest, position int, now time.Time) (batchedWrite, error) {
	action, err := s.batchedAction(request, now)
	if err != nil {
		return batchedWrite{}, err
	}
	out := batchedWrite{table: s.tableName(action.table), key: action.key, position: position}
	if action.item == nil {
		out.request.DeleteRequest = &types.DeleteRequest{Key: action.key}
		return out, nil
	}
	out.request.PutRequest = &types.PutRequest{Item: action.item}
	if size := sizeOfItem(action.item); size > mostItemBytes {
		return out, refuse(request, "the item has %d bytes, and the limit is %d", size, mostItemBytes)
	}
	return out, nil
}

func (s *Session) batchedAction(request *WriteRequest, now time.Time) (*writeAction, error) {
	if err := checkBatched(request); err != nil {
		return nil, err
	}
	whole, err := s.withKeptMembers(*request, now)
	if err != nil {
		return nil, err
	}
	plan, err := planWrite(&whole, nil, "", s.options.Computed)
	if err != nil {
		return nil, err
	}
	return &plan.actions[0], nil
}

func (s *Session) batchedWrites(requests []WriteRequest) ([]batchedWrite, error) {
	now := s.now()
	seen := make(map[string]int)
	writes := make([]batchedWrite, len(requests))
	for i := range requests {
		write, err := s.batchedWriteOf(&requests[i], i, now)
		if err != nil {
			return nil, atRequest(i, err)
		}
		identity := itemIdentity(write.table, write.key)
		if earlier, ok := seen[identity]; ok {
			return nil, modelError("requests %d and %d are on the same item: a batch has at most one write for each "+
				"item, because a batch has no order", earlier, i)
		}
		seen[identity] = i
		writes[i] = write
	}
	return writes, nil
}

func (c *writeCall) sendChunk(ctx context.Context, chunk []batchedWrite) (*dynamodb.BatchWriteItemOutput, error) {
	tables := make(map[string][]types.WriteRequest)
	for i := range chunk {
		tables[chunk[i].table] = append(tables[chunk[i].table], chunk[i].request)
	}
	c.cost.Requests++
	input := &dynamodb.BatchWriteItemInput{
		RequestItems: tables, ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	}
	answer, err := c.session.client.BatchWriteItem(ctx, input, endAtLostAnswer)
	if err == nil {
		c.cost.addCapacity(answer.ConsumedCapacity...)
	}
	return answer, err
}

func (w *batchedWrite) isIn(requests []types.WriteRequest) bool {
	for i := range requests {
		var item AttributeMap
		if put := requests[i].PutRequest; put != nil {
			item = put.Item
		} else if remove := requests[i].DeleteRequest; remove != nil {
			item = remove.Key
		}
		isOf := item != nil
		for name, value := range w.key {
			isOf = isOf && sameValue(item[name], value)
		}
		if isOf {
			return true
		}
	}
	return false
}

// The writes of the chunk that the service has not processed.
func unprocessedOf(chunk []batchedWrite, answer *dynamodb.BatchWriteItemOutput) []batchedWrite {
	var left []batchedWrite
	for i := range chunk {
		if chunk[i].isIn(answer.UnprocessedItems[chunk[i].table]) {
			left = append(left, chunk[i])
		}
	}
	return left
}

// BatchWrite puts and removes items, without conditions and not atomically. They are sent in chunks of 25. Unprocessed
// ones are sent again, with growing delays. The error is a *ModelError before the first request if an item is too large
// or two requests are for one item, and *BatchUnfinished, with the positions of the writes that may be missing, if the
// batch is not carried out whole.
// Requires: each request is a Put or Remove, for an entity without version and unique fields.
func BatchWrite(ctx context.Context, session *Session, requests []WriteRequest) (Cost, error) {
	call := writeCall{session: session}
	waiting, err := session.batchedWrites(requests)
	if err != nil {
		return Cost{}, err
	}
	fail := func(why string, cause error) (Cost, error) {
		positions := make([]int, len(waiting))
		for i := range waiting {
			positions[i] = waiting[i].position
		}
		return call.cost, writesUnfinished(why, positions, len(requests), cause)
	}
	attempts := 0 // consecutive ones without progress
	for len(waiting) > 0 {
		chunk := firstOf(waiting, writesOfChunk)
		left := chunk
		answer, failure := call.sendChunk(ctx, chunk)
		switch {
		case failure == nil:
			left = unprocessedOf(chunk, answer)
		case !maySucceedLater(failure) && !isThrottled(failure):
			return fail(messageOf(failure), failure)
		}
		// Unprocessed writes wait again, before the rest.
		rest := waiting[len(chunk):]
		waiting = append(append([]batchedWrite{}, left...), rest...)
		if len(left) < len(chunk) {
			attempts = 0
		}
		if len(left) == 0 {
			continue
		}
		attempts++
		delay, ok := delayBefore(session, attempts)
		if !ok {
			return fail(leftUndone("writes", len(waiting), len(requests), attempts, failure), failure)
		}
		if err := wait(ctx, delay); err != nil {
			return fail(err.Error(), err)
		}
	}
	return call.cost, nil
}
