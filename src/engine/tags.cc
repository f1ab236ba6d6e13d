// TagResource, UntagResource, ListTagsOfResource.
#include "engine/on_executor.h"
#include "engine/operations.h"
#include "engine/tables.h"
#include "ops/prepare.h"
#include "value/limits.h"

#include <algorithm>
#include <unordered_set>

namespace partita::engine {
namespace {

Result<catalog::TablePtr> tagged_table(const Context& context, const std::string& arn) {
  auto ours = check_ours(context, arn);
  auto table = context.catalog.find(ops::table_name_of(arn));
  if (!ours || !table)
    return fail(ErrorCode::ResourceNotFoundException, "Requested resource not found: ResourcArn: " + arn + " not found");
  return table;
}

void set_tag(std::vector<Tag>& tags, const Tag& given) {
  for (Tag& tag : tags) {
    if (tag.key != given.key) continue;
    tag.value = given.value;
    return;
  }
  tags.push_back(given);
}

}  // namespace

void tag_resource(Context& context, TagResourceRequest request, Caller caller, Completion<TagResourceResponse> done) {
  if (caller == Caller::MustNotWait) return on_executor(context, tag_resource, std::move(request), std::move(done));
  if (auto valid = ops::validate(request); !valid) return done(unexpected(valid.error()));
  auto table = tagged_table(context, *request.resource_arn);
  if (!table) return done(unexpected(table.error()));
  auto changed = context.catalog.update((*table)->id, [&](catalog::TableInfo& now) -> Result<void> {
    for (const Tag& tag : *request.tags) set_tag(now.tags, tag);
    if (now.tags.size() > limits::kTags)
      return invalid("One or more parameter values were invalid: Too many tags: a resource can have up to 50");
    return {};
  });
  if (!changed) return done(unexpected(changed.error()));
  done(TagResourceResponse{});
}

void untag_resource(Context& context, UntagResourceRequest request, Caller caller,
                    Completion<UntagResourceResponse> done) {
  if (caller == Caller::MustNotWait) return on_executor(context, untag_resource, std::move(request), std::move(done));
  if (auto valid = ops::validate(request); !valid) return done(unexpected(valid.error()));
  auto table = tagged_table(context, *request.resource_arn);
  if (!table) return done(unexpected(table.error()));
  const std::unordered_set<std::string_view> keys(request.tag_keys->begin(), request.tag_keys->end());
  auto changed = context.catalog.update((*table)->id, [&](catalog::TableInfo& now) -> Result<void> {
    std::erase_if(now.tags, [&](const Tag& tag) { return keys.contains(*tag.key); });
    return {};
  });
  if (!changed) return done(unexpected(changed.error()));
  done(UntagResourceResponse{});
}

// A table has 50 tags at most, so all come at once and there is never a NextToken.
void list_tags_of_resource(Context& context, ListTagsOfResourceRequest request, Caller,
                           Completion<ListTagsOfResourceResponse> done) {
  if (auto valid = ops::validate(request); !valid) return done(unexpected(valid.error()));
  auto table = tagged_table(context, *request.resource_arn);
  // The service does not tell a table that is not there from one that is somebody else's.
  if (!table)
    return done(fail(ErrorCode::AccessDeniedException,
                     "User: arn:aws:iam::000000000000:root is not authorized to perform: dynamodb:ListTagsOfResource on "
                     "resource: " + *request.resource_arn));
  ListTagsOfResourceResponse response;
  response.tags = (*table)->tags;
  done(std::move(response));
}

}  // namespace partita::engine
