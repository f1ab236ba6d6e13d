// UpdateTimeToLive and DescribeTimeToLive. jobs/sweeper.cc deletes the expired items.
#include "base/try.h"
#include "engine/find_table.h"
#include "engine/jobs/jobs.h"
#include "engine/operations.h"
#include "engine/threads/on_executor.h"

namespace partita::engine {
namespace {

Result<void> change(const TimeToLiveSpecification& wanted, catalog::TableInfo& table) {
  const bool enabled = table.tracks_expiry();
  if (*wanted.enabled) {
    if (enabled && table.ttl.attribute == *wanted.attribute_name) return invalid("TimeToLive is already enabled");
    if (enabled)
      return invalid("TimeToLive is active on a different AttributeName: current AttributeName is " +
                     table.ttl.attribute);
    if (table.ttl.status == TimeToLiveStatus::Disabling)
      return invalid("Time to live has been modified multiple times within a fixed interval");
    table.ttl = {*wanted.attribute_name, TimeToLiveStatus::Enabling};
    return {};
  }
  if (!enabled) return invalid("TimeToLive is already disabled");
  if (table.ttl.attribute != *wanted.attribute_name)
    return invalid("TimeToLive is active on a different AttributeName: current AttributeName is " +
                   table.ttl.attribute);
  table.ttl.status = TimeToLiveStatus::Disabling;
  return {};
}

Result<UpdateTimeToLiveResponse> update_time_to_live_now(Context& context, UpdateTimeToLiveRequest request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "UpdateTimeToLive"));
  auto changed = context.catalog.update(
      table->id, [&](catalog::TableInfo& now) { return change(*request.time_to_live_specification, now); });
  if (!changed) return unexpected(std::move(changed.error()));
  context.jobs.wake();
  return UpdateTimeToLiveResponse{*std::move(request.time_to_live_specification)};
}

Result<DescribeTimeToLiveResponse> describe_time_to_live_now(Context& context, DescribeTimeToLiveRequest request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "DescribeTimeToLive"));
  DescribeTimeToLiveResponse response;
  response.time_to_live_description.time_to_live_status = table->ttl.status;
  if (table->ttl.status != TimeToLiveStatus::Disabled)
    response.time_to_live_description.attribute_name = table->ttl.attribute;
  return response;
}

}  // namespace

void update_time_to_live(Context& context, UpdateTimeToLiveRequest request, MayWait may_wait,
                         Completion<UpdateTimeToLiveResponse> done) {
  on_executor(context, update_time_to_live_now, std::move(request), may_wait, std::move(done));
}

void describe_time_to_live(Context& context, DescribeTimeToLiveRequest request, MayWait,
                           Completion<DescribeTimeToLiveResponse> done) {
  done(describe_time_to_live_now(context, std::move(request)));
}

}  // namespace partita::engine
