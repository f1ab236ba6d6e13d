// TagResource, UntagResource and ListTagsOfResource.
#include <algorithm>
#include <unordered_set>

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/operations.h"
#include "engine/threads/on_executor.h"
#include "ops/prepare.h"
#include "ops/rules/names.h"
#include "ops/rules/tag_rules.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

// Errors: AccessDeniedException for a resource of another account, of another service too; ValidationException for
// another region or partition, because the policies were asked about the ARN as it was given;
// ResourceNotFoundException.
Result<catalog::TablePtr> tagged_table(const Context& context, const std::string& arn, std::string_view action) {
  const auto table_arn = ops::parse_table_arn(arn);
  if (!table_arn || table_arn->account != context.account) return not_authorized(context, arn, action);
  if (table_arn->region != context.region || !arn.starts_with("arn:aws:")) return ops::invalid_table_arn(arn);
  if (auto table = context.catalog.find(table_arn->table); table && !table->restore) return table;
  return fail(ErrorCode::ResourceNotFoundException, "Requested resource not found: ResourceArn: " + arn + " not found");
}

void set_tag(std::vector<Tag>& tags, const Tag& given) {
  for (Tag& tag : tags) {
    if (tag.key != given.key) continue;
    tag.value = given.value;
    return;
  }
  tags.push_back(given);
}

Result<TagResourceResponse> tag_resource_now(Context& context, TagResourceRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(table, tagged_table(context, *request.resource_arn, "TagResource"));
  auto changed = context.catalog.update(
      table->id,
      [&](catalog::TableInfo& now) -> Result<void> {
        for (const Tag& tag : *request.tags) set_tag(now.tags, tag);
        if (now.tags.size() > limits::kTags)
          return invalid("One or more parameter values were invalid: Too many tags: a resource can have up to 50");
        return {};
      },
      {}, catalog::Growth::Limited);
  if (!changed) return unexpected(std::move(changed.error()));
  return TagResourceResponse{};
}

Result<UntagResourceResponse> untag_resource_now(Context& context, UntagResourceRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(table, tagged_table(context, *request.resource_arn, "UntagResource"));
  const std::unordered_set<std::string_view> keys(request.tag_keys->begin(), request.tag_keys->end());
  auto changed = context.catalog.update(table->id, [&](catalog::TableInfo& now) -> Result<void> {
    std::erase_if(now.tags, [&](const Tag& tag) { return keys.contains(*tag.key); });
    return {};
  });
  if (!changed) return unexpected(std::move(changed.error()));
  return UntagResourceResponse{};
}

Result<ListTagsOfResourceResponse> list_tags_of_resource_now(Context& context, ListTagsOfResourceRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(table, tagged_table(context, *request.resource_arn, "ListTagsOfResource"));
  ListTagsOfResourceResponse response;
  response.tags = table->tags;
  return response;
}

}  // namespace

void tag_resource(Context& context, TagResourceRequest request, MayWait may_wait,
                  Completion<TagResourceResponse> done) {
  on_executor(context, tag_resource_now, std::move(request), may_wait, std::move(done));
}

void untag_resource(Context& context, UntagResourceRequest request, MayWait may_wait,
                    Completion<UntagResourceResponse> done) {
  on_executor(context, untag_resource_now, std::move(request), may_wait, std::move(done));
}

// A table has at most 50 tags, so one answer holds all of them and never has a NextToken.
void list_tags_of_resource(Context& context, ListTagsOfResourceRequest request, MayWait,
                           Completion<ListTagsOfResourceResponse> done) {
  done(list_tags_of_resource_now(context, std::move(request)));
}

}  // namespace partita::engine
