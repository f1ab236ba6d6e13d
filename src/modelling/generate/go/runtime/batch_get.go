// BatchGet reads any number of items by primary key.

package rt

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	// The number of requests of one batch that are under way at a time.
	batchesSideBySide = 4
	mostBatchKeys     = 100 // of one request
)

type batchReading struct {
	set         *keySet
	consistent  bool
	answer      *KeyedRows
	pending     []int // keys that this attempt must still ask for
	unprocessed []int // keys for the next attempt
	progress    bool  // in this attempt
	lastFailure error // of the last request, if it failed as a whole
}

func (b *batchReading) requestFor(chunk []int) *dynamodb.BatchGetItemInput {
	tables := make(map[string]types.KeysAndAttributes)
	for _, number := range chunk {
		key := &b.set.keys[number]
		table := tables[key.tableName]
		table.Keys = append(table.Keys, key.key)
		table.ConsistentRead = aws.Bool(b.consistent)
		tables[key.tableName] = table
	}
	return &dynamodb.BatchGetItemInput{
		RequestItems: tables, ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	}
}

func (b *batchReading) takeAnswer(chunk []int, response *dynamodb.BatchGetItemOutput) {
	b.lastFailure = nil
	left := 0
	for _, table := range namesOf(response.UnprocessedKeys) {
		for _, key := range response.UnprocessedKeys[table].Keys {
			if number, ok := b.set.numberOf(table, key); ok {
				b.unprocessed = append(b.unprocessed, number)
				left++
			}
		}
	}
	b.progress = b.progress || left < len(chunk)
	cost := &b.answer.Cost
	cost.Evaluated += len(chunk) - left
	cost.addCapacity(response.ConsumedCapacity...)
	for table, items := range response.Responses {
		for _, item := range items {
			if number, ok := b.set.numberOf(table, item); ok {
				cost.Returned++
				b.set.addItem(number, item, b.answer)
			}
		}
	}
}

// The answer of a request, or the error with which the service says that it can process no part of it now.
type batchAnswer struct {
	response *dynamodb.BatchGetItemOutput
	failure  error
}

// Sends requests for several chunks of the pending keys, side by side.
func (b *batchReading) sendChunks(ctx context.Context) error {
	var chunks [][]int
	for len(b.pending) > 0 && len(chunks) < batchesSideBySide {
		chunk := firstOf(b.pending, mostBatchKeys)
		chunks = append(chunks, chunk)
		b.pending = b.pending[len(chunk):]
	}
	b.answer.Cost.Requests += len(chunks)
	answers, err := sideBySide(chunks, func(chunk []int) (batchAnswer, error) {
		response, err := b.set.session.client.BatchGetItem(ctx, b.requestFor(chunk))
		if err != nil && (isThrottled(err) || maySucceedLater(err)) {
			return batchAnswer{failure: err}, nil
		}
		return batchAnswer{response: response}, err
	})
	if err != nil {
		return err
	}
	for i, one := range answers {
		if one.failure != nil {
			b.lastFailure = one.failure
			b.unprocessed = append(b.unprocessed, chunks[i]...)
			continue
		}
		b.takeAnswer(chunks[i], one.response)
	}
	return nil
}

// The error of a batch whose attempts are used up. `attempts` are those in a row that read no item.
func (b *batchReading) unfinished(attempts int) error {
	var unread []int
	for _, number := range b.unprocessed {
		unread = append(unread, b.set.keys[number].positions...)
	}
	slices.Sort(unread)
	message := leftUndone("reads", len(unread), len(b.set.requests), attempts, b.lastFailure)
	return &BatchUnfinished{Message: message, Positions: unread, Err: b.lastFailure}
}

// BatchGet returns the items, by position. It reads chunks of 100 items, and asks again for keys that the database left
// unprocessed, with growing delays. The error is one of the SDK, a *ModelError for a field that is missing or cannot be
// in a key, or *BatchUnfinished with their positions if keys are unprocessed when the attempts are used up.
func BatchGet(ctx context.Context, session *Session, requests []GetRequest, consistent bool) (*KeyedRows, error) {
	set, err := keySetOf(session, requests)
	if err != nil {
		return nil, err
	}
	answer := &KeyedRows{Rows: make([]*Row, len(requests))}
	batch := &batchReading{set: set, consistent: consistent, answer: answer}
	for number := range set.keys {
		batch.pending = append(batch.pending, number)
	}
	for attempt := 0; ; {
		for len(batch.pending) > 0 {
			if err := batch.sendChunks(ctx); err != nil {
				return nil, err
			}
		}
		if len(batch.unprocessed) == 0 {
			return answer, nil
		}
		// Only consecutive attempts that read no item use up attempts, because large items leave keys unprocessed
		// without any fault.
		attempt++
		if batch.progress {
			attempt = 1
		}
		delay, ok := delayBefore(session, attempt)
		if !ok {
			return nil, batch.unfinished(attempt)
		}
		batch.progress = false
		batch.pending, batch.unprocessed = batch.unprocessed, nil
		if err := wait(ctx, delay); err != nil {
			return nil, err
		}
	}
}
