#include "protocol/json/check_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "protocol/fields/fields_backup_operations.h"
#include "protocol/fields/fields_batch_operations.h"
#include "protocol/fields/fields_comparison_operations.h"
#include "protocol/fields/fields_item_operations.h"
#include "protocol/fields/fields_recovery_operations.h"
#include "protocol/fields/fields_statement_operations.h"
#include "protocol/fields/fields_stream_operations.h"
#include "protocol/fields/fields_table_operations.h"
#include "protocol/fields/fields_table_parts.h"
#include "protocol/fields/fields_transfer_operations.h"
#include "value/limits.h"
#include "value/utf8.h"

namespace partita::protocol {
namespace {

// Replaces bytes beyond ASCII by their C++ escape, for example \xff.
std::string printable(std::string_view name) {
  if (value::is_utf8(name)) return std::string(name);
  std::string out;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x80)
      out += c;
    else
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return out;
}

// Checks whether texts are UTF-8. If one is not, `path` leads to it. The path is built from its end, while the calls
// return.
struct Checker {
  std::string path;

  bool at_step(std::string step) {
    if (!path.empty() && !path.starts_with('[')) step += '.';
    path.insert(0, step);
    return false;
  }
  bool at(std::string_view name) { return at_step(printable(name)); }
  bool at(std::size_t index) { return at_step(fmt::format("[{}]", index)); }

  bool holds(std::string_view text) { return value::is_utf8(text); }
  bool holds(const std::string& text) { return value::is_utf8(text); }
  bool holds(bool) { return true; }
  bool holds(std::int64_t) { return true; }
  bool holds(double) { return true; }
  template <class E>
  bool holds(const OpenEnum<E>& value) {
    return value.known() || holds(value.text());
  }
  bool holds(const AttributeValue& value, std::size_t level = 1) {
    switch (value.type()) {
      case AttributeType::S:
        return holds(value.text());
      case AttributeType::N:
        return holds(value.n());
      case AttributeType::SS:
      case AttributeType::NS:
        return std::ranges::all_of(value.set(), [](const std::string& text) { return value::is_utf8(text); });
      case AttributeType::L:
        if (level > limits::kNestingLevels) return true;  // the validators refuse it
        for (std::size_t i = 0; i < value.l().size(); ++i)
          if (!holds(value.l()[i], level + 1)) return at(i);
        return true;
      case AttributeType::M:
        return level > limits::kNestingLevels || holds(value.m(), level + 1);
      default:
        return true;
    }
  }
  bool holds(const AttributeMap& attributes, std::size_t level = 1) {
    for (const Attribute& attribute : attributes)
      if (!holds(attribute.name) || !holds(attribute.value, level)) return at(attribute.name);
    return true;
  }
  template <class T>
  bool holds(const std::optional<T>& value) {
    return !value || holds(*value);
  }
  template <class T>
  bool holds(const std::vector<T>& list) {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (!holds(list[i])) return at(i);
    return true;
  }
  template <class T>
  bool holds(const NamedList<T>& pairs) {
    return holds_pairs(pairs);
  }
  template <class T>
  bool holds(const std::map<std::string, T>& pairs) {
    return holds_pairs(pairs);
  }
  template <class Pairs>
  bool holds_pairs(const Pairs& pairs) {
    for (const auto& [name, value] : pairs)
      if (!holds(name) || !holds(value)) return at(name);
    return true;
  }
  // Checks the members of a struct.
  template <class T>
  bool holds(const T& object);
};

struct MemberChecker {
  Checker& checker;
  bool good = true;

  template <class T>
  void operator()(std::string_view name, const T& member, AtMost = {}) {
    if (good && !checker.holds(member)) good = checker.at(name);
  }
};

template <class T>
bool Checker::holds(const T& object) {
  MemberChecker members{*this};
  fields(members, object);
  return members.good;
}

}  // namespace

template <class Request>
Result<void> check_text(const Request& request) {
  Checker checker;
  if (checker.holds(request)) return {};
  return invalid(fmt::format("One or more parameter values were invalid: {} is not valid UTF-8", checker.path));
}

#define PARTITA_OPERATION(function, Name) template Result<void> check_text<Name##Request>(const Name##Request&);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::protocol
