#include "modelling/design/questions/check_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "expr/syntax/parser.h"
#include "modelling/core/nearest.h"
#include "modelling/design/questions/fields.h"
#include "modelling/read/tree.h"

namespace partita::modelling::design {
namespace {

bool looks_like_a_key(const std::string& name) {
  const std::string lower = base::lower(name);
  return lower == "pk" || lower == "sk";
}

constexpr std::string_view kOfName = "#partita_";

// The condition with a placeholder for each name, because a program writes one for a name that is a reserved word.
std::string with_placeholders(std::string_view text) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == at) {
      out += text[at++];
      continue;
    }
    const std::string_view word = text.substr(at, end - at);
    const std::string lower = base::lower(word);
    const std::size_t next = std::min(text.find_first_not_of(" \t", end), text.size());
    const bool is_call = next < text.size() && text[next] == '(';
    const bool is_operator = lower == "and" || lower == "or" || lower == "not" || lower == "between" || lower == "in";
    const bool has_mark = at > 0 && (text[at - 1] == ':' || text[at - 1] == '#' || text[at - 1] == '[');
    const bool is_number = std::isdigit(static_cast<unsigned char>(word[0]));
    if (!is_call && !is_operator && !has_mark && !is_number) out += kOfName;
    out += word;
    at = end;
  }
  return out;
}

void add_names(const expr::OperandAst& operand, Fields& out) {
  if (operand.kind == expr::OperandAst::Kind::Path && !operand.path.empty() &&
      operand.path.front().name.starts_with(kOfName))
    out.push_back(operand.path.front().name.substr(kOfName.size()));
  for (const expr::OperandAst& one : operand.arguments) add_names(one, out);
}

// The attributes with which the condition's paths begin, without those of keys whose existence is asked.
void add_names(const expr::ConditionAst& condition, Fields& out) {
  for (const expr::ConditionAst& child : condition.children) add_names(child, out);
  Fields here;
  for (const expr::OperandAst& operand : condition.operands) add_names(operand, here);
  if (condition.kind == expr::ConditionKind::AttributeExists ||
      condition.kind == expr::ConditionKind::AttributeNotExists)
    std::erase_if(here, looks_like_a_key);
  out.insert(out.end(), here.begin(), here.end());
}

}  // namespace

Result<void> check_condition(const Place& place, const std::string& condition, const Entity& entity,
                             const std::string& where) {
  if (condition.empty()) return {};
  const auto parsed = expr::parse_condition(with_placeholders(condition));
  std::string error = parsed ? std::string() : parsed.error();
  for (std::size_t at; (at = error.find(kOfName)) != std::string::npos;) error.erase(at, kOfName.size());
  if (!parsed)
    return fault(place,
                 fmt::format("{} has the condition \"{}\", which cannot be read ({}): write it as DynamoDB does, "
                             "as in \"status = :status AND attribute_not_exists(closed)\", or say it in words in "
                             "the description",
                             where, condition, error));
  Fields names;
  add_names(*parsed, names);
  std::vector<std::string_view> known;
  for (const Field& field : entity.fields) known.push_back(field.name);
  Faults faults;
  for (const std::string& name : names) {
    const bool is_known = std::any_of(entity.fields.begin(), entity.fields.end(), [&](const Field& field) {
      return field.name == name || field.attribute == name;
    });
    if (!is_known)
      faults.add(fault(place, fmt::format("{} has a condition on '{}', which {} does not have{}", where, name,
                                          entity.name, did_you_mean(name, known)))
                     .error()
                     .message);
  }
  return faults.result();
}

}  // namespace partita::modelling::design
