#include "iam/explain.h"

#include <algorithm>

namespace partita::iam {
namespace {

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + in_quotes(text);
  return out;
}

// The values of the variables in patterns, as the end of a sentence: , where ${aws:userid} is "AIDA"
std::string values_of_variables(const std::vector<const ConditionKey*>& keys, Request& request) {
  std::string out;
  for (const ConditionKey* key : keys) {
    const Values values = request.values(*key);
    out += (out.empty() ? ", where ${" : " and ${") + key->name + "} " +
           (values.size() == 1 ? "is " + in_quotes(values[0]) : "has no value");
  }
  return out;
}

std::string reason_of(const Condition& condition, Request& request) {
  const Values values = request.values(condition.key());
  std::vector<std::string> given;
  for (std::size_t i = 0; i < values.size(); ++i) given.emplace_back(values[i]);
  return "Condition " + condition.operator_name() + " " + in_quotes(condition.key().name) + ": the request " +
         (given.empty() ? "does not have the key" : "has " + joined(given)) + ", the policy " +
         joined(condition.values()) + values_of_variables(condition.variables(), request);
}

std::string reason_of(const Statement& statement, Request& request) {
  if (!statement.resource_fits(request)) {
    std::vector<const ConditionKey*> variables;
    for (const Pattern& pattern : statement.resources) pattern.add_variables(variables);
    return std::string(statement.not_resources ? "NotResource" : "Resource") + ": the request has " +
           in_quotes(request.resource()) + ", the policy " + joined(statement.resource_texts) +
           values_of_variables(variables, request);
  }
  for (const Condition& condition : statement.conditions)
    if (!condition.holds(request, statement.effect)) return reason_of(condition, request);
  return {};
}

void explain_policy(const Policy& policy, const Policies& policies, Request& request, std::vector<Reason>& out) {
  for (const std::uint16_t i : policy.with(Effect::Allow, request.action())) {
    const Statement& statement = policy.statements()[i];
    const bool of_resource = policy.type() == PolicyType::Resource;
    const PrincipalMatch match = of_resource
                                     ? statement.principal_match(request.principal(), policies.boundary != nullptr)
                                     : PrincipalMatch::Direct;
    std::string text;
    if (match == PrincipalMatch::No)
      text = "Principal: the request is from " + in_quotes(request.principal().arn);
    else
      text = reason_of(statement, request);
    if (text.empty() && match == PrincipalMatch::Account)
      text = "Principal: it names the account, so that an identity-based policy must allow the request too";
    if (!text.empty()) out.push_back({&policy, i, std::move(text)});
  }
}

}  // namespace

std::vector<Reason> explain(const Policies& policies, Request& request) {
  std::vector<Reason> reasons;
  for (const Policy* policy : policies.identity) explain_policy(*policy, policies, request, reasons);
  if (policies.boundary) explain_policy(*policies.boundary, policies, request, reasons);
  for (const Policy* policy : policies.session) explain_policy(*policy, policies, request, reasons);
  if (policies.resource) explain_policy(*policies.resource, policies, request, reasons);
  return reasons;
}

std::string title_of(const Policy& policy, std::uint16_t statement) {
  const std::string& sid = policy.statements()[statement].sid;
  return "Statement[" + std::to_string(statement) + "]" + (sid.empty() ? "" : " (Sid " + in_quotes(sid) + ")");
}

}  // namespace partita::iam
