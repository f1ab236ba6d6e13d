// Creates the tables of a model, or checks those that exist.

package rt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Returns the description of a table, or nil if it does not exist.
func (s *Session) findTable(ctx context.Context, name string) (*types.TableDescription, error) {
	answer, err := s.client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(name)})
	var missing *types.ResourceNotFoundException
	if errors.As(err, &missing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return answer.Table, nil
}

func keysInWords(schema []types.KeySchemaElement) string {
	return strings.Join(mapped(schema, func(key types.KeySchemaElement) string {
		return aws.ToString(key.AttributeName) + " " + string(key.KeyType)
	}), ", ")
}

func projectionInWords(projection *types.Projection) string {
	if projection == nil {
		return ""
	}
	names := slices.Sorted(slices.Values(projection.NonKeyAttributes))
	return strings.Join(append([]string{string(projection.ProjectionType)}, names...), " ")
}

// The keys and projection of an index, in words.
type indexInWords struct {
	name       string
	keys       string
	projection string
}

func indexDifferences(wanted, there []indexInWords) []string {
	var out []string
	for _, index := range wanted {
		at := slices.IndexFunc(there, func(one indexInWords) bool { return one.name == index.name })
		switch {
		case at < 0:
			out = append(out, "it lacks the index "+index.name)
		case there[at].keys != index.keys:
			out = append(out, fmt.Sprintf("the index %s has the keys %s and not %s",
				index.name, there[at].keys, index.keys))
		case there[at].projection != index.projection:
			out = append(out, fmt.Sprintf("the index %s projects %s and not %s",
				index.name, there[at].projection, index.projection))
		}
	}
	return out
}

func indexesOfRequest(wanted *dynamodb.CreateTableInput) []indexInWords {
	all := mapped(wanted.GlobalSecondaryIndexes, func(one types.GlobalSecondaryIndex) indexInWords {
		return indexInWords{aws.ToString(one.IndexName), keysInWords(one.KeySchema), projectionInWords(one.Projection)}
	})
	return append(all, mapped(wanted.LocalSecondaryIndexes, func(one types.LocalSecondaryIndex) indexInWords {
		return indexInWords{aws.ToString(one.IndexName), keysInWords(one.KeySchema), projectionInWords(one.Projection)}
	})...)
}

func indexesOfTable(there *types.TableDescription) []indexInWords {
	all := mapped(there.GlobalSecondaryIndexes, func(one types.GlobalSecondaryIndexDescription) indexInWords {
		return indexInWords{aws.ToString(one.IndexName), keysInWords(one.KeySchema), projectionInWords(one.Projection)}
	})
	local := mapped(there.LocalSecondaryIndexes, func(one types.LocalSecondaryIndexDescription) indexInWords {
		return indexInWords{aws.ToString(one.IndexName), keysInWords(one.KeySchema), projectionInWords(one.Projection)}
	})
	return append(all, local...)
}

// The differences of a table from its model. Further indexes are not a difference, because a later version may need them.
func differences(wanted *dynamodb.CreateTableInput, there *types.TableDescription) []string {
	var out []string
	if is, should := keysInWords(there.KeySchema), keysInWords(wanted.KeySchema); is != should {
		out = append(out, "its keys are "+is+" and not "+should)
	}
	for _, one := range wanted.AttributeDefinitions {
		for _, found := range there.AttributeDefinitions {
			name := aws.ToString(one.AttributeName)
			if aws.ToString(found.AttributeName) == name && found.AttributeType != one.AttributeType {
				out = append(out, fmt.Sprintf("the attribute %s has the type %s and not %s",
					name, found.AttributeType, one.AttributeType))
			}
		}
	}
	return append(out, indexDifferences(indexesOfRequest(wanted), indexesOfTable(there))...)
}

func (s *Session) createRequest(table *Table) (*dynamodb.CreateTableInput, error) {
	input := &dynamodb.CreateTableInput{}
	if err := json.Unmarshal(table.Create, input); err != nil {
		return nil, &ModelError{Message: "the description of the table " + table.Name + " is not valid", Err: err}
	}
	input.TableName = aws.String(s.tableName(table))
	return input, nil
}

// CheckTables returns a *ModelError that lists the differences of each table from its model, or names a table that does
// not exist.
func CheckTables(ctx context.Context, session *Session, model *Model) error {
	var faults []string
	for i := range model.Tables {
		wanted, err := session.createRequest(&model.Tables[i])
		if err != nil {
			return err
		}
		name := aws.ToString(wanted.TableName)
		there, err := session.findTable(ctx, name)
		if err != nil {
			return err
		}
		found := []string{"it does not exist"}
		if there != nil {
			found = differences(wanted, there)
		}
		if len(found) > 0 {
			faults = append(faults, "the table "+name+" is not that of the model: "+strings.Join(found, "; "))
		}
	}
	if len(faults) > 0 {
		return modelError("%s", strings.Join(faults, "\n"))
	}
	return nil
}

func isActive(table *types.TableDescription) bool {
	if table == nil || table.TableStatus != types.TableStatusActive {
		return false
	}
	return !slices.ContainsFunc(table.GlobalSecondaryIndexes, func(one types.GlobalSecondaryIndexDescription) bool {
		return one.IndexStatus != types.IndexStatusActive
	})
}

func (s *Session) enableTimeToLive(ctx context.Context, table *Table) error {
	if table.TTLAttribute == "" {
		return nil
	}
	name := aws.String(s.tableName(table))
	answer, err := s.client.DescribeTimeToLive(ctx, &dynamodb.DescribeTimeToLiveInput{TableName: name})
	if err != nil {
		return err
	}
	there := answer.TimeToLiveDescription
	if there != nil && (there.TimeToLiveStatus == types.TimeToLiveStatusEnabled ||
		there.TimeToLiveStatus == types.TimeToLiveStatusEnabling) {
		if is := aws.ToString(there.AttributeName); is != table.TTLAttribute {
			return modelError("the items of %s expire by %s and not by %s", *name, is, table.TTLAttribute)
		}
		return nil
	}
	_, err = s.client.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName: name,
		TimeToLiveSpecification: &types.TimeToLiveSpecification{
			Enabled: aws.Bool(true), AttributeName: aws.String(table.TTLAttribute),
		},
	})
	return err
}

// Creates a table if it does not exist, and waits until it is ACTIVE.
func (s *Session) createTable(ctx context.Context, table *Table) error {
	input, err := s.createRequest(table)
	if err != nil {
		return err
	}
	name := s.tableName(table)
	there, err := s.findTable(ctx, name)
	if err != nil {
		return err
	}
	if there == nil {
		_, err = s.client.CreateTable(ctx, input)
		var exists *types.ResourceInUseException
		// Another program may have created it meanwhile.
		if err != nil && !errors.As(err, &exists) {
			return err
		}
	}
	for delay := firstDelay; !isActive(there); delay = min(2*delay, longestDelay) {
		if there, err = s.findTable(ctx, name); err != nil {
			return err
		}
		if isActive(there) {
			break
		}
		if err := wait(ctx, delay); err != nil {
			return err
		}
	}
	return s.enableTimeToLive(ctx, table)
}

// CreateTables creates the tables that do not exist, with their indexes and time to live, and waits until all are
// ACTIVE. The error is that of CheckTables for tables that exist and differ, or one of the SDK.
func CreateTables(ctx context.Context, session *Session, model *Model) error {
	for i := range model.Tables {
		if err := session.createTable(ctx, &model.Tables[i]); err != nil {
			return err
		}
	}
	return CheckTables(ctx, session, model)
}
