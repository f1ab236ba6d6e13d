// A valid request of each operation, as the body of the wire. All of them are for the table Orders, with the partition
// key "id" and the sort key "made" (texts), the global index ByOwner on "holder" and the vector index ByLook. An
// operation needs a line here only if its request must have more than the member that names its resource.
#pragma once

#include <string_view>

#include "base/operation.h"

namespace partita::test {

struct SampleRequest {
  std::string_view operation;
  std::string_view body;
};

inline constexpr SampleRequest kSampleRequests[] = {
    {"CreateTable", R"({"TableName": "Others", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]})"},
    {"UpdateTable", R"({"TableName": "Orders", "DeletionProtectionEnabled": true})"},
    {"TagResource", R"({"ResourceArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders",
        "Tags": [{"Key": "team", "Value": "red"}]})"},
    {"UntagResource",
     R"({"ResourceArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders", "TagKeys": ["cost"]})"},
    {"PutResourcePolicy", R"({"ResourceArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders",
        "Policy": "{\"Statement\": {\"Effect\": \"Allow\", \"Principal\": {\"AWS\": \"111122223333\"}, )"
                          R"(\"Action\": \"dynamodb:GetItem\", \"Resource\": \"*\"}}"})"},
    {"UpdateTimeToLive", R"({"TableName": "Orders",
        "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "until"}})"},
    {"UpdateContributorInsights", R"({"TableName": "Orders", "IndexName": "ByOwner",
        "ContributorInsightsAction": "ENABLE"})"},
    {"CreateBackup", R"({"TableName": "Orders", "BackupName": "first"})"},
    {"UpdateContinuousBackups", R"({"TableName": "Orders",
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true}})"},
    {"RestoreTableFromBackup", R"({"TargetTableName": "Restored", "BackupArn":
        "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/backup/01767607200000-0123abcd"})"},
    {"RestoreTableToPointInTime", R"({"TargetTableName": "Restored", "SourceTableName": "Orders",
        "UseLatestRestorableTime": true})"},
    {"HashItems", R"({"TableName": "Orders", "HashKey": {"B": "MDEyMzQ1Njc4OWFiY2RlZg=="}, "PartCount": 16})"},
    {"ListChangedItems", R"({"TableName": "Orders", "StartTime": 1767225600})"},
    {"ListItemVersions", R"({"TableName": "Orders", "Key": {"id": {"S": "a"}, "made": {"S": "1"}}})"},
    {"RestoreTableToVersion", R"({"TargetTableName": "Restored", "SourceTableName": "Orders",
        "BeforeSequenceNumber": "100000000000000000001"})"},
    {"ExportTableToPointInTime", R"({"TableArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders",
        "S3Bucket": "bucket"})"},
    {"ImportTable", R"({"S3BucketSource": {"S3Bucket": "bucket"}, "InputFormat": "DYNAMODB_JSON",
        "TableCreationParameters": {"TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}})"},
    {"StartBulkPutItems", R"({"TableName": "Orders",
        "InputS3Configuration": {"S3Bucket": "bucket", "InputFormat": "DYNAMODB_JSON"},
        "OutputS3Configuration": {"OutputType": ["ERROR"]}})"},
    {"DescribeBulkOperation", R"({"BulkOperationArn":
        "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/bulk-operation/01767607200000-0123abcd"})"},
    {"CancelBulkOperation", R"({"BulkOperationArn":
        "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/bulk-operation/01767607200000-0123abcd"})"},
    {"PutItem", R"({"TableName": "Orders", "Item": {"id": {"S": "new"}, "made": {"S": "1"}}})"},
    {"GetItem", R"({"TableName": "Orders", "Key": {"id": {"S": "a"}, "made": {"S": "1"}}})"},
    {"UpdateItem", R"({"TableName": "Orders", "Key": {"id": {"S": "a"}, "made": {"S": "1"}},
        "UpdateExpression": "SET cents = :t", "ExpressionAttributeValues": {":t": {"N": "7"}}})"},
    {"DeleteItem", R"({"TableName": "Orders", "Key": {"id": {"S": "a"}, "made": {"S": "1"}}})"},
    {"BatchGetItem", R"({"RequestItems": {"Orders": {"Keys": [{"id": {"S": "a"}, "made": {"S": "1"}}]}}})"},
    {"BatchWriteItem", R"({"RequestItems": {"Orders": [
        {"DeleteRequest": {"Key": {"id": {"S": "a"}, "made": {"S": "1"}}}},
        {"PutRequest": {"Item": {"id": {"S": "b"}, "made": {"S": "1"}}}}]}})"},
    {"Query", R"({"TableName": "Orders", "KeyConditionExpression": "id = :i",
        "ExpressionAttributeValues": {":i": {"S": "a"}}})"},
    {"Scan", R"({"TableName": "Orders", "IndexName": "ByOwner"})"},
    {"SearchVectors", R"({"TableName": "Orders", "IndexName": "ByLook", "SearchVector": [{"N": "1"}, {"N": "0"}],
        "TopK": 1})"},
    {"TransactWriteItems", R"({"TransactItems": [
        {"Put": {"TableName": "Orders", "Item": {"id": {"S": "c"}, "made": {"S": "1"}}}},
        {"Delete": {"TableName": "Orders", "Key": {"id": {"S": "a"}, "made": {"S": "1"}}}}]})"},
    {"TransactGetItems", R"({"TransactItems": [
        {"Get": {"TableName": "Orders", "Key": {"id": {"S": "a"}, "made": {"S": "1"}}}}]})"},
    {"ListStreams", R"({"TableName": "Orders"})"},
    {"GetShardIterator",
     R"({"StreamArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/stream/2026-01-05T10:00:00.123",
        "ShardId": "shardId-00000001767607200000-00000001", "ShardIteratorType": "TRIM_HORIZON"})"},
    {"GetRecords", R"({"ShardIterator":
        "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/stream/2026-01-05T10:00:00.123|1|AAAA"})"},
    {"ExecuteStatement", R"({"Statement": "DELETE FROM Orders WHERE id = 'a' AND made = '1'"})"},
    {"BatchExecuteStatement", R"({"Statements": [
        {"Statement": "DELETE FROM Orders WHERE id = 'a' AND made = '1'"}]})"},
    {"ExecuteTransaction", R"({"TransactStatements": [
        {"Statement": "DELETE FROM Orders WHERE id = 'a' AND made = '1'"}]})"},
};

// The request that only names the resource of the operation, or an empty text.
inline std::string_view request_for(base::ResourceKind resource) {
  switch (resource) {
    case base::ResourceKind::Table:
    case base::ResourceKind::TableOrIndex:
      return R"({"TableName": "Orders"})";
    case base::ResourceKind::TableOrStream:
      return R"({"ResourceArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders"})";
    case base::ResourceKind::Stream:
      return R"({"StreamArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/stream/2026-01-05T10:00:00.123"})";
    case base::ResourceKind::Backup:
      return R"({"BackupArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/backup/01767607200000-0123abcd"})";
    case base::ResourceKind::Export:
      return R"({"ExportArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/export/01767607200000-0123abcd"})";
    case base::ResourceKind::Import:
      return R"({"ImportArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/import/01767607200000-0123abcd"})";
    case base::ResourceKind::AllTables:
    case base::ResourceKind::Account:
      return "{}";
    default:
      return {};
  }
}

inline std::string_view sample_request(std::string_view operation) {
  for (const SampleRequest& sample : kSampleRequests)
    if (sample.operation == operation) return sample.body;
  for (const base::OperationTraits& traits : base::kOperationTraits)
    if (traits.name == operation) return request_for(traits.resource);
  return {};
}

}  // namespace partita::test
