// One action of a transaction on one item. A single action is sent as a PutItem, UpdateItem or DeleteItem.

package rt

import (
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// The purpose of an action.
type actionPart string

const (
	partItem    actionPart = "item"    // the item that the request names
	partOldItem actionPart = "oldItem" // the item under its old key, for a move
	partClaim   actionPart = "claim"   // creates the sentinel of a unique value
	partRelease actionPart = "release" // removes that sentinel
	partRepoint actionPart = "repoint" // gives that sentinel another owner
	// Removes the expired owner whose value a claim takes over, or checks that it does not exist.
	partExpired actionPart = "expired"
)

type actionKind string

const (
	putAction    actionKind = "put"
	updateAction actionKind = "update"
	deleteAction actionKind = "delete"
	checkAction  actionKind = "check"
)

// A condition with its placeholders. An empty text means that the action is unconditional.
type conditionTexts struct {
	condition string
	names     map[string]string
	values    AttributeMap
}

type writeAction struct {
	conditionTexts
	kind       actionKind
	part       actionPart
	update     string // the update expression
	returnsOld bool   // put, update: return the old item; else an update returns the new one
	unique     []int  // of claims, releases, repoints and expired owners
	table      *Table
	key        AttributeMap // the primary key
	item       AttributeMap // the whole item, of a put
}

func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return aws.String(text)
}

// Each request asks for the stored item in case its condition fails.
const onFailure = types.ReturnValuesOnConditionCheckFailureAllOld

func (a *writeAction) putInput(table string) *dynamodb.PutItemInput {
	input := &dynamodb.PutItemInput{
		TableName: aws.String(table), Item: a.item, ConditionExpression: textOrNil(a.condition),
		ExpressionAttributeNames: a.names, ExpressionAttributeValues: a.values,
		ReturnValuesOnConditionCheckFailure: onFailure, ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	}
	if a.returnsOld {
		input.ReturnValues = types.ReturnValueAllOld
	}
	return input
}

func (a *writeAction) updateInput(table string) *dynamodb.UpdateItemInput {
	input := &dynamodb.UpdateItemInput{
		TableName: aws.String(table), Key: a.key, ConditionExpression: textOrNil(a.condition),
		UpdateExpression:         textOrNil(a.update),
		ExpressionAttributeNames: a.names, ExpressionAttributeValues: a.values, ReturnValues: types.ReturnValueAllNew,
		ReturnValuesOnConditionCheckFailure: onFailure, ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	}
	if a.returnsOld {
		input.ReturnValues = types.ReturnValueAllOld
	}
	return input
}

func (a *writeAction) deleteInput(table string) *dynamodb.DeleteItemInput {
	return &dynamodb.DeleteItemInput{
		TableName: aws.String(table), Key: a.key, ConditionExpression: textOrNil(a.condition),
		ExpressionAttributeNames: a.names, ExpressionAttributeValues: a.values, ReturnValues: types.ReturnValueAllOld,
		ReturnValuesOnConditionCheckFailure: onFailure, ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	}
}

// Requires: an update has an update expression or a condition.
func (a *writeAction) inTransaction(table string) types.TransactWriteItem {
	name, condition := aws.String(table), textOrNil(a.condition)
	switch {
	case a.kind == putAction:
		return types.TransactWriteItem{Put: &types.Put{
			TableName: name, Item: a.item, ConditionExpression: condition, ExpressionAttributeNames: a.names,
			ExpressionAttributeValues: a.values, ReturnValuesOnConditionCheckFailure: onFailure,
		}}
	case a.kind == updateAction && a.update != "":
		return types.TransactWriteItem{Update: &types.Update{
			TableName: name, Key: a.key, UpdateExpression: aws.String(a.update), ConditionExpression: condition,
			ExpressionAttributeNames: a.names, ExpressionAttributeValues: a.values,
			ReturnValuesOnConditionCheckFailure: onFailure,
		}}
	case a.kind == deleteAction:
		return types.TransactWriteItem{Delete: &types.Delete{
			TableName: name, Key: a.key, ConditionExpression: condition, ExpressionAttributeNames: a.names,
			ExpressionAttributeValues: a.values, ReturnValuesOnConditionCheckFailure: onFailure,
		}}
	}
	// A transaction takes no update without changes.
	return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: name, Key: a.key, ConditionExpression: condition, ExpressionAttributeNames: a.names,
		ExpressionAttributeValues: a.values, ReturnValuesOnConditionCheckFailure: onFailure,
	}}
}
