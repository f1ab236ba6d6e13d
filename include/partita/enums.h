// DynamoDB's enumerations. A request on the wire may carry any text in the place of an enumerator. So requests hold
// OpenEnum<E>, which keeps a text that names no enumerator. The operations refuse such a text with a
// ValidationException.
#pragma once

#include <partita/export.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace partita {

// Declares two functions for each enumeration. `to_text` returns the text of one value on the wire. `texts_of` returns
// the texts of all values in the order of the enumerators; its argument only selects the type. enums.cc defines both.
#define PARTITA_DECLARE_ENUM(E)                  \
  PARTITA_API std::string_view to_text(E value); \
  PARTITA_API std::span<const std::string_view> texts_of(E);

enum class KeyType : std::uint8_t { Hash, Range };
enum class ScalarAttributeType : std::uint8_t { S, N, B };
enum class ProjectionType : std::uint8_t { All, KeysOnly, Include };
enum class BillingMode : std::uint8_t { Provisioned, PayPerRequest };
enum class TableClass : std::uint8_t { Standard, StandardInfrequentAccess };
enum class TableStatus : std::uint8_t { Creating, Updating, Deleting, Active };
enum class IndexStatus : std::uint8_t { Creating, Updating, Deleting, Active };
enum class VectorDistanceFunction : std::uint8_t { Cosine, Euclidean, DotProduct };
enum class SearchSchemaElementType : std::uint8_t { Hash, InlineFilter };
enum class StreamViewType : std::uint8_t { NewImage, OldImage, NewAndOldImages, KeysOnly };
enum class StreamStatus : std::uint8_t { Enabling, Enabled, Disabling, Disabled };
enum class ShardIteratorType : std::uint8_t { TrimHorizon, Latest, AtSequenceNumber, AfterSequenceNumber, AtTimestamp };
enum class ShardFilterType : std::uint8_t { ChildShards };
enum class OperationType : std::uint8_t { Insert, Modify, Remove };
enum class TimeToLiveStatus : std::uint8_t { Enabling, Disabling, Enabled, Disabled };
enum class ContributorInsightsAction : std::uint8_t { Enable, Disable };
enum class ContributorInsightsMode : std::uint8_t { AccessedAndThrottledKeys, ThrottledKeys };
enum class ContributorInsightsStatus : std::uint8_t { Enabling, Enabled, Disabling, Disabled, Failed };
enum class BackupStatus : std::uint8_t { Creating, Deleted, Available };
enum class BackupType : std::uint8_t { User, System, AwsBackup };
enum class BackupTypeFilter : std::uint8_t { User, System, AwsBackup, All };
enum class ContinuousBackupsStatus : std::uint8_t { Enabled, Disabled };
enum class PointInTimeRecoveryStatus : std::uint8_t { Enabled, Disabled };
enum class ExportStatus : std::uint8_t { InProgress, Completed, Failed };
enum class ExportFormat : std::uint8_t { DynamodbJson, Ion };
enum class ExportType : std::uint8_t { FullExport, IncrementalExport };
enum class ExportViewType : std::uint8_t { NewImage, NewAndOldImages };
enum class S3SseAlgorithm : std::uint8_t { Aes256, Kms };
enum class ImportStatus : std::uint8_t { InProgress, Completed, Cancelling, Cancelled, Failed };
enum class InputFormat : std::uint8_t { DynamodbJson, Ion, Csv };
enum class InputCompressionType : std::uint8_t { Gzip, Zstd, None };
enum class BulkOperationInputFormat : std::uint8_t { DynamodbJson, Ion };
enum class BulkOperationStatus : std::uint8_t {
  InProgress,
  Completed,
  CompletedWithErrors,
  Cancelling,
  Cancelled,
  Failed
};
enum class BulkOperationPerformanceTier : std::uint8_t { Standard, Accelerated };
enum class OutputTypeEnum : std::uint8_t { Error, ConditionCheckFailure };
enum class ReturnValue : std::uint8_t { None, AllOld, UpdatedOld, AllNew, UpdatedNew };
enum class ReturnConsumedCapacity : std::uint8_t { Indexes, Total, None };
enum class ReturnItemCollectionMetrics : std::uint8_t { Size, None };
enum class ReturnValuesOnConditionCheckFailure : std::uint8_t { AllOld, None };
enum class Select : std::uint8_t { AllAttributes, AllProjectedAttributes, SpecificAttributes, Count };
enum class ConditionalOperator : std::uint8_t { And, Or };
enum class AttributeAction : std::uint8_t { Add, Put, Delete };
enum class ComparisonOperator : std::uint8_t {
  Eq,
  Ne,
  In,
  Le,
  Lt,
  Ge,
  Gt,
  Between,
  NotNull,
  Null,
  Contains,
  NotContains,
  BeginsWith
};

PARTITA_DECLARE_ENUM(KeyType)
PARTITA_DECLARE_ENUM(ScalarAttributeType)
PARTITA_DECLARE_ENUM(ProjectionType)
PARTITA_DECLARE_ENUM(BillingMode)
PARTITA_DECLARE_ENUM(TableClass)
PARTITA_DECLARE_ENUM(TableStatus)
PARTITA_DECLARE_ENUM(IndexStatus)
PARTITA_DECLARE_ENUM(VectorDistanceFunction)
PARTITA_DECLARE_ENUM(SearchSchemaElementType)
PARTITA_DECLARE_ENUM(StreamViewType)
PARTITA_DECLARE_ENUM(StreamStatus)
PARTITA_DECLARE_ENUM(ShardIteratorType)
PARTITA_DECLARE_ENUM(ShardFilterType)
PARTITA_DECLARE_ENUM(OperationType)
PARTITA_DECLARE_ENUM(TimeToLiveStatus)
PARTITA_DECLARE_ENUM(ContributorInsightsAction)
PARTITA_DECLARE_ENUM(ContributorInsightsMode)
PARTITA_DECLARE_ENUM(ContributorInsightsStatus)
PARTITA_DECLARE_ENUM(BackupStatus)
PARTITA_DECLARE_ENUM(BackupType)
PARTITA_DECLARE_ENUM(BackupTypeFilter)
PARTITA_DECLARE_ENUM(ContinuousBackupsStatus)
PARTITA_DECLARE_ENUM(PointInTimeRecoveryStatus)
PARTITA_DECLARE_ENUM(ExportStatus)
PARTITA_DECLARE_ENUM(ExportFormat)
PARTITA_DECLARE_ENUM(ExportType)
PARTITA_DECLARE_ENUM(ExportViewType)
PARTITA_DECLARE_ENUM(S3SseAlgorithm)
PARTITA_DECLARE_ENUM(ImportStatus)
PARTITA_DECLARE_ENUM(InputFormat)
PARTITA_DECLARE_ENUM(InputCompressionType)
PARTITA_DECLARE_ENUM(BulkOperationInputFormat)
PARTITA_DECLARE_ENUM(BulkOperationStatus)
PARTITA_DECLARE_ENUM(BulkOperationPerformanceTier)
PARTITA_DECLARE_ENUM(OutputTypeEnum)
PARTITA_DECLARE_ENUM(ReturnValue)
PARTITA_DECLARE_ENUM(ReturnConsumedCapacity)
PARTITA_DECLARE_ENUM(ReturnItemCollectionMetrics)
PARTITA_DECLARE_ENUM(ReturnValuesOnConditionCheckFailure)
PARTITA_DECLARE_ENUM(Select)
PARTITA_DECLARE_ENUM(ConditionalOperator)
PARTITA_DECLARE_ENUM(AttributeAction)
PARTITA_DECLARE_ENUM(ComparisonOperator)
#undef PARTITA_DECLARE_ENUM

// An enumerator, or a text that names no enumerator. Two are equal if their texts are equal.
template <class E>
class OpenEnum {
 public:
  using Enum = E;
  OpenEnum(E value) : value_(value) {}
  // Returns the enumerator with this text, or keeps the text if no enumerator has it.
  static OpenEnum from_text(std::string_view text) {
    auto texts = texts_of(E{});
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (texts[i] == text) return OpenEnum(static_cast<E>(i));
    OpenEnum open(E{});
    open.value_.reset();
    open.text_ = text;
    return open;
  }
  // True if this is an enumerator.
  bool known() const { return value_.has_value(); }
  // Requires: known().
  E value() const { return *value_; }
  // The text on the wire. The view is valid as long as this object.
  std::string_view text() const { return value_ ? to_text(*value_) : std::string_view(text_); }
  friend bool operator==(const OpenEnum& a, const OpenEnum& b) { return a.text() == b.text(); }
  friend bool operator==(const OpenEnum& a, E b) { return a.value_ == b; }

 private:
  std::optional<E> value_;
  std::string text_;
};

}  // namespace partita
