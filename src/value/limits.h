// Every limit of the service that Partita enforces. Source: "Quotas in Amazon DynamoDB", developer guide.
#pragma once

#include <partita/limits.h>

#include <cstddef>
#include <cstdint>

namespace partita::limits {

constexpr std::size_t kItemSizeBytes = 400 * 1024;
constexpr std::size_t kNestingLevels = 32;
constexpr std::size_t kPartitionKeyBytes = 2048;
constexpr std::size_t kSortKeyBytes = 1024;
constexpr std::size_t kAttributeNameBytes = 65535;
constexpr std::size_t kExpressionBytes = 4096;
constexpr std::size_t kExpressionOperators = 300;
constexpr std::size_t kInOperands = 100;
constexpr std::size_t kPlaceholdersBytes = 2 * 1024 * 1024;
constexpr std::size_t kPageBytes = 1024 * 1024;
constexpr std::size_t kBatchWriteItems = 25;
constexpr std::size_t kBatchGetKeys = 100;
constexpr std::size_t kBatchGetBytes = 16 * 1024 * 1024;
constexpr std::size_t kTransactionItems = 100;
constexpr std::size_t kTransactionBytes = 4 * 1024 * 1024;
constexpr std::size_t kProjectedAttributes = 100;
constexpr std::size_t kTags = 50;
constexpr std::int64_t kScanSegments = 1000000;
constexpr std::size_t kRequestBytes = 16 * 1024 * 1024;
constexpr std::int64_t kItemCollectionBytes = 10ll * 1024 * 1024 * 1024;
constexpr std::int64_t kIdempotencyWindowMs = 10 * 60 * 1000;
constexpr std::int64_t kTimeToLivePastSeconds = 5ll * 365 * 24 * 60 * 60;
constexpr std::size_t kReadUnitBytes = 4096;
constexpr std::size_t kWriteUnitBytes = 1024;

}  // namespace partita::limits
