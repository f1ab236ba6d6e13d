// Turns a document into a policy. It goes on after a fault, so that a person sees all faults at once.
#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "iam/names.h"
#include "iam/policy.h"

namespace partita::iam {
namespace {

constexpr std::string_view kPolicyMembers[] = {"Version", "Id", "Statement"};
constexpr std::string_view kStatementMembers[] = {"Sid",       "Effect",   "Principal",   "NotPrincipal", "Action",
                                                  "NotAction", "Resource", "NotResource", "Condition"};
constexpr std::string_view kPrincipalMembers[] = {"AWS", "Service", "Federated"};

// "write "Action"" if the writer probably meant that member, otherwise all names.
std::string what_to_write(std::string_view name, std::span<const std::string_view> names) {
  if (const std::string_view meant = nearest(name, names); !meant.empty()) return "write " + quoted(meant);
  std::string all;
  for (const std::string_view one : names) all += (all.empty() ? "the members are " : ", ") + std::string(one);
  return all;
}

// The faults of one document, and of the statement that is being compiled.
struct Compiler {
  Compilation& result;
  PolicyType type;
  bool variables = false;  // whether the policy's version has them
  std::string where = {};  // "Statement[0] (Sid "x"): " while a statement is compiled
  std::vector<Statement> statements = {};

  void fault(JsonPlace place, const std::string& text) { result.faults.push_back({place, where + text}); }
  void warn(JsonPlace place, const std::string& text) { result.warnings.push_back({place, where + text}); }

  bool is_text(const Json& json, const std::string& what, std::string_view example) {
    if (json.kind == Json::Kind::String) return true;
    fault(json.place, what + " is " + std::string(json.kind_name()) + "; write a text such as " + quoted(example));
    return false;
  }

  // Finds each of `names` in `object`. Reports members with other names and members that occur twice.
  template <std::size_t n>
  std::array<const Json*, n> members(const Json& object, const std::string_view (&names)[n]) {
    std::array<const Json*, n> found = {};
    for (const Json::Member& member : object.members) {
      const auto* at = std::ranges::find(names, std::string_view(member.name));
      if (at == std::end(names)) {
        fault(member.place, "the member " + quoted(member.name) + " is unknown; " + what_to_write(member.name, names));
      } else if (const Json*& slot = found[static_cast<std::size_t>(at - names)]; slot) {
        fault(member.place, "the member " + std::string(*at) + " occurs twice; join the two");
      } else {
        slot = &member.value;
      }
    }
    return found;
  }

  // Calls `each` with every text of `json`, which is a text or a list of texts that is not empty.
  template <class Each>
  void texts(const Json& json, const std::string& what, std::string_view example, Each&& each) {
    if (json.kind != Json::Kind::List) {
      if (is_text(json, what, example)) each(json);
      return;
    }
    if (json.elements.empty()) fault(json.place, what + " is an empty list; write a text such as " + quoted(example));
    for (std::size_t i = 0; i < json.elements.size(); ++i)
      if (is_text(json.elements[i], what + "[" + std::to_string(i) + "]", example)) each(json.elements[i]);
  }
};

bool has_wildcard(std::string_view text) { return text.find_first_of("*?") != std::string_view::npos; }

bool is_vendor(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return base::is_digit(c) || (base::lower(c) >= 'a' && base::lower(c) <= 'z') || c == '-';
  });
}

ActionSet compile_action(Compiler& compiler, const Json& json, const std::string& member) {
  const std::string& name = json.text;
  ActionSet set;
  const std::size_t colon = name.find(':');
  if (name != "*" && (colon == std::string::npos || colon + 1 == name.size() || !is_vendor(name.substr(0, colon)))) {
    compiler.fault(json.place, member + ": " + quoted(name) +
                                   " is not an action; write a service, a colon and an action, "
                                   "such as \"dynamodb:GetItem\" or \"dynamodb:*\"");
    return set;
  }
  set = actions_matching(name);
  const std::string_view service = starts_with_ignoring_case(name, "dynamodb:")  ? "DynamoDB"
                                   : starts_with_ignoring_case(name, "sts:")     ? "STS"
                                   : starts_with_ignoring_case(name, "partita:") ? "Partita"
                                                                                 : "";
  if (set.empty() && !service.empty()) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < kActions; ++i) names.push_back(name_of(static_cast<Action>(i)));
    const std::string_view meant = has_wildcard(name) ? std::string_view() : nearest(name, names);
    compiler.warn(json.place, member + ": " + std::string(service) + " has no action " + quoted(name) +
                                  (meant.empty() ? "" : "; " + quoted(meant) + " is spelled nearly so"));
  }
  return set;
}

void compile_actions(Compiler& compiler, const Json* action, const Json* not_action, JsonPlace place, Statement& out) {
  if ((action != nullptr) == (not_action != nullptr)) {
    compiler.fault(place, action ? "both Action and NotAction are there; write only one of them"
                                 : "Action is missing; write for example \"Action\": \"dynamodb:GetItem\"");
    return;
  }
  const std::string member = action ? "Action" : "NotAction";
  compiler.texts(action ? *action : *not_action, member, "dynamodb:GetItem",
                 [&](const Json& one) { out.actions.add(compile_action(compiler, one, member)); });
  if (not_action) out.actions = out.actions.others();
}

// Whether a variable is in front of the fifth colon, not counting colons inside of variables.
bool has_variable_before_last_segment(std::string_view arn) {
  int colons = 0;
  for (std::size_t i = 0; i < arn.size() && colons < 5; ++i) {
    if (arn.substr(i).starts_with("${")) return true;
    colons += arn[i] == ':';
  }
  return false;
}

void compile_resource(Compiler& compiler, const Json& json, const std::string& member, Statement& out) {
  const std::string& text = json.text;
  if (text != "*" && !text.starts_with("arn:")) {
    compiler.fault(json.place, member + ": " + quoted(text) +
                                   " is not an ARN; write \"*\" or an ARN such as "
                                   "\"arn:aws:dynamodb:us-east-1:123456789012:table/Music\"");
    return;
  }
  if (compiler.variables && has_variable_before_last_segment(text)) {
    compiler.fault(json.place,
                   member + ": " + quoted(text) +
                       " has a variable before the fifth colon; write the account and region themselves, or *");
    return;
  }
  auto pattern = Pattern::parse(text, {.wildcards = true, .variables = compiler.variables});
  if (!pattern) {
    compiler.fault(json.place, member + ": " + quoted(text) + " " + pattern.error());
    return;
  }
  out.resources.push_back(std::move(*pattern));
  out.resource_texts.push_back(text);
}

void compile_resources(Compiler& compiler, const Json* resource, const Json* not_resource, JsonPlace place,
                       Statement& out) {
  if (compiler.type == PolicyType::Trust) {
    if (const Json* json = resource ? resource : not_resource)
      compiler.fault(json->place, std::string(resource ? "Resource" : "NotResource") +
                                      " does not belong into a role trust policy; remove it, because the policy is for "
                                      "the role that has it");
    out.resources.push_back(*Pattern::parse("*", {.wildcards = true}));
    out.resource_texts.emplace_back("*");
    return;
  }
  if ((resource != nullptr) == (not_resource != nullptr)) {
    compiler.fault(place, resource ? "both Resource and NotResource are there; write only one of them"
                                   : "Resource is missing; write for example \"Resource\": \"*\"");
    return;
  }
  const std::string member = resource ? "Resource" : "NotResource";
  out.not_resources = not_resource != nullptr;
  compiler.texts(resource ? *resource : *not_resource, member, "arn:aws:dynamodb:us-east-1:123456789012:table/Music",
                 [&](const Json& one) { compile_resource(compiler, one, member, out); });
}

void compile_principal_map(Compiler& compiler, const Json& json, const std::string& member, Statement& out) {
  const auto lists = compiler.members(json, kPrincipalMembers);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (!lists[i]) continue;
    const std::string what = member + " " + std::string(kPrincipalMembers[i]);
    compiler.texts(*lists[i], what, "arn:aws:iam::123456789012:user/alice", [&](const Json& one) {
      auto pattern = PrincipalPattern::parse(kPrincipalMembers[i], one.text);
      if (pattern)
        out.principals.push_back(std::move(*pattern));
      else
        compiler.fault(one.place, what + ": " + pattern.error());
    });
  }
  if (json.members.empty()) compiler.fault(json.place, member + " is empty; write for example {\"AWS\": \"*\"}");
}

void compile_principals(Compiler& compiler, const Json* principal, const Json* not_principal, JsonPlace place,
                        Statement& out) {
  const Json* json = principal ? principal : not_principal;
  const std::string member = principal ? "Principal" : "NotPrincipal";
  if (compiler.type != PolicyType::Resource && compiler.type != PolicyType::Trust) {
    if (json)
      compiler.fault(json->place, member + " belongs only into a resource-based policy; remove it, because the " +
                                      std::string(name_of(compiler.type)) + " is for those that have it");
    return;
  }
  if (!json || (principal && not_principal)) {
    compiler.fault(place, json ? "both Principal and NotPrincipal are there; write only one of them"
                               : "Principal is missing; write for example "
                                 "\"Principal\": {\"AWS\": \"arn:aws:iam::123456789012:user/alice\"}");
    return;
  }
  out.not_principals = not_principal != nullptr;
  if (out.not_principals && out.effect == Effect::Allow)
    compiler.fault(json->place, "NotPrincipal may only deny; write \"Principal\" for those that are allowed");
  if (json->kind == Json::Kind::Object)
    compile_principal_map(compiler, *json, member, out);
  else if (json->kind == Json::Kind::String && json->text == "*")
    out.principals.push_back({PrincipalPattern::Kind::Everyone, "*"});
  else
    compiler.fault(json->place, member + " must be \"*\" or an object; write for example {\"AWS\": \"123456789012\"}");
}

// The values of a key as texts. Numbers and booleans need no quotation marks.
std::vector<std::string> condition_values(Compiler& compiler, const Json& json, const std::string& what) {
  std::vector<std::string> values;
  const auto add = [&](const Json& one) {
    if (one.kind == Json::Kind::String || one.kind == Json::Kind::Bool || one.kind == Json::Kind::Number)
      values.push_back(one.text);
    else
      compiler.fault(one.place, what + " has " + std::string(one.kind_name()) + " as a value; write a text");
  };
  if (json.kind != Json::Kind::List) {
    add(json);
    return values;
  }
  if (json.elements.empty()) compiler.fault(json.place, what + " has no values; write one at least");
  for (const Json& one : json.elements) add(one);
  return values;
}

void warn_of_condition(Compiler& compiler, JsonPlace place, const std::string& what, const Operator& how,
                       const ConditionKey& key) {
  if (std::string_view meant; is_unknown_key_of_dynamodb(key, meant))
    compiler.warn(place, what + ": DynamoDB has no such key" +
                             (meant.empty() ? std::string() : "; " + quoted(meant) + " is spelled nearly so"));
  if (key.has_many_values() && how.quantifier == Quantifier::None && how.comparison != Comparison::Null)
    compiler.warn(place, what +
                             ": a request can have several values of this key; write ForAllValues: or ForAnyValue: "
                             "before the operator");
}

void compile_condition_key(Compiler& compiler, const std::string& operator_name, const Operator& how,
                           const Json::Member& member, Statement& out) {
  const std::string what = "Condition " + operator_name + " " + quoted(member.name);
  auto key = parse_key(member.name);
  if (!key) {
    compiler.fault(member.place, what +
                                     " names no condition key; write one such as \"aws:username\" or "
                                     "\"dynamodb:LeadingKeys\"");
    return;
  }
  warn_of_condition(compiler, member.place, what, how, *key);
  auto values = condition_values(compiler, member.value, what);
  auto condition = Condition::make(operator_name, how, std::move(*key), std::move(values), compiler.variables);
  if (condition)
    out.conditions.push_back(std::move(*condition));
  else
    compiler.fault(member.value.place, what + ": " + condition.error());
}

void compile_conditions(Compiler& compiler, const Json& json, Statement& out) {
  if (json.kind != Json::Kind::Object) {
    compiler.fault(json.place, "Condition is " + std::string(json.kind_name()) + "; write an object such as " +
                                   "{\"StringEquals\": {\"aws:username\": \"alice\"}}");
    return;
  }
  std::set<std::string> operators;
  for (const Json::Member& member : json.members) {
    if (!operators.insert(member.name).second)
      compiler.fault(member.place, "Condition " + member.name + " occurs twice; join the two");
    const auto how = Operator::parse(member.name);
    if (!how) {
      compiler.fault(member.place, "Condition: " + how.error());
      continue;
    }
    if (member.value.kind != Json::Kind::Object) {
      compiler.fault(member.value.place, "Condition " + member.name + " is " + std::string(member.value.kind_name()) +
                                             "; write an object such as {\"aws:username\": \"alice\"}");
      continue;
    }
    std::set<std::string> keys;
    for (const Json::Member& key : member.value.members) {
      if (!keys.insert(base::lower(key.name)).second)
        compiler.fault(key.place, "Condition " + member.name + " " + quoted(key.name) + " occurs twice; join the two");
      compile_condition_key(compiler, member.name, *how, key, out);
    }
  }
}

void compile_effect(Compiler& compiler, const Json* effect, JsonPlace place, Statement& out) {
  if (!effect) {
    compiler.fault(place, "Effect is missing; write \"Effect\": \"Allow\" or \"Effect\": \"Deny\"");
  } else if (compiler.is_text(*effect, "Effect", "Allow")) {
    if (effect->text == "Deny")
      out.effect = Effect::Deny;
    else if (effect->text != "Allow")
      compiler.fault(effect->place, "Effect: " + quoted(effect->text) + " is unknown; write \"Allow\" or \"Deny\"");
  }
}

// The Sid, even if it is not legal, for the faults of the statement.
void compile_sid(Compiler& compiler, const Json& json, std::set<std::string>& sids, Statement& out) {
  if (!compiler.is_text(json, "Sid", "ReadMusic")) return;
  out.sid = json.text;
  if (compiler.type == PolicyType::Resource) return;
  const bool plain = std::ranges::all_of(
      json.text, [](char c) { return base::is_digit(c) || (base::lower(c) >= 'a' && base::lower(c) <= 'z'); });
  if (!plain) compiler.fault(json.place, "Sid: " + quoted(json.text) + " may only have letters and digits");
  if (!json.text.empty() && !sids.insert(json.text).second)
    compiler.fault(json.place, "Sid: " + quoted(json.text) + " is that of an earlier statement; write another");
}

void compile_statement(Compiler& compiler, const Json& json, std::size_t number, std::set<std::string>& sids) {
  compiler.where = "Statement[" + std::to_string(number) + "]";
  Statement statement;
  if (json.kind != Json::Kind::Object) {
    compiler.fault(json.place,
                   " is " + std::string(json.kind_name()) + "; write an object with Effect, Action and Resource");
    compiler.where.clear();
    return;
  }
  for (const Json::Member& member : json.members)
    if (member.name == "Sid" && member.value.kind == Json::Kind::String && !member.value.text.empty()) {
      compiler.where += " (Sid " + quoted(member.value.text) + ")";
      break;
    }
  compiler.where += ": ";
  const auto [sid, effect, principal, not_principal, action, not_action, resource, not_resource, condition] =
      compiler.members(json, kStatementMembers);
  if (sid) compile_sid(compiler, *sid, sids, statement);
  compile_effect(compiler, effect, json.place, statement);
  compile_principals(compiler, principal, not_principal, json.place, statement);
  compile_actions(compiler, action, not_action, json.place, statement);
  compile_resources(compiler, resource, not_resource, json.place, statement);
  if (condition) compile_conditions(compiler, *condition, statement);
  compiler.where.clear();
  compiler.statements.push_back(std::move(statement));
}

void compile_statements(Compiler& compiler, const Json& json) {
  std::set<std::string> sids;
  if (json.kind == Json::Kind::Object) return compile_statement(compiler, json, 0, sids);
  if (json.kind != Json::Kind::List) {
    compiler.fault(json.place,
                   "Statement is " + std::string(json.kind_name()) + "; write an object or a list of objects");
    return;
  }
  if (json.elements.empty()) compiler.fault(json.place, "Statement is an empty list; write one statement at least");
  for (std::size_t i = 0; i < json.elements.size(); ++i) compile_statement(compiler, json.elements[i], i, sids);
}

void compile_version(Compiler& compiler, const Json& json) {
  constexpr std::string_view kNew = "2012-10-17", kOld = "2008-10-17";
  if (!compiler.is_text(json, "Version", kNew)) return;
  compiler.variables = json.text == kNew;
  if (json.text != kNew && json.text != kOld)
    compiler.fault(json.place, "Version: " + quoted(json.text) +
                                   " is unknown; write \"2012-10-17\", or "
                                   "\"2008-10-17\" for a policy without variables");
}

void compile_document(Compiler& compiler, const Json& json) {
  if (json.kind != Json::Kind::Object) {
    compiler.fault(json.place, "the policy is " + std::string(json.kind_name()) +
                                   "; write an object with the members Version and Statement");
    return;
  }
  const auto [version, id, statement] = compiler.members(json, kPolicyMembers);
  if (version) compile_version(compiler, *version);
  if (id && compiler.is_text(*id, "Id", "orders-policy") && compiler.type != PolicyType::Resource)
    compiler.warn(id->place, "Id belongs only into a resource-based policy; it has no effect here");
  if (statement)
    compile_statements(compiler, *statement);
  else
    compiler.fault(json.place,
                   "Statement is missing; write for example \"Statement\": [{\"Effect\": \"Allow\", "
                   "\"Action\": \"dynamodb:GetItem\", \"Resource\": \"*\"}]");
}

bool counts_blanks(PolicyType type) { return type == PolicyType::Resource || type == PolicyType::Session; }

void check_size(Compiler& compiler, std::string_view document) {
  const std::size_t blanks =
      counts_blanks(compiler.type) ? 0 : static_cast<std::size_t>(std::ranges::count_if(document, [](char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
      }));
  const std::size_t most = compiler.type == PolicyType::Resource  ? kMostResourcePolicyBytes
                           : compiler.type == PolicyType::Trust   ? kMostTrustPolicyBytes
                           : compiler.type == PolicyType::Session ? kMostSessionPolicyBytes
                                                                  : kMostIdentityPolicyBytes;
  if (document.size() - blanks > most)
    compiler.fault({}, "the policy has " + std::to_string(document.size() - blanks) + " bytes" +
                           (counts_blanks(compiler.type) ? "" : " without white space") + ", and " +
                           with_article(compiler.type) + " may have " + std::to_string(most) +
                           "; divide it or use wildcards");
}

// The characters that IAM accepts: tab, line feed, carriage return and U+0020 to U+00FF, in UTF-8. Returns whether the
// document has no others.
bool check_characters(Compiler& compiler, std::string_view document) {
  JsonPlace place;
  for (std::size_t i = 0; i < document.size(); ++i) {
    const auto c = static_cast<unsigned char>(document[i]);
    const auto after = i + 1 < document.size() ? static_cast<unsigned char>(document[i + 1]) : 0;
    const bool two_bytes = (c == 0xC2 || c == 0xC3) && (after & 0xC0) == 0x80;
    if (c != '\t' && c != '\n' && c != '\r' && (c < 0x20 || c >= 0x80) && !two_bytes) {
      compiler.fault(place, "a policy may only have characters up to U+00FF, in UTF-8; write others as \\uXXXX");
      return false;
    }
    if (two_bytes) ++i;
    place = c == '\n' ? JsonPlace{place.line + 1, 1} : JsonPlace{place.line, place.column + 1};
  }
  return true;
}

}  // namespace

Compilation Compilation::of(std::string name, std::string_view document, PolicyType type) {
  Compilation result;
  result.policy.name_ = std::move(name);
  result.policy.type_ = type;
  Compiler compiler{result, type};
  if (!check_characters(compiler, document)) return result;
  check_size(compiler, document);
  const auto json = parse_json(document);
  if (!json) {
    result.faults.push_back(json.error());
    return result;
  }
  compile_document(compiler, *json);
  result.policy.statements_ = std::move(compiler.statements);
  result.policy.index_statements();
  return result;
}

}  // namespace partita::iam
