#include "engine/tables/encryption.h"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <array>
#include <string_view>

namespace partita::engine {
namespace {

constexpr std::string_view kOwnAlias = "alias/aws/dynamodb";

// An id in the form of a UUID that depends only on the text.
std::string id_of(std::string_view text) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash.data());
  std::string id;
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) id.push_back('-');
    id += fmt::format("{:02x}", hash[i]);
  }
  return id;
}

// `key` is an id, an alias, or an ARN of either. An empty one is the service's own key.
std::string key_arn(const Context& context, std::string_view key) {
  if (key.empty()) key = kOwnAlias;
  const std::size_t alias = key.starts_with("arn:") ? key.find(":alias/") : std::string_view::npos;
  if (alias == std::string_view::npos && key.starts_with("arn:")) return std::string(key);
  const std::string name(alias == std::string_view::npos ? key : key.substr(alias + 1));
  const std::string owner = alias == std::string_view::npos
                                ? fmt::format("arn:aws:kms:{}:{}", context.region, context.account)
                                : std::string(key.substr(0, alias));
  return fmt::format("{}:key/{}", owner, name.starts_with("alias/") ? id_of(owner + name) : name);
}

}  // namespace

std::optional<std::string> wanted_key(const SSESpecification& specification) {
  if (!specification.enabled.value_or(specification.sse_type.has_value())) return std::nullopt;
  return specification.kms_master_key_id.value_or("");
}

std::optional<SSEDescription> encryption_of(const Context& context, const std::optional<std::string>& key) {
  if (!key) return std::nullopt;
  return SSEDescription{.status = "ENABLED", .sse_type = "KMS", .kms_master_key_arn = key_arn(context, *key)};
}

Result<void> change_key(const Context& context, const SSESpecification& specification,
                        std::optional<std::string>& key) {
  auto wanted = wanted_key(specification);
  if (!wanted && !key)
    return invalid("One or more parameter values were invalid: Table is already encrypted by default");
  if (wanted && key && *wanted == key_arn(context, *key))
    return invalid(
        "One or more parameter values were invalid: Table is already encrypted with given KMSMasterKeyId. Use "
        "KMSMasterKeyId parameter if you want to change Master Key");
  key = std::move(wanted);
  return {};
}

}  // namespace partita::engine
