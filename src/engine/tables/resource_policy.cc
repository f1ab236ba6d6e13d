// PutResourcePolicy, GetResourcePolicy and DeleteResourcePolicy. A server with --auth iam asks the policies, and the
// engine only keeps them.
#include "engine/tables/resource_policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/operations.h"
#include "engine/streams/settings.h"
#include "engine/threads/on_executor.h"
#include "ops/prepare.h"
#include "ops/rules/policy_arn.h"

namespace partita::engine {
namespace {

using catalog::AttachedPolicyPtr;

constexpr std::string_view kNoPolicy = "NO_POLICY";  // the ExpectedRevisionId that allows no present policy

// A table or a stream that has a policy, or may get one.
struct Resource {
  catalog::TablePtr table;    // nullptr if only its stream is left
  catalog::StreamPtr stream;  // nullptr if the table itself is meant
  std::string label;          // of the stream, for texts

  const AttachedPolicyPtr& policy() const { return stream ? stream->policy : table->policy; }
};

// As the service names the resource in texts.
std::string described(const Resource& resource) {
  return resource.stream ? "stream " + resource.label : "table " + resource.table->name;
}

// A stream can be read for 24 hours after its end, and its policy as well.
Result<Resource> find_resource(const Context& context, const std::string& arn) {
  PARTITA_TRY_VALUE(parts, ops::read_policy_arn(arn, context.account, context.region));
  if (parts.label.empty()) {
    PARTITA_TRY_VALUE(table, table_for_description(context, parts.table));
    return Resource{.table = table, .stream = nullptr, .label = {}};
  }
  auto stream = find_stream(context, arn);
  if (!stream)
    return fail(
        ErrorCode::ResourceNotFoundException,
        fmt::format("Requested resource not found: Stream: {} not found for Table: {}", parts.label, parts.table));
  return Resource{
      .table = context.catalog.find((*stream)->table), .stream = *stream, .label = std::string(parts.label)};
}

std::string revision_of(const catalog::AttachedPolicy& attached) { return std::to_string(attached.revision_ms); }

unexpected<Error> policy_not_found(std::string_view detail) {
  return fail(ErrorCode::PolicyNotFoundException,
              fmt::format("Resource-based policy not found for the provided ResourceArn: {}", detail));
}

Result<void> check_revision(const OptionalString& expected, const AttachedPolicyPtr& present,
                            const std::string& resource) {
  if (!expected) return {};
  if (*expected == kNoPolicy) {
    if (!has_policy(present)) return {};
    return policy_not_found(
        fmt::format("Requested policy update expecting none to be present for {}, but a policy exists with revision "
                    "id {}.",
                    resource, revision_of(*present)));
  }
  if (!present)
    return policy_not_found(
        fmt::format("Requested update for policy with revision id {}, but {} has no associated "
                    "policy.",
                    *expected, resource));
  if (has_policy(present) && *expected == revision_of(*present)) return {};
  return policy_not_found(
      fmt::format("Requested update for policy with revision id {}, but the policy associated to target {} has "
                  "revision id {}.",
                  *expected, resource, revision_of(*present)));
}

// Whether a stream that is not the latest one of its table any more, or whose table was deleted, can be changed.
enum class FormerStreams : std::uint8_t { Change, Stay };

// Gives the resource the policy that `change` makes of the present one, in one step. If `change` returns the present
// one, nothing is written.
using Change = std::function<Result<AttachedPolicyPtr>(const AttachedPolicyPtr& present)>;
Result<void> change_policy(Context& context, const Resource& resource, FormerStreams former, const Change& change) {
  // Most changes are none: the same policy again, or the removal of none. They must not wait for the disk.
  PARTITA_TRY_VALUE(wanted, change(resource.policy()));
  if (wanted == resource.policy()) return {};
  const auto not_current = [&] {
    return fail(ErrorCode::ResourceNotFoundException,
                fmt::format("Requested resource not found: Stream: {} not found for Table: {}", resource.label,
                            resource.stream->table_name));
  };
  const bool is_former = resource.stream && !(resource.table && resource.table->stream &&
                                              resource.table->stream->id == resource.stream->id);
  if (is_former && former == FormerStreams::Stay) return not_current();
  if (is_former)
    return context.catalog.update_former_stream(
        resource.stream->id,
        [&](catalog::StreamInfo& now) -> Result<void> {
          PARTITA_TRY_VALUE(made, change(now.policy));
          now.policy = std::move(made);
          return {};
        },
        catalog::Growth::Limited);
  auto changed = context.catalog.update(
      resource.table->id,
      [&](catalog::TableInfo& now) -> Result<void> {
        if (now.status == TableStatus::Deleting)
          return fail(ErrorCode::ResourceInUseException,
                      "Attempt to change a resource which is still in use: Table is being deleted: " + now.name);
        if (!resource.stream) {
          PARTITA_TRY_VALUE(made, change(now.policy));
          now.policy = std::move(made);
          return {};
        }
        // Only the latest stream of a table changes.
        if (!now.stream || now.stream->id != resource.stream->id) return not_current();
        catalog::StreamInfo stream = *now.stream;
        PARTITA_TRY_VALUE(made, change(stream.policy));
        stream.policy = std::move(made);
        now.stream = std::make_shared<const catalog::StreamInfo>(std::move(stream));
        return {};
      },
      {}, catalog::Growth::Limited);
  if (!changed) return unexpected(std::move(changed.error()));
  return {};
}

std::int64_t next_revision(const Context& context, const AttachedPolicyPtr& present) {
  return std::max(context.clock.now_ms(), present ? present->revision_ms + 1 : 0);
}

Result<PutResourcePolicyResponse> put_resource_policy_now(Context& context, PutResourcePolicyRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(parts, ops::read_policy_arn(*request.resource_arn, context.account, context.region));
  PARTITA_TRY_VALUE(policy, iam::ResourcePolicy::parse(*request.policy, parts.label.empty() ? iam::AttachedTo::Table
                                                                                            : iam::AttachedTo::Stream));
  PARTITA_TRY_VALUE(resource, find_resource(context, *request.resource_arn));
  PutResourcePolicyResponse response;
  const auto changed = change_policy(
      context, resource, FormerStreams::Stay, [&](const AttachedPolicyPtr& present) -> Result<AttachedPolicyPtr> {
        PARTITA_TRY(check_revision(request.expected_revision_id, present, described(resource)));
        AttachedPolicyPtr made = present;
        if (!has_policy(present) || !present->policy->is_same_as(policy))
          made = std::make_shared<const catalog::AttachedPolicy>(
              catalog::AttachedPolicy{.policy = policy, .revision_ms = next_revision(context, present)});
        response.revision_id = revision_of(*made);
        return made;
      });
  if (!changed) return unexpected(changed.error());
  return response;
}

Result<GetResourcePolicyResponse> get_resource_policy_now(Context& context, GetResourcePolicyRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(resource, find_resource(context, *request.resource_arn));
  const AttachedPolicyPtr& attached = resource.policy();
  if (!has_policy(attached)) return policy_not_found(*request.resource_arn);
  return GetResourcePolicyResponse{.policy = attached->policy->shown(), .revision_id = revision_of(*attached)};
}

Result<DeleteResourcePolicyResponse> delete_resource_policy_now(Context& context, DeleteResourcePolicyRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(resource, find_resource(context, *request.resource_arn));
  DeleteResourcePolicyResponse response;
  // A former stream can be read for 24 hours, so its owner must be able to take the permission back.
  const auto changed = change_policy(
      context, resource, FormerStreams::Change, [&](const AttachedPolicyPtr& present) -> Result<AttachedPolicyPtr> {
        PARTITA_TRY(check_revision(request.expected_revision_id, present, described(resource)));
        if (present) response.revision_id = revision_of(*present);
        if (!has_policy(present)) return present;
        return std::make_shared<const catalog::AttachedPolicy>(
            catalog::AttachedPolicy{.policy = {}, .revision_ms = next_revision(context, present)});
      });
  if (!changed) return unexpected(changed.error());
  return response;
}

}  // namespace

Result<AttachedPolicyPtr> new_table_policy(const OptionalString& document, std::int64_t now_ms) {
  if (!document) return nullptr;
  PARTITA_TRY_VALUE(policy, iam::ResourcePolicy::parse(*document, iam::AttachedTo::Table));
  return std::make_shared<const catalog::AttachedPolicy>(
      catalog::AttachedPolicy{.policy = std::move(policy), .revision_ms = now_ms});
}

void put_resource_policy(Context& context, PutResourcePolicyRequest request, MayWait may_wait,
                         Completion<PutResourcePolicyResponse> done) {
  on_executor(context, put_resource_policy_now, std::move(request), may_wait, std::move(done));
}

void get_resource_policy(Context& context, GetResourcePolicyRequest request, MayWait,
                         Completion<GetResourcePolicyResponse> done) {
  done(get_resource_policy_now(context, std::move(request)));
}

void delete_resource_policy(Context& context, DeleteResourcePolicyRequest request, MayWait may_wait,
                            Completion<DeleteResourcePolicyResponse> done) {
  on_executor(context, delete_resource_policy_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
