package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	movedTable    = "moved"
	importedTable = "moved_imported"
	bucket        = "moves"
)

// checkMovement moves items through a bucket of the server, which is a folder of PARTITA_TEST_S3.
func checkMovement(client *dynamodb.Client) {
	mustDo(os.MkdirAll(filepath.Join(os.Getenv("PARTITA_TEST_S3"), bucket), 0o755))
	simpleTable(client, movedTable)
	putInto(client, movedTable, simpleItem("a", "one"))
	putInto(client, movedTable, simpleItem("b", "two"))
	var manifest string
	check("ExportTableToPointInTime, with its description and list", func() { manifest = checkExport(client) })
	check("ImportTable of the export, with its description and list", func() { checkImport(client, manifest) })
	check("StartBulkPutItems, with its description, list and report", func() { checkBulk(client) })
	check("CancelBulkOperation", func() { checkCancel(client) })
	check("the tables of the movement are deleted", func() { dropTables(client, movedTable, importedTable) })
}

// ended asks until the status is not one of work that goes on.
func ended[Description any](describe func() Description, status func(Description) string) Description {
	for until := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		description := describe()
		if now := status(description); now != "IN_PROGRESS" && now != "CANCELLING" {
			return description
		}
		expect(time.Now().Before(until), "it goes on: %+v", description)
	}
}

func checkExport(client *dynamodb.Client) (manifest string) {
	enableRecovery(client, movedTable, 35)
	table := must(client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(movedTable)})).Table
	begun := must(client.ExportTableToPointInTime(ctx, &dynamodb.ExportTableToPointInTimeInput{
		TableArn: table.TableArn, S3Bucket: aws.String(bucket), S3Prefix: aws.String("out"), ExportFormat: types.ExportFormatIon,
	})).ExportDescription
	export := ended(func() *types.ExportDescription {
		return must(client.DescribeExport(ctx, &dynamodb.DescribeExportInput{ExportArn: begun.ExportArn})).ExportDescription
	}, func(export *types.ExportDescription) string { return string(export.ExportStatus) })
	expectEqual(export.ExportStatus, types.ExportStatusCompleted)
	expectEqual(*export.ItemCount, int64(2))
	expect(!export.EndTime.Before(*export.StartTime), "from %v to %v", export.StartTime, export.EndTime)
	listed := must(client.ListExports(ctx, &dynamodb.ListExportsInput{TableArn: table.TableArn})).ExportSummaries
	expectEqual(len(listed), 1)
	expectEqual(listed[0].ExportArn, begun.ExportArn)
	expectEqual(listed[0].ExportType, types.ExportTypeFullExport)
	_, err := client.DescribeExport(ctx, &dynamodb.DescribeExportInput{
		ExportArn: aws.String((*begun.ExportArn)[:len(*begun.ExportArn)-8] + "00000000"),
	})
	var missing *types.ExportNotFoundException
	expect(errors.As(err, &missing), "%v", err)
	return *export.ExportManifest
}

func checkImport(client *dynamodb.Client, manifest string) {
	begun := must(client.ImportTable(ctx, &dynamodb.ImportTableInput{
		S3BucketSource: &types.S3BucketSource{
			S3Bucket:    aws.String(bucket),
			S3KeyPrefix: aws.String(strings.Replace(manifest, "manifest-summary.json", "data/", 1)),
		},
		InputFormat: types.InputFormatIon, InputCompressionType: types.InputCompressionTypeGzip,
		TableCreationParameters: &types.TableCreationParameters{
			TableName: aws.String(importedTable), BillingMode: types.BillingModePayPerRequest,
			AttributeDefinitions: simpleAttributes(), KeySchema: simpleKey(),
		},
	})).ImportTableDescription
	imported := ended(func() *types.ImportTableDescription {
		return must(client.DescribeImport(ctx, &dynamodb.DescribeImportInput{ImportArn: begun.ImportArn})).ImportTableDescription
	}, func(one *types.ImportTableDescription) string { return string(one.ImportStatus) })
	expectEqual(imported.ImportStatus, types.ImportStatusCompleted)
	expectEqual([]int64{imported.ProcessedItemCount, imported.ImportedItemCount, imported.ErrorCount}, []int64{2, 2, 0})
	listed := must(client.ListImports(ctx, &dynamodb.ListImportsInput{TableArn: imported.TableArn})).ImportSummaryList
	expectEqual(len(listed), 1)
	expectEqual(listed[0].ImportArn, begun.ImportArn)
	waitUntilActive(client, importedTable)
	items := itemsOf(client, importedTable)
	expectEqual(len(items), 2)
	for _, wanted := range itemsOf(client, movedTable) {
		expect(slices.ContainsFunc(items, func(one item) bool {
			return *keyOf(one) == *keyOf(wanted) && *stateOf(one) == *stateOf(wanted)
		}), "%v is missing", *keyOf(wanted))
	}
	_, err := client.DescribeImport(ctx, &dynamodb.DescribeImportInput{
		ImportArn: aws.String((*begun.ImportArn)[:len(*begun.ImportArn)-8] + "00000000"),
	})
	var missing *types.ImportNotFoundException
	expect(errors.As(err, &missing), "%v", err)
}

func keyOf(one item) *string   { return &one["pk"].(*types.AttributeValueMemberS).Value }
func stateOf(one item) *string { return &one["state"].(*types.AttributeValueMemberS).Value }

func writeObject(key, content string) {
	mustDo(os.WriteFile(filepath.Join(os.Getenv("PARTITA_TEST_S3"), bucket, key), []byte(content), 0o644))
}

func startBulk(client *dynamodb.Client, prefix string, units *int64) *string {
	begun := must(client.StartBulkPutItems(ctx, &dynamodb.StartBulkPutItemsInput{
		TableName: aws.String(movedTable), MaxWriteRequestUnits: units,
		InputS3Configuration: &types.InputS3Configuration{
			S3Bucket: aws.String(bucket), S3KeyPrefix: aws.String(prefix), InputFormat: types.BulkOperationInputFormatDynamodbJson,
		},
		OutputS3Configuration: &types.OutputS3Configuration{
			S3KeyPrefix: aws.String("reports"),
			OutputType:  []types.OutputTypeEnum{types.OutputTypeEnumError, types.OutputTypeEnumConditionCheckFailure},
		},
	})).BulkOperationDescription
	expectEqual(*begun.TableDetails[0].TableName, movedTable)
	return begun.BulkOperationArn
}

func endedBulk(client *dynamodb.Client, arn *string) *types.BulkOperationDescription {
	return ended(func() *types.BulkOperationDescription {
		return must(client.DescribeBulkOperation(ctx, &dynamodb.DescribeBulkOperationInput{BulkOperationArn: arn})).BulkOperationDescription
	}, func(bulk *types.BulkOperationDescription) string { return string(bulk.BulkOperationStatus) })
}

func checkBulk(client *dynamodb.Client) {
	writeObject("bulk.json", `{"Item": {"pk": {"S": "c"}}}
{"Item": {"pk": {"S": "a"}}, "ConditionExpression": "attribute_not_exists(pk)"}
`)
	arn := startBulk(client, "bulk", nil)
	bulk := endedBulk(client, arn)
	expectEqual(string(bulk.BulkOperationStatus), "COMPLETED")
	expectEqual([]int64{bulk.ProcessedItemCount, bulk.FailedItemCount}, []int64{2, 0})
	listed := must(client.ListBulkOperations(ctx, &dynamodb.ListBulkOperationsInput{})).BulkOperationsSummaryList
	expect(slices.ContainsFunc(listed, func(one types.BulkOperationSummary) bool { return *one.BulkOperationArn == *arn }),
		"the list lacks %s", *arn)
	reports := must(filepath.Glob(filepath.Join(os.Getenv("PARTITA_TEST_S3"), bucket, "reports/AWSDynamoDB/*/reports/*.json")))
	expectEqual(len(reports), 1)
	report := string(must(os.ReadFile(reports[0])))
	expect(strings.Contains(report, `"ErrorCode":"ConditionalCheckFailed"`) && strings.Count(report, "\n") == 1, "%s", report)
	expectEqual(len(itemsOf(client, movedTable)), 3)
	_, err := client.CancelBulkOperation(ctx, &dynamodb.CancelBulkOperationInput{BulkOperationArn: arn})
	expect(err != nil && strings.Contains(err.Error(), "has ended"), "%v", err)
}

func checkCancel(client *dynamodb.Client) {
	var lines strings.Builder
	for range 20_000 {
		lines.WriteString(`{"Item": {"pk": {"S": "again"}}}` + "\n")
	}
	writeObject("slow.json", lines.String())
	arn := startBulk(client, "slow", aws.Int64(1024))
	answer := must(client.CancelBulkOperation(ctx, &dynamodb.CancelBulkOperationInput{BulkOperationArn: arn}))
	expectEqual(string(answer.BulkOperationStatus), "CANCELLING")
	bulk := endedBulk(client, arn)
	expectEqual([]string{string(bulk.BulkOperationStatus), aws.ToString(bulk.FailureCode)}, []string{"CANCELLED", "OperationCancelled"})
	expect(bulk.ProcessedItemCount < 20_000, "all were put")
}
