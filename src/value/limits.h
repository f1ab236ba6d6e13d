// The limits of the service. The source is "Quotas in Amazon DynamoDB" in the
// developer guide.
#pragma once

#include <partita/limits.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita::limits {

constexpr std::size_t kItemSizeBytes = 400 * 1024;
constexpr std::size_t kNestingLevels = 32;
// The levels of a value of an expression in the older layer (ops/rules/layer.h), which is checked apart from any item.
constexpr std::size_t kComparedNestingLevels = kNestingLevels + 1;
// The older layer checks a PutItem, UpdateItem or DeleteItem that holds a value of more levels.
constexpr std::size_t kCurrentLayerNestingLevels = 63;
constexpr std::size_t kPartitionKeyBytes = 2048;
constexpr std::size_t kSortKeyBytes = 1024;
constexpr std::size_t kAttributeNameBytes = 65535;
constexpr std::size_t kExpressionBytes = 4096;
constexpr std::size_t kExpressionOperators = 300;
constexpr std::size_t kInOperands = 100;
constexpr std::size_t kPlaceholderBytes = 255;  // the longest name of a placeholder
constexpr std::size_t kPlaceholdersBytes = 2 * 1024 * 1024;
constexpr std::size_t kPageBytes = 1024 * 1024;
constexpr std::size_t kHashedParts = 65'536;  // of HashItems, which is Partita's own
constexpr std::size_t kHashKeyBytes = 16;
constexpr std::size_t kBatchWriteItems = 25;
constexpr std::size_t kBatchGetKeys = 100;
constexpr std::size_t kBatchGetBytes = 16 * 1024 * 1024;
constexpr std::size_t kTransactionItems = 100;
constexpr std::size_t kTransactionBytes = 4 * 1024 * 1024;
constexpr std::size_t kProjectedAttributes = 100;  // named by one index, and by all indexes of a table together
// Named by one index, as the API reference ("Projection", NonKeyAttributes) says. Partita's tables do not refuse more.
constexpr std::size_t kProjectedAttributesOfIndex = 20;
constexpr std::size_t kAttributesToGet = 255;
constexpr std::size_t kTags = 50;
constexpr std::size_t kResourceArnBytes = 1283;
constexpr std::size_t kRevisionIdBytes = 255;
constexpr std::size_t kTagKeyCharacters = 128;
constexpr std::size_t kTagValueCharacters = 256;
constexpr std::size_t kClientRequestTokenBytes = 36;
constexpr std::size_t kTableKeySchemaElements = 2;  // of a table or a local index
constexpr std::int64_t kCapacityUnits = 1'000'000'000'000;
constexpr std::size_t kKmsKeyIdBytes = 2'048;
// What every table with PAY_PER_REQUEST can serve at once, per second.
constexpr std::int64_t kWarmReadUnits = 12'000, kWarmWriteUnits = 4'000;
constexpr std::size_t kReportedFaults = 10;  // the faults of a request that one ValidationException lists
constexpr std::int64_t kListedTables = 100;  // of one page of ListTables, which is also the default of its Limit
constexpr std::int64_t kListedStreams = 100;
constexpr std::int64_t kListedBackups = 100;  // of one page of ListBackups, which is also the default of its Limit
constexpr std::size_t kLeastBackupArnBytes = 37, kMostBackupArnBytes = 1024;
constexpr std::int64_t kRecoveryDays = 35;  // the longest period of point-in-time recovery, and the default
constexpr std::int64_t kSystemBackupMs = std::int64_t{35} * 24 * 60 * 60 * 1000;  // that a SYSTEM backup is kept
// Exports and imports are described for 90 days, and a token holds for 8 hours.
constexpr std::int64_t kTransferDays = 90;
constexpr std::int64_t kTransferTokenMs = std::int64_t{8} * 60 * 60 * 1000;
constexpr std::int64_t kListedTransfers = 25, kListedTransfersByDefault = 10;  // of one page
constexpr std::size_t kLeastTransferArnBytes = 37, kMostTransferArnBytes = 1024;
constexpr std::size_t kBucketNameBytes = 255, kObjectPrefixBytes = 1024;
constexpr std::size_t kCsvHeaders = 255, kCsvHeaderBytes = 65536;
constexpr int kExports = 300, kImports = 50;  // that are under way in an account and region
constexpr std::int64_t kShortestExportMs = std::int64_t{15} * 60 * 1000;
constexpr std::int64_t kLongestExportMs = std::int64_t{24} * 60 * 60 * 1000;
constexpr std::int64_t kLeastBulkWriteUnits = 1024;
constexpr int kRestores = 50;                  // that are under way in an account and region
constexpr std::int64_t kListedInsights = 100;  // tables and indexes of one page of ListContributorInsights
constexpr std::int64_t kListedShards = 100;
constexpr std::int64_t kRecordsOfPage = 1000;
constexpr std::int64_t kStreamRetentionMs = 24ll * 60 * 60 * 1000;
constexpr std::int64_t kIteratorMs = 15 * 60 * 1000;
constexpr std::size_t kMostTableArnBytes = 1024;
constexpr std::size_t kLeastShardIdBytes = 28;
constexpr std::size_t kMostShardIdBytes = 65;
constexpr std::size_t kLeastSequenceNumberBytes = 21;
constexpr std::size_t kMostSequenceNumberBytes = 40;
constexpr std::size_t kMostShardIteratorBytes = 2048;
constexpr std::size_t kSearchBytes = 16 * 1024 * 1024;  // of the results of one search
constexpr std::size_t kVectorUnitBytes = 1024;          // the least bytes that a vector index charges for
constexpr std::int64_t kScanSegments = 1000000;
constexpr std::size_t kStatementBytes = 8192;
constexpr std::size_t kBatchStatements = 25;
constexpr std::size_t kNextTokenBytes = 32768;
constexpr std::size_t kInPartitions = 50;  // values of a partition key in IN, in a statement
constexpr std::size_t kRequestBytes = 16 * 1024 * 1024;
constexpr std::int64_t kItemCollectionBytes = 10ll * 1024 * 1024 * 1024;
constexpr std::int64_t kIdempotencyWindowMs = 10 * 60 * 1000;
constexpr std::int64_t kTimeToLivePastSeconds = 5ll * 365 * 24 * 60 * 60;
// Of a partition. The units are those of each second.
constexpr std::int64_t kPartitionReadUnits = 3'000, kPartitionWriteUnits = 1'000;
constexpr std::int64_t kPartitionBytes = 10ll * 1024 * 1024 * 1024;
// An on-demand table grows to as many of either kind each second without a request to the support of the service.
constexpr std::int64_t kOnDemandUnits = 40'000;
constexpr std::size_t kReadUnitBytes = 4096;
constexpr std::size_t kWriteUnitBytes = 1024;

// These are not the service's limits. They say how many elements of a list Partita reads, because a longer list breaks
// another limit anyway. A table and its indexes have fewer than 200 key attributes.
constexpr std::size_t kReadKeySchemaElements = 2 * (kIndexPartitionKeyAttributes + kIndexSortKeyAttributes);
constexpr std::size_t kReadAttributeDefinitions = 200;
constexpr std::size_t kReadIndexUpdates = 2 * kGlobalIndexes;
constexpr std::size_t kReadSearchSchemaElements = 2 * (kHashElements + kInlineFilters);
// A key is hot if it takes at least this share of the units of a partition.
constexpr double kHotShare = 0.8;
// An error repeats at most this much of a list or a text from the request.
constexpr std::size_t kListedElements = 256;
constexpr std::size_t kQuotedBytes = 16 * 1024;

// The service's texts for an attribute name that is empty or longer than kAttributeNameBytes.
inline constexpr std::string_view kEmptyNameFault = "Empty attribute name";
inline constexpr std::string_view kLongNameFault = "Attribute name is too large, must be less than 65536 bytes";

}  // namespace partita::limits
