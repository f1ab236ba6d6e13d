#include "identities/directory.h"

#include <fmt/format.h>

#include <array>
#include <set>

#include "auth/random_key.h"
#include "base/base64.h"
#include "base/try.h"
#include "iam/names.h"
#include "iam/time.h"
#include "identities/store.h"

namespace partita::identities {
namespace {

using PolicyPtr = std::shared_ptr<const iam::Policy>;

// The tags of the session over those of the role, whose names differ in more than case.
Tags joined(const Tags& of_role, const Tags& of_session) {
  Tags tags = of_session;
  for (const auto& tag : of_role) {
    bool replaced = false;
    for (const auto& [name, value] : of_session) replaced = replaced || iam::same_ignoring_case(name, tag.first);
    if (!replaced) tags.push_back(tag);
  }
  return tags;
}

std::string time_text_of(std::int64_t ms) {
  std::array<char, 24> text;
  return {text.data(), iam::write_time(ms, text.data())};
}

// Returns nullptr if the session's policy does not compile, which happens only if a newer Partita accepted it.
std::shared_ptr<const iam::Identity> identity_of(const RoleEntry& role, const Session& session) {
  PolicyPtr limit;
  if (!session.policy.empty()) {
    auto policy = iam::Policy::parse("session policy", session.policy, iam::PolicyType::Session);
    if (!policy) return nullptr;
    limit = std::make_shared<const iam::Policy>(std::move(*policy));
  }
  iam::Principal principal;
  principal.kind = iam::PrincipalKind::RoleSession;
  principal.account = role.account;
  principal.arn = fmt::format("arn:aws:sts::{}:assumed-role/{}/{}", role.account, role.name, session.name);
  principal.user_id = role.id + ":" + session.name;
  principal.role_arn = role.arn;
  principal.tags = joined(role.tags, session.tags);
  principal.token_issue_time = time_text_of(session.issued_ms);
  principal.source_identity = session.source_identity;
  principal.transitive_tags = session.transitive_tags;
  return std::make_shared<const iam::Identity>(std::move(principal), role.policies, role.boundary, std::move(limit));
}

std::shared_ptr<const iam::Identity> identity_of(const iam::Identity& user, const Session& session) {
  iam::Principal principal = user.principal();
  principal.token_issue_time = time_text_of(session.issued_ms);
  return std::make_shared<const iam::Identity>(std::move(principal), user.own_policies(), user.boundary());
}

}  // namespace

std::string holder_of(const iam::Principal& principal) { return principal.user_id + " " + principal.arn; }

const RoleEntry* Directory::role_of_arn(std::string_view arn) const {
  const auto found = roles_by_arn_.find(arn);
  return found == roles_by_arn_.end() ? nullptr : found->second.get();
}

expected<auth::AccessKey, std::string> Directory::begin_session(Session session) const {
  auth::AccessKey key;
  key.id = auth::random_id("ASIA", auth::kKeyIdCharacters);
  key.secret = auth::random_secret();
  session.secret = key.secret;
  PARTITA_TRY_VALUE(token, token_of(session_root_, key.id, session));
  key.session_token = std::move(token);
  key.expires_ms = session.expires_ms;
  return key;
}

std::shared_ptr<const auth::AccessKey> Directory::find(std::string_view id, std::string_view token) const {
  const auto session = read_token(session_root_, id, token);
  if (!session) return nullptr;
  auto key = std::make_shared<auth::AccessKey>();
  if (const auto role = roles_by_id_.find(session->holder); role != roles_by_id_.end())
    key->identity = identity_of(*role->second, *session);
  else if (const auto user = users_.find(session->holder); user != users_.end())
    key->identity = identity_of(*user->second, *session);
  if (!key->identity) return nullptr;
  const iam::Principal& principal = key->identity->principal();
  key->id = id;
  key->secret = session->secret;
  key->session_token = std::string(token);
  key->expires_ms = session->expires_ms;
  key->account = principal.account;
  // Of the session of a role, "ROLE/SESSION".
  key->user = principal.user_name.empty() ? principal.arn.substr(principal.arn.find('/') + 1) : principal.user_name;
  return key;
}

// Makes a Directory and the table of keys.
class TableMaker {
 public:
  TableMaker(const MasterKey& master, std::vector<auth::AccessKey> file_keys, const std::string& file)
      : secret_key_(secret_sealing_key(master)), keys_(std::move(file_keys)), file_(file) {
    directory_->session_root_ = session_root_key(master);
    for (const auth::AccessKey& key : keys_) {
      ids_.insert(key.id);
      if (key.identity) directory_->users_.emplace(holder_of(key.identity->principal()), key.identity);
    }
  }

  expected<void, std::string> add(const Account& account) {
    for (const User& user : account.users) PARTITA_TRY(add(account, user));
    for (const Role& role : account.roles) PARTITA_TRY(add(account, role));
    if (account.root_keys.empty()) return {};
    iam::Principal root;
    root.kind = iam::PrincipalKind::Root;
    root.account = account.id;
    root.arn = "arn:aws:iam::" + account.id + ":root";
    root.user_id = account.id;
    return add_user(account, account.root_keys, "root",
                    std::make_shared<const iam::Identity>(std::move(root), std::vector<PolicyPtr>(), nullptr));
  }

  std::shared_ptr<const auth::AccessKeys> finish() {
    return std::make_shared<const auth::AccessKeys>(std::move(keys_), std::move(directory_));
  }

 private:
  static expected<PolicyPtr, std::string> compile(const std::string& owner, const std::string& name,
                                                  const std::string& document, iam::PolicyType type) {
    auto policy = iam::Policy::parse(name, document, type);
    if (!policy) return unexpected(fmt::format("the store's {}, {}: {}", owner, name, policy.error().message));
    return std::make_shared<const iam::Policy>(std::move(*policy));
  }

  static expected<void, std::string> compile_all(const std::string& owner, const std::vector<InlinePolicy>& policies,
                                                 std::vector<PolicyPtr>& out) {
    for (const InlinePolicy& one : policies) {
      PARTITA_TRY_VALUE(policy, compile(owner, one.name, one.document, iam::PolicyType::Identity));
      out.push_back(policy);
    }
    return {};
  }

  static expected<PolicyPtr, std::string> compile_boundary(const std::string& owner, const std::string& document) {
    if (document.empty()) return PolicyPtr();
    return compile(owner, "boundary", document, iam::PolicyType::Boundary);
  }

  expected<void, std::string> add(const Account& account, const User& user) {
    iam::Principal principal;
    principal.account = account.id;
    principal.arn = user_arn(account, user);
    principal.user_name = user.name;
    principal.user_id = user.id;
    principal.tags = user.tags;
    std::vector<PolicyPtr> policies;
    PARTITA_TRY(compile_all(principal.arn, user.policies, policies));
    for (const std::string& name : user.groups)
      if (const Group* group = find_named(account.groups, name))
        PARTITA_TRY(compile_all(group_arn(account, *group), group->policies, policies));
    PARTITA_TRY_VALUE(boundary, compile_boundary(principal.arn, user.boundary));
    return add_user(
        account, user.keys, user.name,
        std::make_shared<const iam::Identity>(std::move(principal), std::move(policies), std::move(boundary)));
  }

  expected<void, std::string> add(const Account& account, const Role& role) {
    auto entry = std::make_shared<RoleEntry>();
    entry->account = account.id;
    entry->name = role.name;
    entry->arn = role_arn(account, role);
    entry->id = role.id;
    entry->max_session_s = role.max_session_s;
    entry->tags = role.tags;
    PARTITA_TRY_VALUE(trust, compile(entry->arn, "trust policy", role.trust, iam::PolicyType::Trust));
    entry->trust = trust;
    PARTITA_TRY(compile_all(entry->arn, role.policies, entry->policies));
    PARTITA_TRY_VALUE(boundary, compile_boundary(entry->arn, role.boundary));
    entry->boundary = boundary;
    directory_->roles_by_arn_.emplace(entry->arn, entry);
    directory_->roles_by_id_.emplace(entry->id, entry);
    return {};
  }

  expected<void, std::string> add_user(const Account& account, const std::vector<StoredKey>& keys,
                                       const std::string& name, const std::shared_ptr<const iam::Identity>& identity) {
    directory_->users_.emplace(holder_of(identity->principal()), identity);
    for (const StoredKey& stored : keys) {
      if (!ids_.insert(stored.id).second)
        return unexpected(fmt::format("the access key {} is in {} and in the store of identities; delete one of them",
                                      stored.id, file_));
      if (stored.disabled) continue;
      const auto sealed = base::decode_base64(stored.sealed_secret);
      const auto secret = sealed ? open_sealed(secret_key_, stored.id, *sealed) : std::nullopt;
      if (!secret) return unexpected(fmt::format("the secret of the access key {} does not decode", stored.id));
      auth::AccessKey key;
      key.id = stored.id;
      key.secret = *secret;
      key.expires_ms = stored.expires_ms;
      key.account = account.id;
      key.user = name;
      key.identity = identity;
      keys_.push_back(std::move(key));
    }
    return {};
  }

  const auth::Digest secret_key_;
  std::vector<auth::AccessKey> keys_;
  const std::string& file_;
  std::set<std::string> ids_;
  std::shared_ptr<Directory> directory_ = std::make_shared<Directory>();
};

expected<std::shared_ptr<const auth::AccessKeys>, std::string> make_key_table(const Contents& contents,
                                                                              const MasterKey& master,
                                                                              std::vector<auth::AccessKey> file_keys,
                                                                              const std::string& file) {
  TableMaker maker(master, std::move(file_keys), file);
  for (const Account& account : contents.accounts) PARTITA_TRY(maker.add(account));
  return maker.finish();
}

}  // namespace partita::identities
