#include "iam/resource_policy.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/contains.h"
#include "base/try.h"
#include "iam/canonical.h"
#include "iam/names.h"

namespace partita::iam {
namespace {

constexpr std::string_view kFault = "One or more parameter values were invalid: ";
// The version that the service shows for a document without one.
constexpr std::string_view kDefaultVersion = R"("Version":"2008-10-17")";

// The actions of streams. Source: "DynamoDB API operations supported by resource-based policies".
constexpr Action kOfStreams[] = {Action::DescribeStream, Action::GetRecords, Action::GetShardIterator};
// The actions on the policy itself, which both have.
constexpr Action kOfPolicies[] = {Action::DeleteResourcePolicy, Action::GetResourcePolicy, Action::PutResourcePolicy};
// The actions that no resource-based policy can name: those on other resources, or without a resource.
constexpr Action kOfNeither[] = {
    Action::CancelBulkOperation,
    Action::CreateGlobalTable,
    Action::CreateTable,
    Action::DeleteBackup,
    Action::DescribeBackup,
    Action::DescribeBulkOperation,
    Action::DescribeEndpoints,
    Action::DescribeExport,
    Action::DescribeGlobalTable,
    Action::DescribeGlobalTableSettings,
    Action::DescribeImport,
    Action::DescribeLimits,
    Action::DescribeReservedCapacity,
    Action::DescribeReservedCapacityOfferings,
    Action::GetAbacStatus,
    Action::ImportTable,
    Action::ListBackups,
    Action::ListBulkOperations,
    Action::ListContributorInsights,
    Action::ListExports,
    Action::ListGlobalTables,
    Action::ListImports,
    Action::ListStreams,
    Action::ListTables,
    Action::PurchaseReservedCapacityOfferings,
    Action::RestoreTableFromAwsBackup,
    Action::RestoreTableFromBackup,
    Action::StartAwsBackupJob,
    Action::StartBulkPutItems,
    Action::UpdateAbacStatus,
    Action::UpdateGlobalTable,
    Action::UpdateGlobalTableSettings,
    Action::UpdateGlobalTableVersion,
};
// The keys by which a statement for everybody is still for certain callers only. Source: "Blocking public access with
// resource-based policies in DynamoDB".
constexpr std::string_view kTrustedKeys[] = {
    "aws:PrincipalAccount", "aws:PrincipalArn", "aws:PrincipalOrgID", "aws:PrincipalOrgPaths",
    "aws:SourceAccount",    "aws:SourceArn",    "aws:SourceOrgID",    "aws:SourceOrgPaths",
    "aws:SourceVpc",        "aws:SourceVpce",   "aws:userid",
};

unexpected<Error> invalid_document(const std::string& fault) {
  return invalid(std::string(kFault) + "Invalid policy document: " + fault);
}

std::span<const Json> elements_of(const Json& json) {
  return json.kind == Json::Kind::List ? std::span<const Json>(json.elements) : std::span<const Json>(&json, 1);
}

Result<void> check_required_fields(const Json& statement) {
  constexpr std::pair<std::string_view, std::string_view> kFields[] = {
      {"Effect", ""}, {"Principal", "NotPrincipal"}, {"Action", "NotAction"}, {"Resource", "NotResource"}};
  if (statement.kind != Json::Kind::Object) return {};  // the compiler names this fault
  for (const auto& [field, other] : kFields)
    if (!statement.find(field) && !statement.find(other))
      return invalid_document("Missing required field " + std::string(field));
  return {};
}

Result<void> check_sids(const std::vector<Statement>& statements) {
  std::set<std::string_view> sids;
  for (const Statement& statement : statements)
    if (!statement.sid.empty() && !sids.insert(statement.sid).second)
      return invalid_document("The Statement Ids in the policy are not unique");
  return {};
}

bool can_name(AttachedTo attached_to, std::string_view action) {
  if (action.find_first_of("*?") != std::string_view::npos) return true;
  const auto known = action_named(action);
  if (!known) return false;
  const auto is_in = [&](const auto& list) { return base::contains(list, *known); };
  if (is_in(kOfPolicies)) return true;
  return attached_to == AttachedTo::Stream ? is_in(kOfStreams) : !is_in(kOfStreams) && !is_in(kOfNeither);
}

Result<void> check_actions(std::span<const Json> statements, AttachedTo attached_to) {
  std::vector<std::string_view> wrong;
  for (const Json& statement : statements)
    for (const char* name : {"Action", "NotAction"})
      if (const Json* actions = statement.find(name))
        for (const Json& action : elements_of(*actions))
          if (!can_name(attached_to, action.text) && !base::contains(wrong, action.text)) wrong.push_back(action.text);
  if (wrong.empty()) return {};
  std::string names;
  for (const std::string_view action : wrong) names += (names.empty() ? "" : ", ") + quoted(action);
  return invalid_document("The following action names are invalid: " + names);
}

// A policy may name resources that it is not attached to, which has no effect, but they must be of the same kind.
Result<void> check_resources(const std::vector<Statement>& statements, AttachedTo attached_to) {
  for (const Statement& statement : statements)
    for (const std::string& text : statement.resource_texts) {
      if (text == "*") continue;
      const std::string_view rest = part_of_arn(text, 5);
      const bool names_stream = rest.find("/stream/") != std::string_view::npos;
      const bool can_be_stream = names_stream || rest.find('*') != std::string_view::npos;
      const bool fits = attached_to == AttachedTo::Stream ? can_be_stream : !names_stream;
      if (!fits || (!rest.starts_with("table/") && !rest.starts_with('*')))
        return invalid_document("The relative-id " + quoted(rest) + " is invalid for ARN " + quoted(text));
    }
  return {};
}

// Whether the condition is true for certain principals or sources only, whatever a caller sends.
bool bounds(const Condition& condition) {
  const Operator& how = condition.how();
  if (how.negated || how.if_exists || how.comparison == Comparison::Null || how.quantifier == Quantifier::ForAllValues)
    return false;
  const bool trusted = std::ranges::any_of(
      kTrustedKeys, [&](std::string_view key) { return same_ignoring_case(key, condition.key().name); });
  const auto is_fixed = [](const std::string& value) {
    if (value.find("${") != std::string::npos) return false;
    // An ARN is fixed by its account.
    const std::string_view fixed = value.starts_with("arn:") ? part_of_arn(value, 4) : std::string_view(value);
    return !fixed.empty() && fixed.find_first_of("*?") == std::string_view::npos;
  };
  return trusted && std::ranges::all_of(condition.values(), is_fixed);
}

Result<void> check_bounded(const std::vector<Statement>& statements) {
  const auto is_public = [](const Statement& statement) {
    return statement.effect == Effect::Allow &&
           std::ranges::any_of(statement.principals,
                               [](const auto& one) { return one.kind == PrincipalPattern::Kind::Everyone; }) &&
           std::ranges::none_of(statement.conditions, bounds);
  };
  if (std::ranges::none_of(statements, is_public)) return {};
  return invalid(
      "Resource-based policy grants unbounded access in one or more elements. Please revise the policy to ensure "
      "least-privilege form of access");
}

}  // namespace

Result<ResourcePolicy> ResourcePolicy::parse(std::string_view document, AttachedTo attached_to) {
  if (document.size() > kMostResourcePolicyBytes)
    return invalid(std::string(kFault) + "Maximum policy size of " + std::to_string(kMostResourcePolicyBytes) +
                   " bytes exceeded");
  const auto json = parse_json(document);
  if (!json) return invalid_document("This policy contains invalid Json");
  const Json* statement = json->find("Statement");
  if (statement && statement->kind == Json::Kind::List && statement->elements.empty())
    return invalid_document("Could not parse the policy: Statement is empty!");
  const std::span<const Json> statements = statement ? elements_of(*statement) : std::span<const Json>();
  for (const Json& one : statements) PARTITA_TRY(check_required_fields(one));
  Compilation compiled = Compilation::of("resource-based policy", document, PolicyType::Resource);
  if (!compiled.faults.empty()) {
    const DocumentFault& first = compiled.faults.front();
    return invalid_document("Syntax error at position (" + std::to_string(first.place.line) + "," +
                            std::to_string(first.place.column) + "): " + first.text);
  }
  PARTITA_TRY(check_sids(compiled.policy.statements()));
  PARTITA_TRY(check_actions(statements, attached_to));
  PARTITA_TRY(check_resources(compiled.policy.statements(), attached_to));
  PARTITA_TRY(check_bounded(compiled.policy.statements()));
  return make(document, *json, std::move(compiled.policy));
}

Result<ResourcePolicy> ResourcePolicy::load(std::string_view document) {
  PARTITA_TRY_VALUE(compiled, Policy::parse("resource-based policy", document, PolicyType::Resource));
  const auto json = parse_json(document);
  if (!json) return invalid(json.error().text);
  return make(document, *json, std::move(compiled));
}

ResourcePolicy ResourcePolicy::make(std::string_view document, const Json& json, Policy compiled) {
  ResourcePolicy policy;
  policy.given_ = document;
  policy.canonical_ = canonical_document(json);
  policy.compiled_ = std::make_shared<const Policy>(std::move(compiled));
  return policy;
}

std::string ResourcePolicy::shown() const {
  if (canonical_.starts_with(R"({"Version":)")) return canonical_;
  return "{" + std::string(kDefaultVersion) + "," + canonical_.substr(1);
}

}  // namespace partita::iam
