// Package visits counts visits in the table "visits". It takes its client from the environment.
package visits

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Add counts a visit and returns how many the page has had, as a number in decimal digits.
func Add(ctx context.Context, page string) (string, error) {
	settings, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return "", err
	}
	answer, err := dynamodb.NewFromConfig(settings).UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String("visits"),
		Key:                       map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: page}},
		UpdateExpression:          aws.String("ADD visits :one"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":one": &types.AttributeValueMemberN{Value: "1"}},
		ReturnValues:              types.ReturnValueUpdatedNew,
	})
	if err != nil {
		return "", err
	}
	return answer.Attributes["visits"].(*types.AttributeValueMemberN).Value, nil
}
