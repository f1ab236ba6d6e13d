#include "iam/condition_key.h"

#include "iam/names.h"

namespace partita::iam {
namespace {

enum class Count : std::uint8_t { One, Many };

struct NamedKey {
  std::string_view name;
  Count count;
};

constexpr NamedKey kKeys[] = {
#define PARTITA_IAM_KEY(id, name, count) {name, Count::count},
#include "iam/condition_keys.def"
#undef PARTITA_IAM_KEY
};

constexpr std::string_view kKeyNames[] = {
#define PARTITA_IAM_KEY(id, name, count) name,
#include "iam/condition_keys.def"
#undef PARTITA_IAM_KEY
};

struct Family {
  std::string_view prefix;
  KeyId id;
};

constexpr Family kFamilies[] = {
    {"aws:PrincipalTag/", KeyId::PrincipalTag},
    {"aws:RequestTag/", KeyId::RequestTag},
    {"aws:ResourceTag/", KeyId::ResourceTag},
};

constexpr std::string_view kFirstPartitionKeyValues = "dynamodb:FirstPartitionKeyValues";

}  // namespace

bool ConditionKey::has_many_values() const {
  return static_cast<std::size_t>(id) < kNamedKeys && kKeys[static_cast<std::size_t>(id)].count == Count::Many;
}

std::optional<ConditionKey> parse_key(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == 0 || colon == std::string_view::npos || colon + 1 == name.size()) return std::nullopt;
  ConditionKey key{KeyId::Other, std::string(name), 0};
  for (std::size_t i = 0; i < kNamedKeys; ++i)
    if (same_ignoring_case(kKeys[i].name, name)) {
      key.id = static_cast<KeyId>(i);
      key.detail_at = name.size();
      return key;
    }
  if (same_ignoring_case(kFirstPartitionKeyValues, name)) {
    key.id = KeyId::LeadingKeys;
    key.detail_at = name.size();
    return key;
  }
  for (const Family& family : kFamilies)
    if (starts_with_ignoring_case(name, family.prefix)) {
      if (name.size() == family.prefix.size()) return std::nullopt;
      key.id = family.id;
      key.detail_at = family.prefix.size();
    }
  return key;
}

bool is_unknown_key_of_dynamodb(const ConditionKey& key, std::string_view& meant) {
  if (key.id != KeyId::Other || !starts_with_ignoring_case(key.name, "dynamodb:")) return false;
  meant = nearest(key.name, kKeyNames);
  return true;
}

}  // namespace partita::iam
