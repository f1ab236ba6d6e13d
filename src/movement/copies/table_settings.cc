#include "movement/copies/table_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/try.h"
#include "modelling/read/tables/described_table.h"
#include "movement/tables/time_to_live.h"
#include "movement/tables/wait_until_active.h"

namespace partita::movement {
namespace {

constexpr std::chrono::minutes kActivePatience{30};

// Carries out `work`. If the database lacks or refuses the operation, a note says which setting is left out.
void note_refusal(const std::string& setting, std::vector<std::string>& notes,
                  const std::function<Result<void>()>& work) {
  if (const auto done = work(); !done) notes.push_back(note_of(setting, done.error()));
}

// The same for reading a setting. A source that does not know the operation cannot have the setting.
void note_unread(const std::string& setting, std::vector<std::string>& notes,
                 const std::function<Result<void>()>& work) {
  note_refusal(setting, notes, [&work]() -> Result<void> {
    auto read = work();
    if (!read && read.error().code == ErrorCode::UnknownOperationException) return {};
    return read;
  });
}

std::optional<std::int64_t> recovery_days(const std::optional<ContinuousBackupsDescription>& facts) {
  if (!facts || !facts->point_in_time_recovery_description) return std::nullopt;
  const PointInTimeRecoveryDescription& recovery = *facts->point_in_time_recovery_description;
  if (recovery.point_in_time_recovery_status != PointInTimeRecoveryStatus::Enabled) return std::nullopt;
  constexpr std::int64_t kDefault = 35;
  return recovery.recovery_period_in_days.value_or(kDefault);
}

Result<std::vector<Tag>> read_tags(Database& database, const std::string& arn) {
  std::vector<Tag> tags;
  ListTagsOfResourceRequest request{.resource_arn = arn};
  do {
    PARTITA_TRY_VALUE(page, database.list_tags_of_resource(request));
    // The service's own tags, such as those of CloudFormation, cannot be set.
    for (Tag& tag : page.tags)
      if (!tag.key.value_or("").starts_with("aws:")) tags.push_back(std::move(tag));
    request.next_token = std::move(page.next_token);
  } while (request.next_token);
  return tags;
}

Result<std::string> read_policy(Database& database, const std::string& arn) {
  auto policy = database.get_resource_policy({.resource_arn = arn});
  if (policy) return policy->policy.value_or("");
  if (policy.error().code == ErrorCode::PolicyNotFoundException) return std::string();
  return unexpected(std::move(policy.error()));
}

std::string with_arn(std::string policy, const std::string& from, const std::string& to) {
  if (from.empty()) return policy;
  for (std::size_t at = policy.find(from); at != policy.npos; at = policy.find(from, at + to.size()))
    policy.replace(at, from.size(), to);
  return policy;
}

}  // namespace

std::string note_of(std::string_view setting, const Error& error) {
  return fmt::format("{} not copied: {}", setting,
                     error.message.empty() ? describe(error.code).name : std::string_view(error.message));
}

Result<TableSettings> read_settings(Database& source, const std::string& table, std::vector<std::string>& notes) {
  PARTITA_TRY_VALUE(described, source.describe_table({.table_name = table}));
  TableSettings out{.table = modelling::request_of(described.table), .arn = described.table.table_arn.value_or("")};
  out.stream = std::exchange(out.table.stream_specification, {});
  if (out.stream && !out.stream->stream_enabled.value_or(false)) out.stream.reset();
  out.is_protected = std::exchange(out.table.deletion_protection_enabled, {}).value_or(false);
  note_unread("the time to live is", notes, [&]() -> Result<void> {
    PARTITA_TRY_VALUE(attribute, expiry_attribute(source, table));
    out.expiry_attribute = std::move(attribute);
    return {};
  });
  note_unread("the point-in-time recovery is", notes, [&]() -> Result<void> {
    PARTITA_TRY_VALUE(found, source.describe_continuous_backups({.table_name = table}));
    out.recovery_days = recovery_days(found.continuous_backups_description);
    return {};
  });
  note_unread("the tags are", notes, [&]() -> Result<void> {
    PARTITA_TRY_VALUE(tags, read_tags(source, out.arn));
    out.tags = std::move(tags);
    return {};
  });
  note_unread("the policy is", notes, [&]() -> Result<void> {
    PARTITA_TRY_VALUE(policy, read_policy(source, out.arn));
    if (policy.find(kStopStatement) == policy.npos) out.policy = std::move(policy);
    return {};
  });
  return out;
}

Result<void> create_table_like(Database& target, const TableSettings& settings, const std::string& name,
                               std::vector<std::string>& notes) {
  CreateTableRequest request = settings.table;
  request.table_name = name;
  if (request.sse_specification) {
    notes.emplace_back("the key of KMS is not copied, because it belongs to the source's account");
    request.sse_specification.reset();
  }
  PARTITA_TRY(target.create_table(std::move(request)));
  PARTITA_TRY_VALUE(active, wait_until_active(target, name, kActivePatience));
  if (active) return {};
  return fail(ErrorCode::InternalServerError, fmt::format("table {} is not ACTIVE yet; run this again later", name));
}

Result<void> set_settings(Database& target, const TableSettings& settings, const std::string& name,
                          std::vector<std::string>& notes) {
  PARTITA_TRY_VALUE(described, target.describe_table({.table_name = name}));
  const TableDescription& there = described.table;
  const std::string arn = there.table_arn.value_or("");
  const bool has_stream = there.stream_specification && there.stream_specification->stream_enabled.value_or(false);
  if (settings.stream && !has_stream)
    note_refusal("the stream is", notes, [&]() -> Result<void> {
      PARTITA_TRY(target.update_table({.table_name = name, .stream_specification = settings.stream}));
      PARTITA_TRY(wait_until_active(target, name, kActivePatience));
      return {};
    });
  if (!settings.expiry_attribute.empty())
    note_refusal("the time to live is", notes, [&]() -> Result<void> {
      PARTITA_TRY_VALUE(present, expiry_attribute(target, name));
      if (!present.empty()) return {};
      PARTITA_TRY(target.update_time_to_live({.table_name = name,
                                              .time_to_live_specification = TimeToLiveSpecification{
                                                  .enabled = true, .attribute_name = settings.expiry_attribute}}));
      return {};
    });
  if (settings.recovery_days)
    note_refusal("the point-in-time recovery is", notes, [&]() -> Result<void> {
      PARTITA_TRY_VALUE(found, target.describe_continuous_backups({.table_name = name}));
      if (recovery_days(found.continuous_backups_description)) return {};
      PARTITA_TRY(target.update_continuous_backups(
          {.table_name = name,
           .point_in_time_recovery_specification = PointInTimeRecoverySpecification{
               .point_in_time_recovery_enabled = true, .recovery_period_in_days = settings.recovery_days}}));
      return {};
    });
  if (!settings.tags.empty())
    note_refusal("the tags are", notes, [&]() -> Result<void> {
      PARTITA_TRY(target.tag_resource({.resource_arn = arn, .tags = settings.tags}));
      return {};
    });
  if (!settings.policy.empty())
    note_refusal("the policy is", notes, [&]() -> Result<void> {
      PARTITA_TRY(
          target.put_resource_policy({.resource_arn = arn, .policy = with_arn(settings.policy, settings.arn, arn)}));
      return {};
    });
  if (settings.is_protected && !there.deletion_protection_enabled.value_or(false))
    note_refusal("the protection against deletion is", notes, [&]() -> Result<void> {
      PARTITA_TRY(target.update_table({.table_name = name, .deletion_protection_enabled = true}));
      PARTITA_TRY(wait_until_active(target, name, kActivePatience));
      return {};
    });
  return {};
}

}  // namespace partita::movement
