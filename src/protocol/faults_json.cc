#include "protocol/faults_json.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "base/try.h"
#include "protocol/json/json_reader.h"

namespace partita::protocol {
namespace {

// A member of a rule or of the whole object. `of` is "Rule 2: " or empty.
struct FaultMember {
  std::string of;
  std::string_view name;
  Json json;

  unexpected<Error> refuse(std::string_view why) const {
    return invalid(of + "'" + std::string(name) + "' " + std::string(why));
  }
};

Result<void> take(const FaultMember& member, std::string& out) {
  std::string_view text;
  if (member.json.get(text)) return member.refuse("is not a text");
  out = text;
  return {};
}

Result<void> take(const FaultMember& member, double& out) {
  if (member.json.get(out)) return member.refuse("is not a number");
  return {};
}

Result<void> take(const FaultMember& member, std::uint64_t& out) {
  if (member.json.get(out)) return member.refuse("is not a whole number from 0 on");
  return {};
}

Result<void> take(const FaultMember& member, std::optional<std::uint64_t>& out) { return take(member, out.emplace()); }

Result<void> take(const FaultMember& member, std::chrono::milliseconds& out) {
  std::int64_t number = 0;
  if (member.json.get(number)) return member.refuse("is not a whole number of milliseconds");
  out = std::chrono::milliseconds(number);
  return {};
}

Result<void> take(const FaultMember& member, std::chrono::seconds& out) {
  std::int64_t number = 0;
  if (member.json.get(number)) return member.refuse("is not a whole number of seconds");
  out = std::chrono::seconds(number);
  return {};
}

Result<void> take(const FaultMember& member, std::vector<std::string>& out) {
  simdjson::dom::array array;
  if (member.json.get(array)) return member.refuse("is not a list of texts");
  for (const Json element : array) {
    std::string_view text;
    if (element.get(text)) return member.refuse("is not a list of texts");
    out.emplace_back(text);
  }
  return {};
}

Result<void> take(const FaultMember& member, AttributeMap& out) {
  JsonReading reading;
  if (member.json.is_object() && read(reading, member.json, ValuePlace::Member, out)) return {};
  return member.refuse("is not a map of attributes such as {\"pk\": {\"S\": \"a\"}}");
}

Result<void> take(const FaultMember& member, FaultTime& out) {
  const std::string_view text = member.json.is_string() ? std::string_view(member.json) : std::string_view();
  if (text != "before" && text != "after") return member.refuse("is neither \"before\" nor \"after\"");
  out = text == "after" ? FaultTime::After : FaultTime::Before;
  return {};
}

Result<void> take(const FaultMember& member, FaultConnection& out) {
  const std::string_view text = member.json.is_string() ? std::string_view(member.json) : std::string_view();
  if (text != "kept" && text != "cut") return member.refuse("is neither \"kept\" nor \"cut\"");
  out = text == "cut" ? FaultConnection::Cut : FaultConnection::Kept;
  return {};
}

Result<void> take(const FaultMember& member, std::optional<ErrorCode>& out) {
  std::string name;
  PARTITA_TRY(take(member, name));
#define PARTITA_ERROR(code, wire_type, http_status, retryable, meaning) \
  if (name == #code) out = ErrorCode::code;
#include <partita/error_codes.def>
#undef PARTITA_ERROR
  if (!out) return member.refuse("is '" + name + "', which is not the name of an error");
  return {};
}

Result<void> take_rule_member(const FaultMember& member, Fault& fault) {
  if (member.name == "operations") return take(member, fault.operations);
  if (member.name == "table") return take(member, fault.table);
  if (member.name == "key") return take(member, fault.key);
  if (member.name == "skip") return take(member, fault.skip);
  if (member.name == "probability") return take(member, fault.probability);
  if (member.name == "count") return take(member, fault.count);
  if (member.name == "when") return take(member, fault.when);
  if (member.name == "delay_ms") return take(member, fault.delay);
  if (member.name == "error") return take(member, fault.error);
  if (member.name == "message") return take(member, fault.message);
  if (member.name == "connection") return take(member, fault.connection);
  if (member.name == "unprocessed") return take(member, fault.unprocessed);
  return member.refuse(
      "is not a member of a rule; the members are operations, table, key, skip, probability, count, when, delay_ms, "
      "error, message, connection and unprocessed");
}

Result<void> take_rules(const FaultMember& member, std::vector<Fault>& rules) {
  simdjson::dom::array array;
  if (member.json.get(array)) return member.refuse("is not a list of rules");
  for (const Json element : array) {
    Fault& fault = rules.emplace_back();
    const std::string of = "Rule " + std::to_string(rules.size()) + ": ";
    simdjson::dom::object object;
    if (element.get(object)) return invalid(of + "it is not an object");
    for (const auto [name, value] : object) PARTITA_TRY(take_rule_member({of, name, value}, fault));
  }
  return {};
}

}  // namespace

Result<Faults> decode_faults(std::string_view json) {
  const auto text = JsonText::parse(json);
  if (!text) return invalid("The rules are not JSON");
  simdjson::dom::object object;
  if (text->root().get(object)) return invalid("The rules are not an object with the member 'rules'");
  Faults faults;
  bool has_rules = false;
  for (const auto [name, value] : object) {
    const FaultMember member{"", name, value};
    if (name == "rules") {
      has_rules = true;
      PARTITA_TRY(take_rules(member, faults.rules));
    } else if (name == "seed") {
      PARTITA_TRY(take(member, faults.seed));
    } else if (name == "clock_skew_seconds") {
      PARTITA_TRY(take(member, faults.clock_skew));
    } else {
      return member.refuse("is not a member of the rules; the members are rules, seed and clock_skew_seconds");
    }
  }
  if (!has_rules) return invalid("The rules are not an object with the member 'rules'");
  return faults;
}

}  // namespace partita::protocol
