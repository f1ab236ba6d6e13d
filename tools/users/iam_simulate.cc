// `partita iam simulate` decides a request by policies, and tells why.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <deque>
#include <map>

#include "base/clock.h"
#include "base/try.h"
#include "iam.h"
#include "iam/explain.h"
#include "iam/json.h"
#include "iam/names.h"
#include "iam/time.h"
#include "identity_place.h"

namespace partita::tools {
namespace {

constexpr const char* kSimulateFooter =
    R"(Prints the decision and the statement that decides. If no statement allows the request, prints for each statement
with the action what does not fit.

The policies are those of --policy and --boundary, or those that a user or role of the store of identities has:
--user or --role, with --data DIR or --admin-socket PATH. A user has those of its groups too.

The principal gives aws:username, aws:PrincipalArn and aws:PrincipalAccount, --tag gives aws:PrincipalTag/NAME. All other
keys of conditions and variables come from --context. Of these, aws:CurrentTime is now unless it is given.

Examples:
  partita iam simulate --policy app.json --action dynamodb:GetItem \
    --resource arn:aws:dynamodb:us-east-1:123456789012:table/Music
  partita iam simulate --policy app.json --policy team.json --boundary limit.json --action dynamodb:Query \
    --resource arn:aws:dynamodb:us-east-1:123456789012:table/Music/index/ByYear \
    --principal arn:aws:iam::123456789012:user/alice --tag team=red \
    --context dynamodb:LeadingKeys=alice --context dynamodb:Attributes=Id,Year --context aws:userid=AIDAEXAMPLE
  partita iam simulate --user alice --data ./shop --action dynamodb:PutItem \
    --resource arn:aws:dynamodb:us-east-1:123456789012:table/Music --context dynamodb:LeadingKeys=bob

Exit code: 0 if the request is allowed, 1 if it is denied, 2 if a file or a value of an option cannot be used,
from 100 on for an unknown option.
)";

struct SimulateOptions {
  std::vector<std::string> policies, session_policies, context, tags;
  std::string boundary, resource_policy, action, resource, principal;
  std::string user, role, account;  // of the store
  IdentityPlace place;

  bool asks_store() const { return !user.empty() || !role.empty(); }
};

// NAME=VALUE.
Result<std::pair<std::string, std::string>> name_and_value(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos)
    return invalid(fmt::format("{} takes NAME=VALUE, not '{}'", option, text));
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

// The values of --context.
class ContextKeys final : public iam::KeySource {
 public:
  void add(const std::string& key, const std::string& list) {
    std::vector<std::string_view>& views = keys_[key];
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      if (!list.empty()) views.push_back(texts_.emplace_back(list.substr(begin, end - begin)));
      begin = end + 1;
    }
  }
  iam::Values values(const iam::ConditionKey& key) override {
    for (const auto& [name, views] : keys_) {
      const auto parsed = iam::parse_key(name);
      const bool same = parsed->id == key.id && iam::same_ignoring_case(parsed->detail(), key.detail());
      if (same) return iam::Values(std::span<const std::string_view>(views));
    }
    return {};
  }

 private:
  std::deque<std::string> texts_;
  std::map<std::string, std::vector<std::string_view>> keys_;
};

struct Simulation {
  std::deque<iam::Policy> policies;
  std::vector<const iam::Policy*> identity, session;
  const iam::Policy* boundary = nullptr;
  const iam::Policy* resource_policy = nullptr;
  iam::Principal principal;
  iam::Action action{};
  iam::Surroundings surroundings;
  std::string source_ip, region;  // which the surroundings refer to
  ContextKeys keys;
};

// Takes a key of --context that belongs to the principal or to the surroundings. Returns whether it did.
Result<bool> take_context(Simulation& simulation, const iam::ConditionKey& key, const std::string& value) {
  using iam::KeyId;
  switch (key.id) {
    case KeyId::UserId:
      simulation.principal.user_id = value;
      return true;
    case KeyId::UserName:
      simulation.principal.user_name = value;
      return true;
    case KeyId::PrincipalTag:
      simulation.principal.tags.emplace_back(key.detail(), value);
      return true;
    case KeyId::SourceIp:
      simulation.source_ip = value;
      return true;
    case KeyId::RequestedRegion:
      simulation.region = value;
      return true;
    case KeyId::SecureTransport:
      simulation.surroundings.secure_transport = iam::same_ignoring_case(value, "true");
      return true;
    case KeyId::CurrentTime:
    case KeyId::EpochTime: {
      const auto ms = iam::parse_time(value);
      if (!ms)
        return invalid(
            fmt::format("--context {}: '{}' is not a time; write one such as 2026-01-31T12:00:00Z", key.name, value));
      simulation.surroundings.now_ms = *ms;
      return true;
    }
    case KeyId::PrincipalArn:
    case KeyId::PrincipalAccount:
    case KeyId::PrincipalType:
      return invalid(fmt::format("--context {} follows from the principal; give --principal ARN", key.name));
    default:
      return false;
  }
}

Result<void> read_context(const SimulateOptions& options, Simulation& simulation) {
  for (const std::string& text : options.context) {
    PARTITA_TRY_VALUE(pair, name_and_value("--context", text));
    const auto key = iam::parse_key(pair.first);
    if (!key)
      return invalid(
          fmt::format("--context: '{}' is not a condition key; write one such as dynamodb:LeadingKeys", pair.first));
    PARTITA_TRY_VALUE(taken, take_context(simulation, *key, pair.second));
    if (!taken) simulation.keys.add(pair.first, pair.second);
  }
  simulation.surroundings.source_ip = simulation.source_ip;
  simulation.surroundings.region = simulation.region;
  return {};
}

// Takes the principal and its policies from the store.
Result<void> read_store(const SimulateOptions& options, Simulation& simulation) {
  if (!options.policies.empty() || !options.boundary.empty() || !options.principal.empty())
    return invalid(
        "--user and --role take the policies and the principal from the store; leave out --policy, "
        "--boundary and --principal");
  IdentityCommand command{"policy all", {}};
  for (const auto& [name, value] :
       {std::pair("user", options.user), {"role", options.role}, {"account", options.account}})
    if (!value.empty()) command.arguments.add(name, value);
  const auto reply = run_at(options.place, command, ReplyForm::Json);
  if (!reply) return invalid(reply.error());
  const auto json = iam::parse_json(*reply);
  const auto text = [&](const char* member) {
    const iam::Json* const found = json->find(member);
    return found ? found->text : std::string();
  };
  if (!json || !json->find("policies") || !json->find("tags"))
    return invalid("the server is another version of Partita, which does not tell policies");
  PARTITA_TRY_VALUE(principal, iam::Principal::of_arn(text("arn")));
  simulation.principal = std::move(principal);
  simulation.principal.user_id = text("id");
  if (!text("role_arn").empty()) simulation.principal.role_arn = text("role_arn");
  for (const iam::Json::Member& tag : json->find("tags")->members)
    simulation.principal.tags.emplace_back(tag.name, tag.value.text);
  const auto add = [&](const std::string& name, const std::string& document, iam::PolicyType type) {
    return &simulation.policies.emplace_back(iam::Compilation::of(name, document, type).policy);
  };
  for (const iam::Json& policy : json->find("policies")->elements)
    simulation.identity.push_back(
        add(policy.find("name")->text, policy.find("document")->text, iam::PolicyType::Identity));
  if (!text("boundary").empty()) simulation.boundary = add("the boundary", text("boundary"), iam::PolicyType::Boundary);
  return {};
}

Result<void> read_request(const SimulateOptions& options, Simulation& simulation) {
  if (options.action.empty() || options.resource.empty())
    return invalid(
        "--action and --resource are needed, for example --action dynamodb:GetItem --resource "
        "arn:aws:dynamodb:us-east-1:123456789012:table/Music");
  const auto action = iam::action_named(options.action);
  if (!action)
    return invalid(fmt::format("DynamoDB has no action '{}'; write one such as dynamodb:GetItem", options.action));
  simulation.action = *action;
  if (options.resource != "*" && iam::part_of_arn(options.resource, 5).empty())
    return invalid(
        fmt::format("'{}' is not an ARN; write one such as "
                    "arn:aws:dynamodb:us-east-1:123456789012:table/Music, or '*'",
                    options.resource));
  const std::string_view account = iam::part_of_arn(options.resource, 4);
  const std::string anybody =
      fmt::format("arn:aws:iam::{}:user/anybody", iam::is_account(account) ? account : "123456789012");
  if (options.place.is_given() && !options.asks_store())
    return invalid("--data and --admin-socket go with --user or --role");
  if (options.asks_store()) {
    PARTITA_TRY(read_store(options, simulation));
  } else {
    PARTITA_TRY_VALUE(principal, iam::Principal::of_arn(options.principal.empty() ? anybody : options.principal));
    simulation.principal = std::move(principal);
  }
  for (const std::string& text : options.tags) {
    PARTITA_TRY_VALUE(tag, name_and_value("--tag", text));
    simulation.principal.tags.push_back(std::move(tag));
  }
  simulation.surroundings.now_ms = base::SystemClock().now_ms();
  return read_context(options, simulation);
}

// Reads all policies, so that the faults of all are printed. Returns false if one has a fault.
bool read_policies(const SimulateOptions& options, Simulation& simulation) {
  bool ok = true;
  const auto read = [&](const std::string& path, iam::PolicyType type) {
    iam::Compilation compiled = read_policy(path, type);
    ok = ok && compiled.faults.empty();
    return &simulation.policies.emplace_back(std::move(compiled.policy));
  };
  for (const std::string& path : options.policies) simulation.identity.push_back(read(path, iam::PolicyType::Identity));
  for (const std::string& path : options.session_policies)
    simulation.session.push_back(read(path, iam::PolicyType::Session));
  if (!options.boundary.empty()) simulation.boundary = read(options.boundary, iam::PolicyType::Boundary);
  if (!options.resource_policy.empty())
    simulation.resource_policy = read(options.resource_policy, iam::PolicyType::Resource);
  return ok;
}

void print_decision(const iam::Policies& policies, const iam::Outcome& outcome, iam::Request& request) {
  if (outcome.decision == iam::Decision::ImplicitlyDenied) {
    fmt::print("implicitly denied\n");
    const auto reasons = iam::explain(policies, request);
    for (const iam::Reason& reason : reasons)
      fmt::print("  {}, {}: {}\n", reason.policy->name(), iam::title_of(*reason.policy, reason.statement), reason.text);
    if (reasons.empty())
      fmt::print("  no statement {}allows {}\n",
                 outcome.type == iam::PolicyType::Identity ? "" : "of " + iam::with_article(outcome.type) + " ",
                 iam::name_of(request.action()));
    if (outcome.type == iam::PolicyType::Resource && !policies.resource)
      fmt::print(
          "  the resource is of another account, whose policy must allow the request too: give it with "
          "--resource-policy FILE\n");
  } else {
    fmt::print("{}\n", outcome.decision == iam::Decision::Allowed ? "allowed" : "explicitly denied");
    if (outcome.policy)
      fmt::print("  {}, {}, as {}\n", outcome.policy->name(), iam::title_of(*outcome.policy, outcome.statement),
                 iam::with_article(outcome.type));
    else
      fmt::print("  the root of an account needs no permission in its account\n");
  }
  if (outcome.decision != iam::Decision::Allowed)
    fmt::print("AccessDeniedException: {}\n", iam::denial_text(outcome, request));
}

int run_simulate(const SimulateOptions& options) {
  Simulation simulation;
  if (auto read = read_request(options, simulation); !read) {
    print_error(read.error());
    return kBadUsage;
  }
  if (!read_policies(options, simulation)) return kBadUsage;
  const iam::Policies policies{.identity = simulation.identity,
                               .boundary = simulation.boundary,
                               .session = simulation.session,
                               .resource = simulation.resource_policy};
  iam::Request request(simulation.principal, simulation.action, options.resource, simulation.surroundings,
                       &simulation.keys);
  const iam::Outcome outcome = iam::evaluate(policies, request);
  print_decision(policies, outcome, request);
  return outcome.decision == iam::Decision::Allowed ? 0 : 1;
}

}  // namespace

Command add_iam_simulate(CLI::App& iam) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* command = iam.add_subcommand("simulate", "decide a request by policies, and tell why");
  command->footer(kSimulateFooter);
  const auto several = [&](const char* name, std::vector<std::string>& values, const char* type, const char* meaning) {
    command->add_option(name, values, std::string(meaning) + "; may be given several times")
        ->type_name(type)
        ->expected(1)
        ->take_all();
  };
  several("--policy", options->policies, "FILE", "an identity-based policy of the principal");
  command->add_option("--boundary", options->boundary, "the principal's permissions boundary")->type_name("FILE");
  several("--session-policy", options->session_policies, "FILE", "a policy of the principal's session");
  command->add_option("--resource-policy", options->resource_policy, "the resource-based policy")->type_name("FILE");
  command->add_option("--action", options->action, "the action, such as dynamodb:GetItem")->type_name("NAME");
  command->add_option("--resource", options->resource, "the resource, or '*' for an action without one")
      ->type_name("ARN");
  command
      ->add_option("--principal", options->principal, "who asks: a user, a role's session, a federated user or a root")
      ->type_name("ARN")
      ->capture_default_str();
  command->add_option("--user", options->user, "a user of the store, with all of its policies")->type_name("NAME");
  command->add_option("--role", options->role, "a role of the store, as a session without a policy of its own")
      ->type_name("NAME");
  command->add_option("--account", options->account, "the account of --user or --role")->type_name("NUMBER");
  add_place_options(*command, options->place);
  several("--context", options->context, "KEY=VALUE[,VALUE]", "the values of a condition key");
  several("--tag", options->tags, "NAME=VALUE", "a tag of the principal");
  return {command, [options] { return run_simulate(*options); }};
}

}  // namespace partita::tools
