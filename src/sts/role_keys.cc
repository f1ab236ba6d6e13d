#include "sts/role_keys.h"

#include "iam/names.h"

namespace partita::sts {
namespace {

using iam::Values;

Values tag_value(const identities::Tags& tags, std::string_view name) {
  for (const auto& [tag, value] : tags)
    if (iam::same_ignoring_case(tag, name)) return Values(std::string_view(value));
  return {};
}

}  // namespace

Values RoleKeys::list(std::vector<std::string_view> texts) {
  if (texts.empty()) return {};
  return Values(std::span<const std::string_view>(lists_.emplace_back(std::move(texts))));
}

Values RoleKeys::values(const iam::ConditionKey& key) {
  const auto is = [&](std::string_view name) { return iam::same_ignoring_case(key.name, name); };
  if (key.id == iam::KeyId::RequestTag) return tag_value(tags_, key.detail());
  if (key.id == iam::KeyId::ResourceTag) return tag_value(role_tags_, key.detail());
  if (key.id == iam::KeyId::TagKeys) {
    std::vector<std::string_view> names;
    for (const auto& tag : tags_) names.push_back(tag.first);
    return list(std::move(names));
  }
  if (key.id != iam::KeyId::Other) return {};
  if (is("sts:ExternalId")) return external_id_ ? Values(std::string_view(*external_id_)) : Values();
  if (is("sts:RoleSessionName")) return Values(std::string_view(session_name_));
  if (is("sts:SourceIdentity")) return source_identity_.empty() ? Values() : Values(std::string_view(source_identity_));
  if (is("sts:TransitiveTagKeys")) return list({transitive_tags_.begin(), transitive_tags_.end()});
  constexpr std::string_view kRoleTag = "iam:ResourceTag/";
  if (iam::starts_with_ignoring_case(key.name, kRoleTag))
    return tag_value(role_tags_, std::string_view(key.name).substr(kRoleTag.size()));
  return {};
}

}  // namespace partita::sts
