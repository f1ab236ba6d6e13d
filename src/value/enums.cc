// The texts of the enumerations on the wire. They must be in the order of the enumerators.
#include <partita/enums.h>

#include <cstddef>

#include "base/check.h"

namespace partita {

#define PARTITA_DEFINE_ENUM(E, ...)                                     \
  namespace {                                                           \
  constexpr std::string_view k##E##Texts[] = {__VA_ARGS__};             \
  }                                                                     \
  std::span<const std::string_view> texts_of(E) { return k##E##Texts; } \
  std::string_view to_text(E value) {                                   \
    const auto number = static_cast<std::size_t>(value);                \
    PARTITA_CHECK(number < std::size(k##E##Texts));                     \
    return k##E##Texts[number];                                         \
  }

PARTITA_DEFINE_ENUM(KeyType, "HASH", "RANGE")
PARTITA_DEFINE_ENUM(ScalarAttributeType, "S", "N", "B")
PARTITA_DEFINE_ENUM(ProjectionType, "ALL", "KEYS_ONLY", "INCLUDE")
PARTITA_DEFINE_ENUM(BillingMode, "PROVISIONED", "PAY_PER_REQUEST")
PARTITA_DEFINE_ENUM(TableClass, "STANDARD", "STANDARD_INFREQUENT_ACCESS")
PARTITA_DEFINE_ENUM(TableStatus, "CREATING", "UPDATING", "DELETING", "ACTIVE")
PARTITA_DEFINE_ENUM(IndexStatus, "CREATING", "UPDATING", "DELETING", "ACTIVE")
PARTITA_DEFINE_ENUM(VectorDistanceFunction, "COSINE", "EUCLIDEAN", "DOT_PRODUCT")
PARTITA_DEFINE_ENUM(SearchSchemaElementType, "HASH", "INLINE_FILTER")
PARTITA_DEFINE_ENUM(StreamViewType, "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY")
PARTITA_DEFINE_ENUM(StreamStatus, "ENABLING", "ENABLED", "DISABLING", "DISABLED")
PARTITA_DEFINE_ENUM(ShardIteratorType, "TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER",
                    "AT_TIMESTAMP")
PARTITA_DEFINE_ENUM(ShardFilterType, "CHILD_SHARDS")
PARTITA_DEFINE_ENUM(OperationType, "INSERT", "MODIFY", "REMOVE")
PARTITA_DEFINE_ENUM(TimeToLiveStatus, "ENABLING", "DISABLING", "ENABLED", "DISABLED")
PARTITA_DEFINE_ENUM(ContributorInsightsAction, "ENABLE", "DISABLE")
PARTITA_DEFINE_ENUM(ContributorInsightsMode, "ACCESSED_AND_THROTTLED_KEYS", "THROTTLED_KEYS")
PARTITA_DEFINE_ENUM(ContributorInsightsStatus, "ENABLING", "ENABLED", "DISABLING", "DISABLED", "FAILED")
PARTITA_DEFINE_ENUM(BackupStatus, "CREATING", "DELETED", "AVAILABLE")
PARTITA_DEFINE_ENUM(BackupType, "USER", "SYSTEM", "AWS_BACKUP")
PARTITA_DEFINE_ENUM(BackupTypeFilter, "USER", "SYSTEM", "AWS_BACKUP", "ALL")
PARTITA_DEFINE_ENUM(ContinuousBackupsStatus, "ENABLED", "DISABLED")
PARTITA_DEFINE_ENUM(PointInTimeRecoveryStatus, "ENABLED", "DISABLED")
PARTITA_DEFINE_ENUM(ExportStatus, "IN_PROGRESS", "COMPLETED", "FAILED")
PARTITA_DEFINE_ENUM(ExportFormat, "DYNAMODB_JSON", "ION")
PARTITA_DEFINE_ENUM(ExportType, "FULL_EXPORT", "INCREMENTAL_EXPORT")
PARTITA_DEFINE_ENUM(ExportViewType, "NEW_IMAGE", "NEW_AND_OLD_IMAGES")
PARTITA_DEFINE_ENUM(S3SseAlgorithm, "AES256", "KMS")
PARTITA_DEFINE_ENUM(ImportStatus, "IN_PROGRESS", "COMPLETED", "CANCELLING", "CANCELLED", "FAILED")
PARTITA_DEFINE_ENUM(InputFormat, "DYNAMODB_JSON", "ION", "CSV")
PARTITA_DEFINE_ENUM(InputCompressionType, "GZIP", "ZSTD", "NONE")
PARTITA_DEFINE_ENUM(BulkOperationInputFormat, "DYNAMODB_JSON", "ION")
PARTITA_DEFINE_ENUM(BulkOperationStatus, "IN_PROGRESS", "COMPLETED", "COMPLETED_WITH_ERRORS", "CANCELLING", "CANCELLED",
                    "FAILED")
PARTITA_DEFINE_ENUM(BulkOperationPerformanceTier, "STANDARD", "ACCELERATED")
PARTITA_DEFINE_ENUM(OutputTypeEnum, "ERROR", "CONDITION_CHECK_FAILURE")
PARTITA_DEFINE_ENUM(ReturnValue, "NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW")
PARTITA_DEFINE_ENUM(ReturnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
PARTITA_DEFINE_ENUM(ReturnItemCollectionMetrics, "SIZE", "NONE")
PARTITA_DEFINE_ENUM(ReturnValuesOnConditionCheckFailure, "ALL_OLD", "NONE")
PARTITA_DEFINE_ENUM(Select, "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT")
PARTITA_DEFINE_ENUM(ConditionalOperator, "AND", "OR")
PARTITA_DEFINE_ENUM(AttributeAction, "ADD", "PUT", "DELETE")
PARTITA_DEFINE_ENUM(ComparisonOperator, "EQ", "NE", "IN", "LE", "LT", "GE", "GT", "BETWEEN", "NOT_NULL", "NULL",
                    "CONTAINS", "NOT_CONTAINS", "BEGINS_WITH")
#undef PARTITA_DEFINE_ENUM

}  // namespace partita
