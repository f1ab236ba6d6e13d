#include "ops/rules/tag_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "ops/rules/names.h"
#include "ops/rules/policy_arn.h"
#include "ops/rules/render.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

constexpr int kArnColons = 5;  // arn:PARTITION:SERVICE:REGION:ACCOUNT:RESOURCE

// The service counts characters instead of bytes.
std::size_t character_count(std::string_view utf8) {
  return static_cast<std::size_t>(std::ranges::count_if(utf8, [](char c) { return (c & 0xC0) != 0x80; }));
}

// Whether the text has only letters, digits, spaces and some signs. Beyond ASCII the service accepts letters and
// spaces, but this function accepts all characters.
bool has_tag_characters(std::string_view utf8) {
  constexpr std::string_view kSigns = " +-=._:/@";
  return std::ranges::all_of(utf8, [&](char c) {
    return (c & 0x80) != 0 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kSigns.find(c) != kSigns.npos;
  });
}

Result<void> check_key(const OptionalString& key) {
  if (!key || key->empty() || character_count(*key) > limits::kTagKeyCharacters || !has_tag_characters(*key))
    return invalid(fmt::format("The Tag Key provided is invalid, Key: {}", key ? shortened(*key) : "null"));
  if (key->starts_with("aws:")) return invalid(fmt::format("Tag Key cannot be prefixed with aws:, Key: {}", *key));
  return {};
}

}  // namespace

Result<void> check_tags(const std::vector<Tag>& tags) {
  if (tags.size() > limits::kTags)
    return invalid("Number of Tags exceed the current limit for the provided ResourceArn");
  for (auto tag = tags.begin(); tag != tags.end(); ++tag) {
    PARTITA_TRY(check_key(tag->key));
    if (!tag->value || character_count(*tag->value) > limits::kTagValueCharacters || !has_tag_characters(*tag->value))
      return invalid(
          fmt::format("The Tag Value provided is invalid, Value: {}", tag->value ? shortened(*tag->value) : "null"));
    const auto first = std::find_if(tags.begin(), tag, [&](const Tag& other) { return other.key == tag->key; });
    if (first != tag)
      return invalid(fmt::format("Duplicate Tag Keys provided as input: Duplicate Tag Key found {}", *tag->key));
  }
  return {};
}

Result<void> check_tag_keys(const std::vector<std::string>& keys) {
  for (const std::string& key : keys) PARTITA_TRY(check_key(key));
  return {};
}

unexpected<Error> invalid_table_arn(std::string_view arn) {
  return invalid(fmt::format("Invalid TableArn: Invalid ResourceArn provided as input {}", arn));
}

Result<void> check_resource_arn(const std::string& arn) {
  if (!arn.starts_with("arn:")) return not_an_arn(arn);
  const auto table = parse_table_arn(arn);
  if (!table) {
    const bool ours = arn.find(":dynamodb:") != std::string::npos;
    if (!ours && std::ranges::count(arn, ':') >= kArnColons) return {};
    if (!ours || arn.find(":table/") == std::string::npos) return not_of_dynamodb(arn);
    return invalid_table_arn(arn);
  }
  if (!table->index.empty()) return invalid_table_arn(arn);
  return {};
}

}  // namespace partita::ops
