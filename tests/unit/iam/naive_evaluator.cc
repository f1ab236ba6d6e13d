#include "unit/iam/naive_evaluator.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>

namespace partita::iam::naive {
namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return text;
}

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}

std::string json_list(const Texts& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ",") + json_text(text);
  return "[" + out + "]";
}

// A pattern's characters, each marked as literal or as a wildcard. nullopt if a variable has no value.
struct Character {
  char c;
  bool wild;
};
using Characters = std::vector<Character>;

std::optional<Characters> expand(const std::string& pattern, bool wildcards, bool variables, const Question& question) {
  Characters out;
  const auto literal = [&](const std::string& text) {
    for (const char c : text) out.push_back({c, false});
  };
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (variables && pattern.compare(i, 2, "${") == 0) {
      const std::size_t end = pattern.find('}', i);
      const std::string inside = pattern.substr(i + 2, end - i - 2);
      i = end;
      if (inside == "*" || inside == "?" || inside == "$") {
        literal(inside);
        continue;
      }
      const std::size_t comma = inside.find(", '");
      const auto found = question.keys.find(lower_case(inside.substr(0, comma)));
      if (found != question.keys.end() && found->second.size() == 1)
        literal(found->second[0]);
      else if (comma != std::string::npos)
        literal(inside.substr(comma + 3, inside.size() - comma - 4));
      else
        return std::nullopt;
    } else {
      out.push_back({pattern[i], wildcards && (pattern[i] == '*' || pattern[i] == '?')});
    }
  }
  return out;
}

enum class Colons { Free, Resource, Segment };

// Recursion over every way in which wildcards can be filled, remembered by position. The subjects are ASCII.
bool like(const Characters& pattern, const std::string& subject, Colons colons) {
  std::size_t bound = 0;  // colons before this place separate segments
  if (colons != Colons::Free)
    for (int n = 0; n < 5; ++n) bound = subject.find(':', bound) + 1;
  std::map<std::pair<std::size_t, std::size_t>, bool> known;
  const std::function<bool(std::size_t, std::size_t)> from = [&](std::size_t p, std::size_t s) -> bool {
    if (p == pattern.size()) return s == subject.size();
    if (const auto at = known.find({p, s}); at != known.end()) return at->second;
    const auto [c, wild] = pattern[p];
    bool result = false;
    if (!wild) {
      result = s < subject.size() && subject[s] == c && from(p + 1, s + 1);
    } else {
      const bool ends_segment = p + 1 == pattern.size() || pattern[p + 1].c == ':';
      const bool may_take = s < subject.size() && (subject[s] != ':' || s >= bound ||
                                                   (c == '*' && ends_segment && colons == Colons::Resource));
      if (c == '?')
        result = may_take && from(p + 1, s + 1);
      else
        result = from(p + 1, s) || (may_take && from(p, s + 1));
    }
    return known[{p, s}] = result;
  };
  return from(0, 0);
}

bool is_arn(const std::string& text) { return text.rfind("arn:", 0) == 0 && std::ranges::count(text, ':') >= 5; }

bool arn_like(const std::string& pattern, const std::string& subject, Colons colons, bool variables,
              const Question& question, bool* unresolved = nullptr) {
  if (pattern == "*") return true;
  if (!is_arn(subject)) return false;
  const auto expanded = expand(pattern, true, variables, question);
  if (!expanded && unresolved) *unresolved = true;
  return expanded && like(*expanded, subject, colons);
}

bool ip_in(const std::string& address, const std::string& range) {
  const auto bits_of = [](const std::string& text) -> std::optional<std::uint32_t> {
    in_addr one{};
    if (inet_pton(AF_INET, text.c_str(), &one) != 1) return std::nullopt;
    return ntohl(one.s_addr);
  };
  const std::size_t slash = range.find('/');
  const int length = slash == std::string::npos ? 32 : std::atoi(range.c_str() + slash + 1);
  const auto a = bits_of(address), r = bits_of(range.substr(0, slash));
  if (!a || !r) return false;
  return length == 0 || *a >> (32 - length) == *r >> (32 - length);
}

// Whether one value of the request is as the operator, without its negation, wants it for one value of the policy.
bool one_fits(const std::string& how, const std::string& given, const std::string& wanted, bool variables,
              const Question& question) {
  const auto text = [&](const std::string& from) -> std::optional<std::string> {
    const auto expanded = expand(from, false, variables, question);
    if (!expanded) return std::nullopt;
    std::string out;
    for (const Character& one : *expanded) out += one.c;
    return out;
  };
  if (how == "StringEquals") return text(wanted) == given;
  if (how == "StringEqualsIgnoreCase") return text(wanted) && lower_case(*text(wanted)) == lower_case(given);
  if (how == "StringLike") {
    const auto expanded = expand(wanted, true, variables, question);
    return expanded && like(*expanded, given, Colons::Free);
  }
  if (how == "ArnLike" || how == "ArnEquals") return arn_like(wanted, given, Colons::Segment, variables, question);
  if (how == "Bool") return lower_case(given) == lower_case(wanted);
  if (how == "IpAddress") return ip_in(given, wanted);
  char* end = nullptr;
  const double number = std::strtod(given.c_str(), &end), limit = std::strtod(wanted.c_str(), nullptr);
  if (given.empty() || *end != '\0') return false;
  const std::string comparison = how.substr(how.rfind("Numeric", 0) == 0 ? 7 : 4);
  if (comparison == "Equals") return number == limit;
  if (comparison == "LessThan") return number < limit;
  if (comparison == "LessThanEquals") return number <= limit;
  if (comparison == "GreaterThan") return number > limit;
  return number >= limit;
}

bool condition_holds(const Statement::Condition& condition, bool allow, bool variables, const Question& question) {
  std::string how = condition.how;
  const auto cut = [&](const std::string& part) {
    const std::size_t at = how.find(part);
    if (at == std::string::npos) return false;
    how.erase(at, part.size());
    return true;
  };
  const bool for_all = cut("ForAllValues:"), for_any = cut("ForAnyValue:"), if_exists = cut("IfExists");
  const bool negated = cut("Not");
  const auto found = question.keys.find(lower_case(condition.key));
  Texts given = found == question.keys.end() ? Texts() : found->second;
  if (how == "Null" || for_all || for_any)
    if (given == Texts{""}) given.clear();
  if (how == "Null") return std::ranges::count(condition.values, std::string(given.empty() ? "true" : "false")) > 0;
  const auto satisfied = [&](const std::string& value) {
    const bool any = std::ranges::any_of(
        condition.values, [&](const auto& wanted) { return one_fits(how, value, wanted, variables, question); });
    return negated ? !any : any;
  };
  if (for_all) return std::ranges::all_of(given, satisfied);
  if (for_any) return std::ranges::any_of(given, satisfied);
  if (given.empty()) return if_exists || negated;
  return allow ? std::ranges::all_of(given, satisfied) : std::ranges::any_of(given, satisfied);
}

bool action_fits(const Texts& patterns, const std::string& action) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return like(*expand(lower_case(pattern), true, false, {}), lower_case(action), Colons::Free);
  });
}

bool statement_fits(const Policy& policy, const Statement& statement, const Question& question) {
  if (!statement.action.empty() && !action_fits(statement.action, question.action)) return false;
  if (!statement.not_action.empty() && action_fits(statement.not_action, question.action)) return false;
  const Texts& resources = statement.resource.empty() ? statement.not_resource : statement.resource;
  bool unresolved = false;
  const bool any = std::ranges::any_of(resources, [&](const std::string& pattern) {
    return arn_like(pattern, question.resource, Colons::Resource, policy.variables, question, &unresolved);
  });
  if (!statement.resource.empty() && !any) return false;
  if (!statement.not_resource.empty() && (any || (unresolved && statement.allow))) return false;
  return std::ranges::all_of(statement.conditions, [&](const auto& condition) {
    return condition_holds(condition, statement.allow, policy.variables, question);
  });
}

bool any_statement(const std::vector<Policy>& policies, bool allow, const Question& question) {
  for (const Policy& policy : policies)
    for (const Statement& statement : policy.statements)
      if (statement.allow == allow && statement_fits(policy, statement, question)) return true;
  return false;
}

// How the resource-based policy names the principal: 0 not, 1 by account, 2 by role, 3 itself.
int named(const Texts& principals, const Question& question) {
  int best = 0;
  for (const std::string& one : principals) {
    if (one == "*" || one == question.principal_arn) best = std::max(best, 3);
    if (!question.role_arn.empty() && one == question.role_arn) best = std::max(best, 2);
    if (one == question.account || one == "arn:aws:iam::" + question.account + ":root")
      best = std::max(best, question.is_root ? 3 : 1);
  }
  return best;
}

int best_in_resource_policy(const PolicySet& policies, bool allow, const Question& question) {
  int best = 0;
  for (const Policy& policy : policies.resource)
    for (const Statement& statement : policy.statements) {
      if (statement.allow != allow || !statement_fits(policy, statement, question)) continue;
      if (!statement.not_principal.empty())
        best = std::max(best, named(statement.not_principal, question) == 0 || !policies.boundary.empty() ? 3 : 0);
      else
        best = std::max(best, named(statement.principal, question));
    }
  return best;
}

}  // namespace

std::string document_of(const Policy& policy) {
  std::string statements;
  for (const Statement& one : policy.statements) {
    std::string text = std::string("{\"Effect\":\"") + (one.allow ? "Allow" : "Deny") + "\"";
    const auto add = [&](const char* member, const Texts& texts) {
      if (!texts.empty()) text += std::string(",\"") + member + "\":" + json_list(texts);
    };
    add("Action", one.action);
    add("NotAction", one.not_action);
    add("Resource", one.resource);
    add("NotResource", one.not_resource);
    if (!one.principal.empty()) text += ",\"Principal\":{\"AWS\":" + json_list(one.principal) + "}";
    if (!one.not_principal.empty()) text += ",\"NotPrincipal\":{\"AWS\":" + json_list(one.not_principal) + "}";
    std::map<std::string, std::string> operators;
    for (const auto& condition : one.conditions) {
      std::string& keys = operators[condition.how];
      keys += (keys.empty() ? "" : ",") + json_text(condition.key) + ":" + json_list(condition.values);
    }
    std::string conditions;
    for (const auto& [how, keys] : operators)
      conditions += (conditions.empty() ? "\"" : ",\"") + how + "\":{" + keys + "}";
    if (!conditions.empty()) text += ",\"Condition\":{" + conditions + "}";
    statements += (statements.empty() ? "" : ",") + text + "}";
  }
  return std::string("{\"Version\":\"") + (policy.variables ? "2012-10-17" : "2008-10-17") + "\",\"Statement\":[" +
         statements + "]}";
}

Answer answer(const PolicySet& policies, const Question& question) {
  if (any_statement(policies.identity, false, question) || any_statement(policies.boundary, false, question) ||
      any_statement(policies.session, false, question) || best_in_resource_policy(policies, false, question) > 0)
    return Answer::ExplicitlyDenied;
  const bool identity = question.is_root || any_statement(policies.identity, true, question);
  const bool limits = (policies.boundary.empty() || any_statement(policies.boundary, true, question)) &&
                      (policies.session.empty() || any_statement(policies.session, true, question));
  const int by_resource = best_in_resource_policy(policies, true, question);
  const bool same_account =
      question.resource == "*" || question.resource.find(":" + question.account + ":") != std::string::npos;
  const bool allowed = same_account ? by_resource == 3 || (by_resource == 2 && limits) || (identity && limits)
                                    : by_resource > 0 && identity && limits;
  return allowed ? Answer::Allowed : Answer::ImplicitlyDenied;
}

}  // namespace partita::iam::naive
