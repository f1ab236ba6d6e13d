#include "permissions/identities.h"

#include <fmt/format.h>

#include <map>

#include "auth/credentials_file.h"
#include "auth/sha256.h"
#include "base/try.h"
#include "iam/identity.h"

namespace partita::permissions {
namespace {

constexpr std::size_t kMostPolicyFileBytes = 256 << 10;  // white space does not count for the service's limits

using PolicyPtr = std::shared_ptr<const iam::Policy>;

// Reads each file once, because users share policies.
class PolicyFiles {
 public:
  explicit PolicyFiles(const std::string& file) : file_(file) {
    const auto slash = file.rfind('/');
    directory_ = slash == file.npos ? "" : file.substr(0, slash + 1);
  }

  // `line` is that of the setting.
  expected<PolicyPtr, std::string> read(const std::string& name, iam::PolicyType type, std::size_t line) {
    PolicyPtr& known = policies_[{name, type}];
    if (known) return known;
    const std::string path = name.starts_with('/') ? name : directory_ + name;
    auto text = auth::read_trusted_file(path, kMostPolicyFileBytes, auth::Secret::No);
    if (!text) return unexpected(fmt::format("{}:{}: {}", file_, line, text.error()));
    auto policy = iam::Policy::parse(name, *text, type);
    if (!policy) return unexpected(fmt::format("{}:{}: {}: {}", file_, line, path, policy.error().message));
    known = std::make_shared<const iam::Policy>(std::move(*policy));
    return known;
  }

 private:
  const std::string& file_;
  std::string directory_;
  std::map<std::pair<std::string, iam::PolicyType>, PolicyPtr> policies_;
};

// An id in the form of the service's, which follows from the account and the name. So it stays the same in each run.
std::string made_user_id(const std::string& account, const std::string& user) {
  constexpr std::string_view kCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const auth::Digest digest = auth::sha256(account + ":user/" + user);
  std::string id = "AIDA";
  for (std::size_t i = 0; i < 17; ++i) id.push_back(kCharacters[digest[i] % kCharacters.size()]);
  return id;
}

iam::Principal principal_of(const auth::AccessKey& key, const std::string& account) {
  const auth::UserSettings& settings = key.settings;
  iam::Principal principal;
  principal.account = account;
  if (settings.root) {
    principal.kind = iam::PrincipalKind::Root;
    principal.arn = fmt::format("arn:aws:iam::{}:root", account);
    principal.user_id = account;
    return principal;
  }
  principal.arn =
      fmt::format("arn:aws:iam::{}:user{}{}", account, settings.path.empty() ? "/" : settings.path, key.user);
  principal.user_name = key.user;
  principal.user_id = settings.user_id.empty() ? made_user_id(account, key.user) : settings.user_id;
  principal.tags = settings.tags;
  return principal;
}

}  // namespace

expected<void, std::string> set_identities(std::vector<auth::AccessKey>& keys, const std::string& file,
                                           const std::string& account) {
  PolicyFiles files(file);
  for (auth::AccessKey& key : keys) {
    const auth::UserSettings& settings = key.settings;
    std::vector<PolicyPtr> policies;
    for (const std::string& name : settings.policies) {
      PARTITA_TRY_VALUE(policy, files.read(name, iam::PolicyType::Identity, settings.policy_line));
      policies.push_back(policy);
    }
    PolicyPtr boundary;
    if (!settings.boundary.empty()) {
      PARTITA_TRY_VALUE(policy, files.read(settings.boundary, iam::PolicyType::Boundary, settings.boundary_line));
      boundary = policy;
    }
    key.identity = std::make_shared<const iam::Identity>(principal_of(key, key.account.value_or(account)),
                                                         std::move(policies), std::move(boundary));
  }
  return {};
}

std::string find_permissions(const std::vector<auth::AccessKey>& keys, const std::string& file) {
  for (const auth::AccessKey& key : keys) {
    const auth::UserSettings& settings = key.settings;
    if (const std::size_t line = settings.policy_line ? settings.policy_line : settings.boundary_line)
      return fmt::format("{}:{}: the policies of a user are asked only with --auth iam", file, line);
  }
  return {};
}

}  // namespace partita::permissions
