// Sends the requests of writes, and counts their cost.

package rt

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// A call of a write, with the cost so far.
type writeCall struct {
	session *Session
	cost    Cost
}

// Reads an item with its latest value. Returns nil if it does not exist.
func (c *writeCall) getItem(ctx context.Context, table *Table, key AttributeMap) (AttributeMap, error) {
	c.cost.Requests++
	answer, err := c.session.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(c.session.tableName(table)), Key: key, ConsistentRead: aws.Bool(true),
		ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	})
	if err != nil {
		return nil, err
	}
	c.cost.addReported(answer.ConsumedCapacity)
	if len(answer.Item) == 0 {
		return nil, nil
	}
	return answer.Item, nil
}

// Reads the item of a request, with the fields that only its keys hold.
func (c *writeCall) readFor(ctx context.Context, request *WriteRequest) (storedItem, error) {
	key, err := composePrimary(request.Entity, request.Values)
	if err != nil {
		return storedItem{}, err
	}
	item, err := c.getItem(ctx, request.Table, key)
	if item == nil || err != nil {
		return storedItem{}, err
	}
	c.cost.Evaluated++
	item = copyOf(item)
	identify(request.Table, item)
	return storedItem{attributes: item}, nil
}

// Sends one action by itself. Returns the item that the service returned, or nil without one.
func (c *writeCall) sendAction(ctx context.Context, action *writeAction) (item AttributeMap, err error) {
	c.cost.Requests++
	client, table := c.session.client, c.session.tableName(action.table)
	var consumed *types.ConsumedCapacity
	switch action.kind {
	case putAction:
		var answer *dynamodb.PutItemOutput
		if answer, err = client.PutItem(ctx, action.putInput(table), endAtLostAnswer); err == nil {
			item, consumed = answer.Attributes, answer.ConsumedCapacity
		}
	case updateAction:
		var answer *dynamodb.UpdateItemOutput
		if answer, err = client.UpdateItem(ctx, action.updateInput(table), endAtLostAnswer); err == nil {
			item, consumed = answer.Attributes, answer.ConsumedCapacity
		}
	case deleteAction:
		var answer *dynamodb.DeleteItemOutput
		if answer, err = client.DeleteItem(ctx, action.deleteInput(table), endAtLostAnswer); err == nil {
			item, consumed = answer.Attributes, answer.ConsumedCapacity
		}
	default:
		err = modelError("a check is sent in a transaction only")
	}
	c.cost.addReported(consumed)
	if len(item) == 0 {
		item = nil
	}
	return item, err
}

// ---- transactions

// The action that caused the cancellation of a transaction.
type cancellation struct {
	action int
	code   string // such as "ConditionalCheckFailed"
	reason *types.CancellationReason
}

// Returns the action to blame: the first whose condition failed, or else the first that was refused for good, or else
// the first that met another writer. nil if the error has no reasons.
func blamed(err error) *cancellation {
	if !isCancellation(err) {
		return nil
	}
	reasons := reasonsOf(err)
	var causes []cancellation
	for i := range reasons {
		if code := codeOfReason(&reasons[i]); code != "" {
			causes = append(causes, cancellation{action: i, code: code, reason: &reasons[i]})
		}
	}
	for i := range causes {
		if causes[i].code == "ConditionalCheckFailed" {
			return &causes[i]
		}
	}
	for i := range causes {
		if !slices.Contains(transactionConflicts, causes[i].code) {
			return &causes[i]
		}
	}
	if len(causes) > 0 {
		return &causes[0]
	}
	return nil
}

func transactionMaySucceedLater(err error) bool {
	if !isCancellation(err) {
		return maySucceedLater(err)
	}
	blame := blamed(err)
	return blame != nil && slices.Contains(transactionConflicts, blame.code)
}

// Returns the error of a write whose outcome is not known, with the message of `cause`.
func outcomeUnknown(cause error) error {
	return &OutcomeUnknown{Message: "The outcome of the write is not known: " + messageOf(cause), Err: cause}
}

// Sends the actions as one transaction. Its token makes a repetition harmless, so unknown outcomes and conflicts with
// other writers are tried again with growing delays. The error is the last one of the SDK, or *OutcomeUnknown if the
// attempts are used up and the last one had no clear outcome.
func (c *writeCall) runTransaction(ctx context.Context, actions []writeAction) error {
	items := make([]types.TransactWriteItem, len(actions))
	for i := range actions {
		items[i] = actions[i].inTransaction(c.session.tableName(actions[i].table))
	}
	input := &dynamodb.TransactWriteItemsInput{
		TransactItems: items, ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
		ClientRequestToken: aws.String(c.session.requestToken()),
	}
	for made := 1; ; made++ {
		c.cost.Requests++
		answer, err := c.session.client.TransactWriteItems(ctx, input, endAtLostAnswer)
		if err == nil {
			c.cost.addCapacity(answer.ConsumedCapacity...)
			return nil
		}
		if !transactionMaySucceedLater(err) {
			return err
		}
		delay, ok := delayBefore(c.session, made)
		if !ok && outcomeIsUnknown(err) {
			return outcomeUnknown(err)
		}
		if !ok {
			return err
		}
		if err := wait(ctx, delay); err != nil {
			return err
		}
	}
}

// ---- the requests of one call

// Returns the place of a request, for its errors.
func whereOf(requests []WriteRequest, position int) placeOfWrite {
	text := fmt.Sprintf("request %d (%s)", position, requests[position].Entity.Name)
	return placeOfWrite{text: text, position: &position}
}

// Returns the error with the position of its request.
func atRequest(position int, err error) error {
	if err == nil {
		return nil
	}
	message := fmt.Sprintf("request %d: %s", position, err.Error())
	var wrong *ModelError
	if errors.As(err, &wrong) {
		return &ModelError{Message: message, Err: err}
	}
	var refused *WriteRefused
	if errors.As(err, &refused) {
		return &WriteRefused{Reason: refused.Reason, Message: message, Position: &position, Err: err}
	}
	return &RequestError{Position: position, Err: err}
}
