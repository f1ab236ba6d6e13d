package main

import (
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const savedTable = "saved"

func checkBackups(client *dynamodb.Client) {
	check("a backup and its restore", func() { checkBackup(client) })
	check("recovery to a moment", func() { checkRecovery(client) })
	check("the tables of the backups are deleted", func() { dropTables(client, savedTable, savedTable+"_first", savedTable+"_now") })
}

// simpleTable makes a table with the key pk, and waits until it is active.
func simpleTable(client *dynamodb.Client, name string) {
	must(client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName: aws.String(name), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: simpleAttributes(), KeySchema: simpleKey(),
	}))
	waitUntilActive(client, name)
}

func simpleAttributes() []types.AttributeDefinition {
	return []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS}}
}

func simpleKey() []types.KeySchemaElement {
	return []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash}}
}

func waitUntilActive(client *dynamodb.Client, name string) {
	waiter := dynamodb.NewTableExistsWaiter(client, func(options *dynamodb.TableExistsWaiterOptions) {
		options.MinDelay, options.MaxDelay = 50*time.Millisecond, 100*time.Millisecond
	})
	mustDo(waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(name)}, patience))
}

func dropTables(client *dynamodb.Client, names ...string) {
	for _, name := range names {
		must(client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(name)}))
	}
}

func simpleItem(pk, state string) item { return item{"pk": text(pk), "state": text(state)} }

func putInto(client *dynamodb.Client, table string, whole item) {
	must(client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(table), Item: whole}))
}

// itemsOf gives all items of a small table.
func itemsOf(client *dynamodb.Client, table string) []item {
	return must(client.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String(table), ConsistentRead: aws.Bool(true)})).Items
}

func checkBackup(client *dynamodb.Client) {
	simpleTable(client, savedTable)
	putInto(client, savedTable, simpleItem("a", "new"))
	made := must(client.CreateBackup(ctx, &dynamodb.CreateBackupInput{
		TableName: aws.String(savedTable), BackupName: aws.String("first"),
	})).BackupDetails
	expect(time.Since(*made.BackupCreationDateTime).Abs() < time.Minute, "made at %v", made.BackupCreationDateTime)
	putInto(client, savedTable, simpleItem("a", "changed"))
	described := must(client.DescribeBackup(ctx, &dynamodb.DescribeBackupInput{BackupArn: made.BackupArn})).BackupDescription
	expectEqual(described.BackupDetails.BackupStatus, types.BackupStatusAvailable)
	expectEqual(*described.BackupDetails.BackupName, "first")
	expectEqual(*described.SourceTableDetails.ItemCount, int64(1))
	listed := must(client.ListBackups(ctx, &dynamodb.ListBackupsInput{TableName: aws.String(savedTable)})).BackupSummaries
	expectEqual(len(listed), 1)
	expectEqual(listed[0].BackupArn, made.BackupArn)
	restored := must(client.RestoreTableFromBackup(ctx, &dynamodb.RestoreTableFromBackupInput{
		BackupArn: made.BackupArn, TargetTableName: aws.String(savedTable + "_first"),
	})).TableDescription
	expectEqual(restored.RestoreSummary.SourceBackupArn, made.BackupArn)
	waitUntilActive(client, savedTable+"_first")
	expectEqual(itemsOf(client, savedTable+"_first"), []item{simpleItem("a", "new")})
	deleted := must(client.DeleteBackup(ctx, &dynamodb.DeleteBackupInput{BackupArn: made.BackupArn})).BackupDescription
	expectEqual(deleted.BackupDetails.BackupStatus, types.BackupStatusDeleted)
	_, err := client.DescribeBackup(ctx, &dynamodb.DescribeBackupInput{BackupArn: made.BackupArn})
	var missing *types.BackupNotFoundException
	expect(errors.As(err, &missing), "%v", err)
}

func checkRecovery(client *dynamodb.Client) {
	describe := func() *types.PointInTimeRecoveryDescription {
		return must(client.DescribeContinuousBackups(ctx, &dynamodb.DescribeContinuousBackupsInput{
			TableName: aws.String(savedTable),
		})).ContinuousBackupsDescription.PointInTimeRecoveryDescription
	}
	expectEqual(describe().PointInTimeRecoveryStatus, types.PointInTimeRecoveryStatusDisabled)
	enableRecovery(client, savedTable, 5)
	putInto(client, savedTable, simpleItem("a", "last"))
	recovery := describe()
	expectEqual(recovery.PointInTimeRecoveryStatus, types.PointInTimeRecoveryStatusEnabled)
	expectEqual(*recovery.RecoveryPeriodInDays, int32(5))
	expect(!recovery.LatestRestorableDateTime.Before(*recovery.EarliestRestorableDateTime), "from %v to %v",
		recovery.EarliestRestorableDateTime, recovery.LatestRestorableDateTime)
	must(client.RestoreTableToPointInTime(ctx, &dynamodb.RestoreTableToPointInTimeInput{
		SourceTableName: aws.String(savedTable), TargetTableName: aws.String(savedTable + "_now"),
		UseLatestRestorableTime: aws.Bool(true),
	}))
	putInto(client, savedTable, simpleItem("a", "later"))
	waitUntilActive(client, savedTable+"_now")
	expectEqual(itemsOf(client, savedTable+"_now"), []item{simpleItem("a", "last")})
	_, err := client.RestoreTableToPointInTime(ctx, &dynamodb.RestoreTableToPointInTimeInput{
		SourceTableName: aws.String(savedTable), TargetTableName: aws.String(savedTable + "_past"),
		RestoreDateTime: aws.Time(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)),
	})
	var invalid *types.InvalidRestoreTimeException
	expect(errors.As(err, &invalid), "%v", err)
}

func enableRecovery(client *dynamodb.Client, table string, days int32) {
	answer := must(client.UpdateContinuousBackups(ctx, &dynamodb.UpdateContinuousBackupsInput{
		TableName: aws.String(table),
		PointInTimeRecoverySpecification: &types.PointInTimeRecoverySpecification{
			PointInTimeRecoveryEnabled: aws.Bool(true), RecoveryPeriodInDays: aws.Int32(days),
		},
	}))
	expectEqual(answer.ContinuousBackupsDescription.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus,
		types.PointInTimeRecoveryStatusEnabled)
}
