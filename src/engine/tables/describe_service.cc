// DescribeLimits and DescribeEndpoints. They answer as the service does for an account with default limits.
#include "engine/operations.h"

namespace partita::engine {

void describe_limits(Context&, DescribeLimitsRequest, MayWait, Completion<DescribeLimitsResponse> done) {
  done(DescribeLimitsResponse{.account_max_read_capacity_units = 80000,
                              .account_max_write_capacity_units = 80000,
                              .table_max_read_capacity_units = 40000,
                              .table_max_write_capacity_units = 40000});
}

void describe_endpoints(Context& context, DescribeEndpointsRequest, MayWait,
                        Completion<DescribeEndpointsResponse> done) {
  DescribeEndpointsResponse response;
  response.endpoints.push_back(
      {.address = "dynamodb." + context.region + ".amazonaws.com", .cache_period_in_minutes = 1440});
  done(std::move(response));
}

}  // namespace partita::engine
