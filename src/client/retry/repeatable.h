// Whether a request with an unknown outcome may be sent again. It may if executing it twice leaves the same data, and
// gives the same answer, as executing it once.
#pragma once

#include <partita/database.h>

namespace partita::client {

enum class Repeatable : std::uint8_t {
  Read,   // changes no data
  Write,  // can be executed twice without harm
  No,
};

Repeatable repeatable(const PutItemRequest& request);
Repeatable repeatable(const DeleteItemRequest& request);
Repeatable repeatable(const UpdateItemRequest& request);
// Repeatable if it has a ClientRequestToken.
Repeatable repeatable(const TransactWriteItemsRequest& request);
// Repeatable if the statements are SELECTs. A transaction that writes is repeatable if it has a ClientRequestToken.
Repeatable repeatable(const ExecuteStatementRequest& request);
Repeatable repeatable(const BatchExecuteStatementRequest& request);
Repeatable repeatable(const ExecuteTransactionRequest& request);

inline Repeatable repeatable(const GetItemRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const BatchGetItemRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const QueryRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const ScanRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const SearchVectorsRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const TransactGetItemsRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const DescribeTableRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const ListTablesRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const ListTagsOfResourceRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const GetResourcePolicyRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const DescribeTimeToLiveRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const DescribeContributorInsightsRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const ListContributorInsightsRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const DescribeLimitsRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const DescribeEndpointsRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const ListStreamsRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const DescribeStreamRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const GetShardIteratorRequest&) { return Repeatable::Read; }
inline Repeatable repeatable(const GetRecordsRequest&) { return Repeatable::Read; }

inline Repeatable repeatable(const BatchWriteItemRequest&) { return Repeatable::Write; }
inline Repeatable repeatable(const TagResourceRequest&) { return Repeatable::Write; }
inline Repeatable repeatable(const UntagResourceRequest&) { return Repeatable::Write; }
// The second answer has the status of the first one.
inline Repeatable repeatable(const UpdateContributorInsightsRequest&) { return Repeatable::Write; }

// The second one of the same policy keeps the revision. With an expected revision it would be refused.
inline Repeatable repeatable(const PutResourcePolicyRequest& request) {
  return request.expected_revision_id ? Repeatable::No : Repeatable::Write;
}
// The second one answers with another revision, or is refused.
inline Repeatable repeatable(const DeleteResourcePolicyRequest&) { return Repeatable::No; }

// If these are executed twice, the second answer says that the table exists already, does not exist, or is as
// requested.
inline Repeatable repeatable(const CreateTableRequest&) { return Repeatable::No; }
inline Repeatable repeatable(const UpdateTableRequest&) { return Repeatable::No; }
inline Repeatable repeatable(const DeleteTableRequest&) { return Repeatable::No; }
inline Repeatable repeatable(const UpdateTimeToLiveRequest&) { return Repeatable::No; }
// The second one would roll the stream again.
inline Repeatable repeatable(const RollStreamRequest&) { return Repeatable::No; }

}  // namespace partita::client
