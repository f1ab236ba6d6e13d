// Package orders stores orders in a table. It is the code that the tests beside it try.
package orders

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Store is the table of orders.
type Store struct{ Client *dynamodb.Client }

const table = "orders"

// Create makes the table, with a stream.
func (s Store) Create(ctx context.Context) error {
	_, err := s.Client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:            aws.String(table),
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
		StreamSpecification: &types.StreamSpecification{
			StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewImage,
		},
	})
	return err
}

// Put stores an order.
func (s Store) Put(ctx context.Context, id string) error {
	_, err := s.Client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(table),
		Item:      map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
	})
	return err
}

// IDs returns the orders that the table has.
func (s Store) IDs(ctx context.Context) ([]string, error) {
	page, err := s.Client.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String(table)})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, item := range page.Items {
		ids = append(ids, item["id"].(*types.AttributeValueMemberS).Value)
	}
	return ids, nil
}
