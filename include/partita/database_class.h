// The class Database with the contract of each operation, without the structs of the operations. It is enough to open,
// connect and own a database and to give it to the model layer. <partita/database.h> has the structs too. They cost the
// compiler as much as the headers of the standard library.
#pragma once

#include <partita/error.h>
#include <partita/export.h>

#include <functional>
#include <memory>

namespace partita {

class Subscription;
struct SubscribeRequest;

#define PARTITA_OPERATION(function, Name) \
  struct Name##Request;                   \
  struct Name##Response;
#include <partita/operations.def>
#undef PARTITA_OPERATION

// A function that receives the answer of an operation. It is called exactly once, perhaps before the call that started
// the operation returns. The response belongs to the completion.
//
// An embedded database calls it on the calling thread or on one of its own threads, a remote database on the one thread
// that carries all its requests. Other answers may wait for that thread. So a completion must not block, must not call
// the waiting form of an operation, must not destroy the database, and must not throw.
template <class Response>
using Completion = std::function<void(Result<Response>)>;

// The operations of DynamoDB. An embedded database (open.h), a remote one (connect.h) and the fakes of tests implement
// this class. The server and the model layer use only this class.
//
// All functions are safe to use from several threads. Every operation has two forms. One waits for its answer and
// returns it. The other hands the answer to a completion, and never waits for a disk on the calling thread. Both forms
// refuse the same requests with the same error and text. An operation owns its request, so a caller that no longer
// needs it should move it in.
//
// The comment of an operation lists its own errors. Every operation can also return these:
//   ValidationException        the request breaks a rule of the API; the message is the service's
//   ResourceNotFoundException  a table that the request names does not exist, or is still created or deleted
//   ThrottlingException        a write: more than 16,384 writes wait for the disk
//   InternalServerError        an I/O failure or a lack of memory, or a write to a database that was opened read-only
//   Corruption                 stored bytes do not decode
// and, if OpenOptions ask for them, the operations on items return these:
//   ProvisionedThroughputExceededException, ThrottlingException, RequestLimitExceeded
//                              the table, an index, a partition key or the account has no units left, with
//                              throttling_reasons; a transaction is cancelled instead (OpenOptions::throttling)
//   TransactionConflictException  a write of an item that a transaction is writing (OpenOptions::conflicts)
// A remote database (connect.h) returns the errors of its endpoint, ServiceUnavailable if it cannot reach the endpoint,
// and OutcomeUnknown if a write got no answer. After InternalServerError and OutcomeUnknown a write may have happened.
// After any other error the operation has changed nothing.
//
// "Partita" in the comments means an embedded database and Partita's server. "On Amazon DynamoDB" begins a difference
// of the service. docs/compatibility.md lists all of them. The limits are those of "Quotas in Amazon DynamoDB"
// (developer guide). A KB is 1024 bytes, an MB 1024 KB.
//
// tests/layering/check_operations keeps the functions equal to operations.def. Their order is part of the ABI.
//
// The destructor waits for the operations under way, whose completions are called before it returns. It must not run
// inside a completion.
class PARTITA_API Database {
 public:
  virtual ~Database();

  // ---- tables

  // Creates a table with up to 5 local and 20 global indexes. The response says CREATING, but the table is usable at
  // once unless OpenOptions::table_delay is set.
  // Errors: ResourceInUseException if the table exists; NotImplemented for a resource policy.
  // On Amazon DynamoDB a new table is usable only after some seconds, and the number of tables is limited.
  virtual Result<CreateTableResponse> create_table(CreateTableRequest request) = 0;
  virtual void create_table(CreateTableRequest request, Completion<CreateTableResponse> done) = 0;

  // Returns the table's keys, indexes, settings, status, and its counts of items and bytes.
  // Errors: none beside those of every operation.
  // On Amazon DynamoDB the counts are renewed about every six hours. Partita's are exact at the time of the call.
  virtual Result<DescribeTableResponse> describe_table(DescribeTableRequest request) = 0;
  virtual void describe_table(DescribeTableRequest request, Completion<DescribeTableResponse> done) = 0;

  // Returns a page of table names. If the response has a `last_evaluated_table_name`, the next page follows that name.
  // Errors: none beside those of every operation. `exclusive_start_table_name` need not be the name of a table.
  // On Amazon DynamoDB the names have no defined order. Partita sorts them by their bytes.
  virtual Result<ListTablesResponse> list_tables(ListTablesRequest request) = 0;
  virtual void list_tables(ListTablesRequest request, Completion<ListTablesResponse> done) = 0;

  // Changes settings of the table, and creates, changes or deletes global indexes. A new index is filled in the
  // background and answers reads after that.
  // Errors: ResourceInUseException while the table is created, updated or deleted; LimitExceededException if a second
  // index would be created or deleted at the same time; ResourceNotFoundException if the table lacks an index of the
  // request; ValidationException also if a stream is enabled twice or disabled twice.
  // On Amazon DynamoDB an index cannot be deleted for about a minute after the request that creates it.
  virtual Result<UpdateTableResponse> update_table(UpdateTableRequest request) = 0;
  virtual void update_table(UpdateTableRequest request, Completion<UpdateTableResponse> done) = 0;

  // Deletes the table with its items and indexes. The name is free at once unless OpenOptions::table_delay is set. Disk
  // space is given back in the background.
  // Errors: ResourceInUseException while the table, or one of its global indexes, is created, updated or deleted;
  // ValidationException if the table is protected against deletion.
  // On Amazon DynamoDB the name becomes free only after some seconds.
  virtual Result<DeleteTableResponse> delete_table(DeleteTableRequest request) = 0;
  virtual void delete_table(DeleteTableRequest request, Completion<DeleteTableResponse> done) = 0;

  // ---- tags

  // Adds tags to the table with this ARN, or replaces the values of tags that it has. Partita only keeps the tags.
  // Errors: ResourceNotFoundException if this database has no table with the ARN; ValidationException if the table
  // would have more than 50 tags.
  // On Amazon DynamoDB a change of tags takes effect after some seconds. Tags serve billing and access control.
  virtual Result<TagResourceResponse> tag_resource(TagResourceRequest request) = 0;
  virtual void tag_resource(TagResourceRequest request, Completion<TagResourceResponse> done) = 0;

  // Removes the tags with these keys from the table with this ARN. It is not an error if the table lacks such a tag.
  // Errors: ResourceNotFoundException if this database has no table with the ARN.
  // On Amazon DynamoDB a change of tags takes effect after some seconds.
  virtual Result<UntagResourceResponse> untag_resource(UntagResourceRequest request) = 0;
  virtual void untag_resource(UntagResourceRequest request, Completion<UntagResourceResponse> done) = 0;

  // Returns the tags of the table with this ARN.
  // Errors: AccessDeniedException if this database has no table with the ARN, as on the service.
  // On Amazon DynamoDB the tags may come in several pages. Partita returns all of them at once and ignores
  // `next_token`.
  virtual Result<ListTagsOfResourceResponse> list_tags_of_resource(ListTagsOfResourceRequest request) = 0;
  virtual void list_tags_of_resource(ListTagsOfResourceRequest request,
                                     Completion<ListTagsOfResourceResponse> done) = 0;

  // ---- resource-based policies

  // Attaches a policy to the table, with its indexes, or to the stream with this ARN, and returns the id of its
  // revision, which stays if the policy is the same. `partita serve --auth iam` asks it; an embedded database does not.
  // Errors: PolicyNotFoundException if `expected_revision_id` is not the present one; ResourceInUseException while the
  // table is deleted; ValidationException also for a policy with a fault, which the text names, and for an ARN of
  // another account.
  // On Amazon DynamoDB a change takes effect after some seconds, and the next one is refused for 15 seconds.
  virtual Result<PutResourcePolicyResponse> put_resource_policy(PutResourcePolicyRequest request) = 0;
  virtual void put_resource_policy(PutResourcePolicyRequest request, Completion<PutResourcePolicyResponse> done) = 0;

  // Returns the policy of the table or the stream with this ARN, in the service's form of it.
  // Errors: PolicyNotFoundException if it has none; ResourceNotFoundException and ValidationException as
  // put_resource_policy().
  virtual Result<GetResourcePolicyResponse> get_resource_policy(GetResourcePolicyRequest request) = 0;
  virtual void get_resource_policy(GetResourcePolicyRequest request, Completion<GetResourcePolicyResponse> done) = 0;

  // Removes the policy of the table or the stream with this ARN, and returns the id of its revision. It is not an error
  // if there is none.
  // Errors: as put_resource_policy().
  virtual Result<DeleteResourcePolicyResponse> delete_resource_policy(DeleteResourcePolicyRequest request) = 0;
  virtual void delete_resource_policy(DeleteResourcePolicyRequest request,
                                      Completion<DeleteResourcePolicyResponse> done) = 0;

  // ---- time to live

  // Starts or stops the expiry of items. Partita deletes an expired item within seconds (OpenOptions::ttl_interval),
  // but keeps items that expired more than five years ago, as the service does.
  // Errors: ValidationException if expiry already is as the request wants it, uses another attribute or is just being
  // stopped.
  // On Amazon DynamoDB the deletion takes up to a few days, and the setting can be changed only once an hour.
  virtual Result<UpdateTimeToLiveResponse> update_time_to_live(UpdateTimeToLiveRequest request) = 0;
  virtual void update_time_to_live(UpdateTimeToLiveRequest request, Completion<UpdateTimeToLiveResponse> done) = 0;

  // Returns whether the items of the table expire, and the attribute that holds the time of expiry.
  // Errors: none beside those of every operation.
  // On Amazon DynamoDB the status is ENABLING or DISABLING for up to an hour, on Partita only for a moment.
  virtual Result<DescribeTimeToLiveResponse> describe_time_to_live(DescribeTimeToLiveRequest request) = 0;
  virtual void describe_time_to_live(DescribeTimeToLiveRequest request,
                                     Completion<DescribeTimeToLiveResponse> done) = 0;

  // ---- Contributor Insights

  // Starts or stops the search for the keys of a table or a global index that requests name most often, and for those
  // whose requests are refused for lack of capacity. `partita stats` shows them. A request for what is so already
  // changes nothing. Another mode is set by another ENABLE.
  // Errors: ResourceNotFoundException if the table has no global index with the name, a vector index included;
  // ValidationException if the table is CREATING or DELETING, or the index is not ACTIVE, and the action is ENABLE.
  // On Amazon DynamoDB the keys are shown by CloudWatch, and an account has a quota of rules.
  virtual Result<UpdateContributorInsightsResponse> update_contributor_insights(
      UpdateContributorInsightsRequest request) = 0;
  virtual void update_contributor_insights(UpdateContributorInsightsRequest request,
                                           Completion<UpdateContributorInsightsResponse> done) = 0;

  // Returns whether these keys of the table or the global index are searched for.
  // Errors: ResourceNotFoundException if the table has no global index with the name, a vector index included.
  // On Amazon DynamoDB the status is ENABLING or DISABLING for some seconds, on Partita for OpenOptions::table_delay.
  virtual Result<DescribeContributorInsightsResponse> describe_contributor_insights(
      DescribeContributorInsightsRequest request) = 0;
  virtual void describe_contributor_insights(DescribeContributorInsightsRequest request,
                                             Completion<DescribeContributorInsightsResponse> done) = 0;

  // Returns a page of the tables and global indexes that have Contributor Insights, of one table or of all tables.
  // Those with the status DISABLED are left out.
  // Errors: ValidationException if `next_token` is none.
  // On Amazon DynamoDB a page of all tables can be empty although others follow.
  virtual Result<ListContributorInsightsResponse> list_contributor_insights(ListContributorInsightsRequest request) = 0;
  virtual void list_contributor_insights(ListContributorInsightsRequest request,
                                         Completion<ListContributorInsightsResponse> done) = 0;

  // ---- backups and recovery

  // Backs up the table as it is at this moment, without a stop of its writers. Until an item changes, the backup shares
  // its bytes with the table. A backup outlives its table.
  // Errors: TableNotFoundException.
  // On Amazon DynamoDB the moment is uncertain by a minute, and a new table cannot be backed up for some seconds.
  virtual Result<CreateBackupResponse> create_backup(CreateBackupRequest request) = 0;
  virtual void create_backup(CreateBackupRequest request, Completion<CreateBackupResponse> done) = 0;

  // Describes the backup with this ARN, and its table as it was.
  // Errors: BackupNotFoundException; AccessDeniedException for the ARN of another account.
  // On Amazon DynamoDB a backup is CREATING for longer, and its size is 0 or that of some hours ago.
  virtual Result<DescribeBackupResponse> describe_backup(DescribeBackupRequest request) = 0;
  virtual void describe_backup(DescribeBackupRequest request, Completion<DescribeBackupResponse> done) = 0;

  // Returns a page of the backups, those of deleted tables included, the oldest first.
  // Errors: ValidationException if the lower bound of the times is above the upper one.
  // On Amazon DynamoDB the order of the backups of several tables is not documented.
  virtual Result<ListBackupsResponse> list_backups(ListBackupsRequest request) = 0;
  virtual void list_backups(ListBackupsRequest request, Completion<ListBackupsResponse> done) = 0;

  // Deletes the backup with this ARN. Space is given back in the background.
  // Errors: BackupNotFoundException; BackupInUseException while a restore reads it;
  // ValidationException for a SYSTEM backup; AccessDeniedException for the ARN of another account.
  // On Amazon DynamoDB no backup was seen to be too young to be deleted.
  virtual Result<DeleteBackupResponse> delete_backup(DeleteBackupRequest request) = 0;
  virtual void delete_backup(DeleteBackupRequest request, Completion<DeleteBackupResponse> done) = 0;

  // Starts or ends point-in-time recovery: from now on each change of an item keeps the item as it was. If a table
  // with it is deleted, a SYSTEM backup remains for 35 days. To end it forgets the changes.
  // Errors: TableNotFoundException; ValidationException if it is to be disabled with a period.
  // On Amazon DynamoDB the latest restorable time is five minutes ago, here it is now (OpenOptions::recovery_delay).
  virtual Result<UpdateContinuousBackupsResponse> update_continuous_backups(UpdateContinuousBackupsRequest request) = 0;
  virtual void update_continuous_backups(UpdateContinuousBackupsRequest request,
                                         Completion<UpdateContinuousBackupsResponse> done) = 0;

  // Returns whether the table has point-in-time recovery, and the times to which it can be restored.
  // Errors: TableNotFoundException.
  // On Amazon DynamoDB the status of a new table is DISABLED for some seconds.
  virtual Result<DescribeContinuousBackupsResponse> describe_continuous_backups(
      DescribeContinuousBackupsRequest request) = 0;
  virtual void describe_continuous_backups(DescribeContinuousBackupsRequest request,
                                           Completion<DescribeContinuousBackupsResponse> done) = 0;

  // Makes a new table with the items of a backup. It is CREATING until all of them are there. It lacks the tags, the
  // stream, the time to live, the policy, the protection and the recovery of the old one.
  // Errors: BackupNotFoundException; BackupInUseException while another restore reads the backup;
  // LimitExceededException beyond 50 restores; TableAlreadyExistsException; TableInUseException; AccessDeniedException
  // for another account. On Amazon DynamoDB a restore takes some minutes.
  virtual Result<RestoreTableFromBackupResponse> restore_table_from_backup(RestoreTableFromBackupRequest request) = 0;
  virtual void restore_table_from_backup(RestoreTableFromBackupRequest request,
                                         Completion<RestoreTableFromBackupResponse> done) = 0;

  // Makes a new table with the items that a table had at a moment of the past, as restore_table_from_backup() does.
  // Errors: TableNotFoundException; PointInTimeRecoveryUnavailableException; InvalidRestoreTimeException;
  // LimitExceededException beyond 50 restores; TableAlreadyExistsException.
  // On Amazon DynamoDB a restore takes some minutes.
  virtual Result<RestoreTableToPointInTimeResponse> restore_table_to_point_in_time(
      RestoreTableToPointInTimeRequest request) = 0;
  virtual void restore_table_to_point_in_time(RestoreTableToPointInTimeRequest request,
                                              Completion<RestoreTableToPointInTimeResponse> done) = 0;

  // Returns a page of up to 1 MB, or `limit` elements, of the versions that an item has had within the recovery period,
  // the newest first. A change that left the item as it was makes no version.
  // Errors: ResourceNotFoundException; PointInTimeRecoveryUnavailableException; InvalidRestoreTimeException for a time
  // before the earliest restorable one; ValidationException for a token of another list.
  // Amazon DynamoDB has no such operation.
  virtual Result<ListItemVersionsResponse> list_item_versions(ListItemVersionsRequest request) = 0;
  virtual void list_item_versions(ListItemVersionsRequest request, Completion<ListItemVersionsResponse> done) = 0;

  // Makes a new table as restore_table_to_point_in_time() does, with the items of just before or after a change, which
  // is named by its number or by a condition that an item came to match.
  // Errors: those of restore_table_to_point_in_time(); InvalidRestoreTimeException for a number outside of the recovery
  // period, and if no change made the item match.
  // Amazon DynamoDB has no such operation. It restores a table to a second.
  virtual Result<RestoreTableToVersionResponse> restore_table_to_version(RestoreTableToVersionRequest request) = 0;
  virtual void restore_table_to_version(RestoreTableToVersionRequest request,
                                        Completion<RestoreTableToVersionResponse> done) = 0;

  // Returns a page of up to 1 MB, or `limit` elements, of the items that changed within a span of time, with both
  // images. An item that came and went within the span is left out.
  // Errors: as list_item_versions(); InvalidRestoreTimeException also for a start after now.
  // Amazon DynamoDB has no such operation. An incremental export to S3 has the same items.
  virtual Result<ListChangedItemsResponse> list_changed_items(ListChangedItemsRequest request) = 0;
  virtual void list_changed_items(ListChangedItemsRequest request, Completion<ListChangedItemsResponse> done) = 0;

  // ---- exports, imports and bulk writes

  // Begins to write the items that a table had at a moment, or the changes of a span of time, to files in S3.
  // Errors: TableNotFoundException; PointInTimeRecoveryUnavailableException; InvalidExportTimeException for a time to
  // which the table cannot be restored, and for a span that is too short or too long; ExportConflictException if the
  // token was used for another export; LimitExceededException beyond 300 exports; AccessDeniedException for the ARN of
  // another account; ValidationException if the database has no S3.
  // On Amazon DynamoDB an export takes some minutes.
  virtual Result<ExportTableToPointInTimeResponse> export_table_to_point_in_time(
      ExportTableToPointInTimeRequest request) = 0;
  virtual void export_table_to_point_in_time(ExportTableToPointInTimeRequest request,
                                             Completion<ExportTableToPointInTimeResponse> done) = 0;

  // Describes the export with this ARN, for 90 days.
  // Errors: ExportNotFoundException; AccessDeniedException for the ARN of another account.
  // On Amazon DynamoDB the answer has a member DestinationType too, which the SDKs do not know.
  virtual Result<DescribeExportResponse> describe_export(DescribeExportRequest request) = 0;
  virtual void describe_export(DescribeExportRequest request, Completion<DescribeExportResponse> done) = 0;

  // Returns a page of the exports of the last 90 days, the newest first.
  // Errors: ValidationException for a token of another list; AccessDeniedException for the ARN of another account.
  // Amazon DynamoDB refuses frequent requests.
  virtual Result<ListExportsResponse> list_exports(ListExportsRequest request) = 0;
  virtual void list_exports(ListExportsRequest request, Completion<ListExportsResponse> done) = 0;

  // Makes a new table and begins to put the items of files in S3 into it. It is CREATING until all of them are there.
  // An item that the table cannot hold is left out, and the import then ends as FAILED.
  // Errors: ResourceInUseException if the table exists; ImportConflictException if the token was used for another
  // import; LimitExceededException beyond 50 imports; ValidationException if the database has no S3.
  // On Amazon DynamoDB the table appears later, and several imports of one name may begin.
  virtual Result<ImportTableResponse> import_table(ImportTableRequest request) = 0;
  virtual void import_table(ImportTableRequest request, Completion<ImportTableResponse> done) = 0;

  // Describes the import with this ARN, for 90 days.
  // Errors: ImportNotFoundException; AccessDeniedException for the ARN of another account.
  // On Amazon DynamoDB the answer names a group of logs.
  virtual Result<DescribeImportResponse> describe_import(DescribeImportRequest request) = 0;
  virtual void describe_import(DescribeImportRequest request, Completion<DescribeImportResponse> done) = 0;

  // Returns a page of the imports of the last 90 days, the newest first.
  // Errors: ValidationException for a token of another list; AccessDeniedException for the ARN of another account.
  // Amazon DynamoDB refuses frequent requests.
  virtual Result<ListImportsResponse> list_imports(ListImportsRequest request) = 0;
  virtual void list_imports(ListImportsRequest request, Completion<ListImportsResponse> done) = 0;

  // Begins to put the items of files in S3 into a table, one by one, as put_item() does. An item may have a condition.
  // Errors: ResourceNotFoundException; ResourceInUseException if the table is not ACTIVE;
  // IdempotentParameterMismatchException if the token was used for another one; LimitExceededException;
  // ValidationException if the database has no S3.
  virtual Result<StartBulkPutItemsResponse> start_bulk_put_items(StartBulkPutItemsRequest request) = 0;
  virtual void start_bulk_put_items(StartBulkPutItemsRequest request, Completion<StartBulkPutItemsResponse> done) = 0;

  // Describes the bulk write with this ARN, for 90 days.
  // Errors: ResourceNotFoundException; AccessDeniedException for the ARN of another account.
  // On Amazon DynamoDB the usage of the indexes is told too.
  virtual Result<DescribeBulkOperationResponse> describe_bulk_operation(DescribeBulkOperationRequest request) = 0;
  virtual void describe_bulk_operation(DescribeBulkOperationRequest request,
                                       Completion<DescribeBulkOperationResponse> done) = 0;

  // Returns a page of the bulk writes of the last 90 days, the newest first.
  // Errors: ValidationException for a token of another list.
  // On Amazon DynamoDB it is not known how long they are listed.
  virtual Result<ListBulkOperationsResponse> list_bulk_operations(ListBulkOperationsRequest request) = 0;
  virtual void list_bulk_operations(ListBulkOperationsRequest request, Completion<ListBulkOperationsResponse> done) = 0;

  // Ends a bulk write that is under way. The items that it has put stay.
  // Errors: ResourceNotFoundException; ValidationException if it has ended; AccessDeniedException for another account.
  // On Amazon DynamoDB the error of one that has ended is not known.
  virtual Result<CancelBulkOperationResponse> cancel_bulk_operation(CancelBulkOperationRequest request) = 0;
  virtual void cancel_bulk_operation(CancelBulkOperationRequest request,
                                     Completion<CancelBulkOperationResponse> done) = 0;

  // ---- the service itself

  // Returns the quotas of an account and of a table, in capacity units per second.
  // Errors: none beside those of every operation.
  // On Amazon DynamoDB the answer depends on the account. Partita answers with constants and enforces none of them.
  virtual Result<DescribeLimitsResponse> describe_limits(DescribeLimitsRequest request) = 0;
  virtual void describe_limits(DescribeLimitsRequest request, Completion<DescribeLimitsResponse> done) = 0;

  // Returns the address that requests should be sent to.
  // Errors: none beside those of every operation.
  // An embedded database returns the service's address in its region, which does not lead to this database. Partita's
  // server returns its own address.
  virtual Result<DescribeEndpointsResponse> describe_endpoints(DescribeEndpointsRequest request) = 0;
  virtual void describe_endpoints(DescribeEndpointsRequest request, Completion<DescribeEndpointsResponse> done) = 0;

  // ---- single items

  // Stores an item of up to 400 KB. If the table has an item with the same primary key, the new one replaces all of it.
  // Errors: ConditionalCheckFailedException if the condition is false, with the stored item if the request asks for it;
  // ItemCollectionSizeLimitExceededException if a table with local indexes would get more than 10 GB under one
  // partition key.
  // On Amazon DynamoDB a write can also fail because a transaction writes the item. On Partita it waits.
  virtual Result<PutItemResponse> put_item(PutItemRequest request) = 0;
  virtual void put_item(PutItemRequest request, Completion<PutItemResponse> done) = 0;

  // Reads the item with this key, or some of its attributes. The response has no `item` if the table has no such item.
  // Errors: none beside those of every operation.
  // On Amazon DynamoDB the item may be out of date unless `consistent_read` is true. On Partita it has all writes that
  // were answered before, and `consistent_read` only decides the consumed capacity.
  virtual Result<GetItemResponse> get_item(GetItemRequest request) = 0;
  virtual void get_item(GetItemRequest request, Completion<GetItemResponse> done) = 0;

  // Changes attributes of the item with this key, but not its key attributes. If there is no such item, the operation
  // creates it from the key and the changes. The changed item has up to 400 KB.
  // Errors: those of put_item; ValidationException also if the expression does not fit the stored item, for example if
  // it adds to a text.
  // On Amazon DynamoDB a write can also fail because a transaction writes the item. On Partita it waits.
  virtual Result<UpdateItemResponse> update_item(UpdateItemRequest request) = 0;
  virtual void update_item(UpdateItemRequest request, Completion<UpdateItemResponse> done) = 0;

  // Deletes the item with this key. It is not an error if there is no such item, unless a condition requires one.
  // Errors: ConditionalCheckFailedException if the condition is false, with the stored item if the request asks for it.
  // On Amazon DynamoDB a write can also fail because a transaction writes the item. On Partita it waits.
  virtual Result<DeleteItemResponse> delete_item(DeleteItemRequest request) = 0;
  virtual void delete_item(DeleteItemRequest request, Completion<DeleteItemResponse> done) = 0;

  // ---- batches

  // Reads up to 100 items of one or more tables, not as of one moment. A key without an item has no part in the
  // response. The keys after the first 16 MB of items (OpenOptions::batch_get_bytes) come back in `unprocessed_keys`,
  // which can be the `request_items` of the next request.
  // Errors: ValidationException also if a key occurs twice.
  // On Amazon DynamoDB keys also come back if the table's throughput is exceeded.
  virtual Result<BatchGetItemResponse> batch_get_item(BatchGetItemRequest request) = 0;
  virtual void batch_get_item(BatchGetItemRequest request, Completion<BatchGetItemResponse> done) = 0;

  // Puts and deletes up to 25 items of one or more tables, without conditions. Each item has up to 400 KB.
  // Errors: ValidationException also if two writes have the same key; ItemCollectionSizeLimitExceededException as for
  // put_item.
  // On Amazon DynamoDB the writes happen one by one, and some may come back in `unprocessed_items`. On Partita all of
  // them happen or none, so none come back.
  virtual Result<BatchWriteItemResponse> batch_write_item(BatchWriteItemRequest request) = 0;
  virtual void batch_write_item(BatchWriteItemRequest request, Completion<BatchWriteItemResponse> done) = 0;

  // ---- pages

  // Reads a page of the items with one partition key, in the order of the sort key. A page ends after `limit` evaluated
  // items, or before it would exceed 1 MB. The filter is applied after that, so a page without items need not be the
  // last. The last page has no `last_evaluated_key`.
  // Errors: ValidationException also if the table lacks the index, or the index is still being filled.
  // On Amazon DynamoDB a global index may lag behind the table. On Partita it has all writes that were answered before.
  virtual Result<QueryResponse> query(QueryRequest request) = 0;
  virtual void query(QueryRequest request, Completion<QueryResponse> done) = 0;

  // Reads a page of the items of a table, an index, or one of up to 1,000,000 segments of it. Pages end as for query.
  // Errors: ValidationException also if the table lacks the index, or the index is still being filled.
  // On Amazon DynamoDB the items come in another order, which is not defined there either, and are distributed to the
  // segments in another way.
  virtual Result<ScanResponse> scan(ScanRequest request) = 0;
  virtual void scan(ScanRequest request, Completion<ScanResponse> done) = 0;

  // Reads a page of a table or of a segment of it, and returns sums of hashes of its items for parts of the table, or
  // lists the keys and hashes of the items of some parts. Two tables whose sums are equal have the same items.
  // Errors: ResourceNotFoundException.
  // Amazon DynamoDB has no such operation.
  virtual Result<HashItemsResponse> hash_items(HashItemsRequest request) = 0;
  virtual void hash_items(HashItemsRequest request, Completion<HashItemsResponse> done) = 0;

  // Finds the `top_k` items of a vector index whose vectors are the most similar to `search_vector`. Of equal scores
  // the smaller key comes first, in the files' order of keys. The results end before they would exceed 16 MB.
  // Errors: ValidationException also if the table lacks the vector index, or the index is still being filled.
  // On Partita a search sees all writes that were answered before it, and finds the best. In partitions of
  // OpenOptions::approximate_from vectors or more it may miss about 2 of 100 of the best, but never answers fewer than
  // `top_k` items if as many match. On Amazon DynamoDB it is always approximate, and may lag behind the table.
  virtual Result<SearchVectorsResponse> search_vectors(SearchVectorsRequest request) = 0;
  virtual void search_vectors(SearchVectorsRequest request, Completion<SearchVectorsResponse> done) = 0;

  // ---- transactions

  // Carries out all of up to 100 puts, updates, deletes and condition checks of different items, of up to 4 MB
  // together, or none. A request with a `client_request_token` is carried out once, even if it is sent again within ten
  // minutes.
  // Errors: TransactionCanceledException with a reason for each member; IdempotentParameterMismatchException if the
  // token came with another request; TransactionInProgressException if the same request is still running.
  // On Amazon DynamoDB a transaction is also cancelled if another one writes the same items. On Partita it waits.
  virtual Result<TransactWriteItemsResponse> transact_write_items(TransactWriteItemsRequest request) = 0;
  virtual void transact_write_items(TransactWriteItemsRequest request, Completion<TransactWriteItemsResponse> done) = 0;

  // Reads up to 100 different items, of up to 4 MB together, as of one moment. The responses are in the order of the
  // request. The response for a missing item is empty.
  // Errors: TransactionCanceledException, with a reason for each member, if a key does not fit its table.
  // On Amazon DynamoDB a transaction is also cancelled if another one writes the same items. On Partita it is not.
  virtual Result<TransactGetItemsResponse> transact_get_items(TransactGetItemsRequest request) = 0;
  virtual void transact_get_items(TransactGetItemsRequest request, Completion<TransactGetItemsResponse> done) = 0;

  // ---- streams

  // Returns a page of the streams of one table or of all tables, with those that were disabled within the last 24
  // hours.
  // Errors: none beside those of every operation. An unknown table has no streams.
  // On Amazon DynamoDB the streams have no defined order. Partita sorts them by table and time.
  virtual Result<ListStreamsResponse> list_streams(ListStreamsRequest request) = 0;
  virtual void list_streams(ListStreamsRequest request, Completion<ListStreamsResponse> done) = 0;

  // Returns the state of a stream with a page of its shards.
  // Errors: ResourceNotFoundException if there is no such stream or shard.
  // On Amazon DynamoDB shards are closed, and their children opened, about every four hours. Partita does so as
  // OpenOptions::stream_roll says, by default never.
  virtual Result<DescribeStreamResponse> describe_stream(DescribeStreamRequest request) = 0;
  virtual void describe_stream(DescribeStreamRequest request, Completion<DescribeStreamResponse> done) = 0;

  // Returns an iterator, the place in a shard at which GetRecords begins. It is valid for 15 minutes.
  // Errors: ResourceNotFoundException if there is no such stream or shard; TrimmedDataAccessException if the sequence
  // number is older than 24 hours.
  // On Amazon DynamoDB the iterator has another form, and its meaning is a secret there too.
  virtual Result<GetShardIteratorResponse> get_shard_iterator(GetShardIteratorRequest request) = 0;
  virtual void get_shard_iterator(GetShardIteratorRequest request, Completion<GetShardIteratorResponse> done) = 0;

  // Returns up to 1000 records, or 1 MB of them, in the order of the changes, and the iterator of the next page. A page
  // without records need not be the last.
  // Errors: ExpiredIteratorException, TrimmedDataAccessException; ResourceNotFoundException if the stream is gone;
  // ValidationException if `limit` is above 1000.
  // On Amazon DynamoDB a record appears a little later than its write, and the calls of a second are limited.
  virtual Result<GetRecordsResponse> get_records(GetRecordsRequest request) = 0;
  virtual void get_records(GetRecordsRequest request, Completion<GetRecordsResponse> done) = 0;

  // Closes the open shard of the table's stream and opens a child, so that a reader's way over shards can be tested.
  // Errors: ValidationException if the table has no enabled stream; LimitExceededException if the stream has had 10,000
  // shards within 24 hours.
  // Amazon DynamoDB has no such operation. It closes shards by itself.
  virtual Result<RollStreamResponse> roll_stream(RollStreamRequest request) = 0;
  virtual void roll_stream(RollStreamRequest request, Completion<RollStreamResponse> done) = 0;

  // ---- PartiQL

  // Carries out a SELECT, INSERT, UPDATE or DELETE as get_item, query, scan, put_item, update_item or delete_item. An
  // INSERT needs that there is no item, and an UPDATE that there is one. The page after a `next_token` has that token.
  // Errors: DuplicateItemException if an INSERT finds an item; ConditionalCheckFailedException if an UPDATE finds none,
  // or if WHERE is false for the item that is written; those of the other operation.
  // On Amazon DynamoDB the differences are those of the other operation.
  virtual Result<ExecuteStatementResponse> execute_statement(ExecuteStatementRequest request) = 0;
  virtual void execute_statement(ExecuteStatementRequest request, Completion<ExecuteStatementResponse> done) = 0;

  // Carries out up to 25 statements, which either all read one item or all write one. Each stands alone: a statement
  // that fails has an `error` in its response, and the others are carried out.
  // Errors: ValidationException only if reads and writes are mixed, or if two statements name the same item.
  // On Amazon DynamoDB the statements are carried out one by one. On Partita the writes wait for the disk together.
  virtual Result<BatchExecuteStatementResponse> batch_execute_statement(BatchExecuteStatementRequest request) = 0;
  virtual void batch_execute_statement(BatchExecuteStatementRequest request,
                                       Completion<BatchExecuteStatementResponse> done) = 0;

  // Carries out all of up to 100 statements, which either read one item each or write or check (EXISTS) one each, or
  // none. A request with a `client_request_token` is carried out once, even if it is sent again within ten minutes.
  // Errors: those of transact_write_items; the code of a reason is DuplicateItem if an INSERT finds an item.
  // On Amazon DynamoDB a transaction is also cancelled if another one writes the same items. On Partita it waits.
  virtual Result<ExecuteTransactionResponse> execute_transaction(ExecuteTransactionRequest request) = 0;
  virtual void execute_transaction(ExecuteTransactionRequest request, Completion<ExecuteTransactionResponse> done) = 0;

  // ---- subscriptions

  // Subscribes to the changes of a table with a stream. subscription.h says how they are received. It may wait for the
  // disk or the endpoint.
  // Errors: ResourceNotFoundException if there is no such table; ValidationException if the table has no stream;
  // TrimmedDataAccessException if the stream may have lost records after the given sequence number; NotImplemented by a
  // Database that is neither embedded nor remote.
  // On Amazon DynamoDB a stream with several open shards cannot be followed from a sequence number.
  virtual Result<std::unique_ptr<Subscription>> subscribe(SubscribeRequest request);
};

}  // namespace partita
