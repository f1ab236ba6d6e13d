// Names of the facts about a request: conditions compare them, and variables take their values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::iam {

// The keys of condition_keys.def, then the families of keys that end with the name of a tag, then all others.
enum class KeyId : std::uint8_t {
#define PARTITA_IAM_KEY(id, name, count) id,
#include "iam/condition_keys.def"
#undef PARTITA_IAM_KEY
  PrincipalTag,
  RequestTag,
  ResourceTag,
  Other,
};

inline constexpr std::size_t kNamedKeys = static_cast<std::size_t>(KeyId::PrincipalTag);

// The case of a key's name does not matter, tags included.
struct ConditionKey {
  KeyId id = KeyId::Other;
  std::string name;  // as the policy has it, such as "aws:PrincipalTag/team"
  // The part of `name` that says which one is meant: the tag of a family, the whole name of Other. Empty for a named
  // key.
  std::string_view detail() const { return std::string_view(name).substr(detail_at); }
  std::size_t detail_at = 0;

  // Whether a request can have several values of the key. Only known for the named keys.
  bool has_many_values() const;
};

// Reads the name of a key. Returns nullopt unless it has the form "vendor:name", with a tag if its family has tags.
// dynamodb:FirstPartitionKeyValues is another name of dynamodb:LeadingKeys.
std::optional<ConditionKey> parse_key(std::string_view name);

// Whether `name` begins with "dynamodb:" but is not a key of DynamoDB, probably by mistake. If so, `meant` is the key
// that is spelled nearly so, or empty.
bool is_unknown_key_of_dynamodb(const ConditionKey& key, std::string_view& meant);

}  // namespace partita::iam
