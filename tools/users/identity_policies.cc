// `partita iam policy` and `partita iam boundary`.
#include <fmt/format.h>

#include "base/try.h"
#include "iam/policy.h"
#include "identities/rules.h"
#include "identity_command.h"

namespace partita::tools {
namespace {

using identities::Done;
using identities::InlinePolicy;
using identities::refuse;
using enum Argument::Kind;

// The one whose policies a command is about.
struct Owner {
  std::vector<InlinePolicy>* policies = nullptr;
  std::string* boundary = nullptr;  // nullptr for a group
  std::size_t most_bytes = 0;
  std::string shown;  // "the user alice"
};

expected<Owner, std::string> owner_of(Work& work) {
  const Arguments& given = work.arguments;
  if (given.has("user") + given.has("group") + given.has("role") != 1)
    return refuse("give one of --user, --group and --role");
  PARTITA_TRY_VALUE(account, work.its_account());
  if (given.has("user")) {
    PARTITA_TRY_VALUE(user, user_named(*account, given.one("user")));
    return Owner{&user->policies, &user->boundary, identities::kMostUserPolicyBytes, "the user " + user->name};
  }
  if (given.has("group")) {
    PARTITA_TRY_VALUE(group, group_named(*account, given.one("group")));
    return Owner{&group->policies, nullptr, identities::kMostGroupPolicyBytes, "the group " + group->name};
  }
  PARTITA_TRY_VALUE(role, role_named(*account, given.one("role")));
  return Owner{&role->policies, &role->boundary, identities::kMostRolePolicyBytes, "the role " + role->name};
}

Done policy_put(Work& work) {
  PARTITA_TRY_VALUE(owner, owner_of(work));
  const std::string name = work.arguments.one("name");
  PARTITA_TRY(put_policy(*owner.policies, name, work.arguments.one("document.file", name),
                         work.arguments.one("document"), owner.most_bytes));
  const std::string file = work.arguments.one("document.file", name);
  for (const iam::DocumentFault& warning :
       iam::Compilation::of(file, work.arguments.one("document"), iam::PolicyType::Identity).warnings)
    work.text += fmt::format("{}:{}:{}: warning: {}\n", file, warning.place.line, warning.place.column, warning.text);
  work.text += fmt::format("{} has the policy {}\n", owner.shown, name);
  return {};
}

Done policy_list(Work& work) {
  PARTITA_TRY_VALUE(owner, owner_of(work));
  for (const InlinePolicy& policy : *owner.policies) work.text += policy.name + "\n";
  work.json.begin_object();
  write_names(work.json, "policies", *owner.policies);
  work.json.end_object();
  return {};
}

Done policy_show(Work& work) {
  PARTITA_TRY_VALUE(owner, owner_of(work));
  const std::string name = work.arguments.one("name");
  const InlinePolicy* const policy = identities::find_named(*owner.policies, name);
  if (!policy) return refuse(fmt::format("{} has no policy {}", owner.shown, name));
  work.text = policy->document + (policy->document.ends_with('\n') ? "" : "\n");
  work.json.begin_object().member("name", policy->name).member("document", policy->document).end_object();
  return {};
}

// The policies and the boundary that count for a user or role.
struct Collected {
  std::string arn, user_name, id, role_arn;
  const identities::Tags* tags = nullptr;
  std::vector<std::pair<std::string, const InlinePolicy*>> policies;  // with their owners
  const std::string* boundary = nullptr;
};

expected<Collected, std::string> collect(Work& work) {
  const Arguments& given = work.arguments;
  if (given.has("user") + given.has("role") != 1) return refuse("give one of --user and --role");
  PARTITA_TRY_VALUE(account, work.its_account());
  PARTITA_TRY_VALUE(owner, owner_of(work));
  Collected collected;
  for (const InlinePolicy& policy : *owner.policies) collected.policies.emplace_back(owner.shown, &policy);
  collected.boundary = owner.boundary;
  if (given.has("role")) {
    PARTITA_TRY_VALUE(role, role_named(*account, given.one("role")));
    collected.arn = fmt::format("arn:aws:sts::{}:assumed-role/{}/simulated", account->id, role->name);
    collected.role_arn = identities::role_arn(*account, *role);
    collected.id = role->id + ":simulated";
    collected.tags = &role->tags;
    return collected;
  }
  PARTITA_TRY_VALUE(user, user_named(*account, given.one("user")));
  collected.arn = identities::user_arn(*account, *user);
  collected.user_name = user->name;
  collected.id = user->id;
  collected.tags = &user->tags;
  for (const std::string& name : user->groups)
    if (const identities::Group* const group = identities::find_named(account->groups, name))
      for (const InlinePolicy& policy : group->policies) collected.policies.emplace_back("the group " + name, &policy);
  return collected;
}

// `partita iam simulate` reads its JSON.
Done policy_all(Work& work) {
  PARTITA_TRY_VALUE(collected, collect(work));
  const auto ended = [](const std::string& document) { return document + (document.ends_with('\n') ? "" : "\n"); };
  work.json.begin_object().member("arn", collected.arn).member("role_arn", collected.role_arn);
  work.json.member("user_name", collected.user_name).member("id", collected.id);
  write_tags(work.json, *collected.tags);
  work.json.name("policies").begin_list();
  for (const auto& [owner, policy] : collected.policies) {
    work.text += fmt::format("{}, the policy {}:\n{}", owner, policy->name, ended(policy->document));
    work.json.begin_object().member("name", fmt::format("{} of {}", policy->name, owner));
    work.json.member("document", policy->document).end_object();
  }
  work.json.end_list().member("boundary", *collected.boundary).end_object();
  if (!collected.boundary->empty()) work.text += "the boundary:\n" + ended(*collected.boundary);
  if (work.text.empty()) work.text = "no policy\n";
  return {};
}

Done policy_delete(Work& work) {
  PARTITA_TRY_VALUE(owner, owner_of(work));
  const std::string name = work.arguments.one("name");
  if (!identities::find_named(*owner.policies, name))
    return refuse(fmt::format("{} has no policy {}", owner.shown, name));
  PARTITA_TRY(delete_policy(*owner.policies, name));
  work.text = fmt::format("{} has no policy {} any more\n", owner.shown, name);
  return {};
}

Done boundary_set(Work& work) {
  PARTITA_TRY_VALUE(owner, owner_of(work));
  if (!owner.boundary) return refuse("a group has no boundary; give --user or --role");
  PARTITA_TRY(identities::set_boundary(*owner.boundary, work.arguments.one("document.file", "boundary"),
                                       work.arguments.one("document")));
  work.text = fmt::format("{} has the boundary\n", owner.shown);
  return {};
}

Done boundary_remove(Work& work) {
  PARTITA_TRY_VALUE(owner, owner_of(work));
  if (!owner.boundary || owner.boundary->empty()) return refuse(fmt::format("{} has no boundary", owner.shown));
  owner.boundary->clear();
  work.text = fmt::format("{} has no boundary any more\n", owner.shown);
  return {};
}

}  // namespace

std::vector<Verb> policy_verbs() {
  const Argument user{"user", Option, false, "NAME", "the user that has the policy"};
  const Argument group{"group", Option, false, "NAME", "the group that has the policy"};
  const Argument role{"role", Option, false, "NAME", "the role that has the policy"};
  const Argument file{"document", File, true, "FILE", "the policy"};
  const Argument account = account_argument(), name = name_of("the policy");
  return {
      {"policy put", "add or replace a policy", true, {name, file, user, group, role, account}, policy_put},
      {"policy list", "list policies", false, {user, group, role, account}, policy_list},
      {"policy show", "print a policy", false, {name, user, group, role, account}, policy_show},
      {"policy all",
       "print all policies that count for a user or role, with those of its groups and its boundary",
       false,
       {user, role, account},
       policy_all},
      {"policy delete", "delete a policy", true, {name, user, group, role, account}, policy_delete},
      {"boundary set", "limit a user or role by a boundary", true, {file, user, role, account}, boundary_set},
      {"boundary remove", "remove the boundary", true, {user, role, account}, boundary_remove},
  };
}

}  // namespace partita::tools
