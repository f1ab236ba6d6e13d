// Every operation and member of the AWS SDK's model is known, or left out by name (tests/sdk_model/README.md).
#include "unit/protocol/sdk_model.h"

#include <simdjson.h>

#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "ops/prepare.h"
#include "protocol/codec.h"
#include "protocol/target.h"
#include "unit/protocol/sample.h"

namespace partita::protocol {
namespace sdk_model_test {

using sdk_model::Member;
using sdk_model::model;
using Names = std::set<std::string>;

// Whether an operation is Partita's own, such as RollStream, so that no SDK has it.
bool is_own(std::string_view operation) { return service_of(operation) == "Partita"; }

// The names on the lines that begin with `kind`.
Names left_out(std::string_view kind) {
  Names names;
  std::ifstream file(PARTITA_SDK_MODEL "/left_out.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first, name;
    words >> first >> name;
    if (first == kind) names.insert(name);
  }
  return names;
}

// ---- requests

enum class Reaction : std::uint8_t { Reads, Refuses, Ignores };
using React = std::function<Reaction(const std::string& json)>;

template <class Request>
Reaction react(const std::string& json) {
  const auto decoded = decode_request<Request>(json);
  if (!decoded) return decoded.error().code == ErrorCode::NotImplemented ? Reaction::Refuses : Reaction::Reads;
  // A resource policy is read, and then the validator refuses it.
  return Reaction::Ignores;
}

using Wrap = std::function<std::string(const std::string& value)>;

// Sends each member of the structure with a value of a wrong type, which is an error only if the member is read.
void probe(const std::string& structure, const Wrap& wrap, const React& request, Names& done, Names& refused) {
  if (!model().structures.contains(structure) || !done.insert(structure).second) return;
  for (const Member& member : model().structures.at(structure)) {
    const auto with = [&](const std::string& value) { return wrap("{\"" + member.name + "\":" + value + "}"); };
    const std::string wrong = member.type.starts_with("[") ? "{}" : "[]";
    const Reaction reaction = request(with(wrong));
    EXPECT_NE(reaction, Reaction::Ignores) << structure << "." << member.name << " is ignored";
    if (reaction == Reaction::Refuses) refused.insert(structure + "." + member.name);
    if (reaction != Reaction::Reads) continue;
    const Wrap inner = [&](std::string value) {
      for (auto shape = member.type.rbegin(); shape != member.type.rend(); ++shape) {
        if (*shape == '[') value = "[" + value + "]";
        if (*shape == '{') value = "{\"k\":" + value + "}";
      }
      return with(value);
    };
    probe(member.inner_type(), inner, request, done, refused);
  }
}

TEST(SdkModel, MembersOfRequestsAreReadOrRefusedByName) {
  Names done, refused;
  const Wrap whole = [](const std::string& value) { return value; };
#define PARTITA_OPERATION(function, Name) \
  if (!is_own(#Name)) probe(model().operations.at(#Name).first, whole, react<Name##Request>, done, refused);
#include <partita/operations.def>
#undef PARTITA_OPERATION
  EXPECT_EQ(refused, left_out("refused")) << "tests/sdk_model/left_out.txt must have the refused members";
}

// ---- responses

// Adds the members of the structure that `found` lacks.
void look(const std::string& structure, simdjson::dom::element found, Names& done, Names& absent) {
  if (!model().structures.contains(structure) || !done.insert(structure).second) return;
  for (const Member& member : model().structures.at(structure)) {
    simdjson::dom::element value;
    if (found[member.name].get(value)) {
      absent.insert(structure + "." + member.name);
      continue;
    }
    for (const char shape : member.type) {
      simdjson::dom::element inner;
      if (shape == '[') {
        ASSERT_FALSE(value.at(0).get(inner)) << structure << "." << member.name;
      } else if (shape == '{') {
        simdjson::dom::object entries;
        ASSERT_FALSE(value.get(entries)) << structure << "." << member.name;
        ASSERT_GT(entries.size(), 0u);
        inner = (*entries.begin()).value;
      } else {
        break;
      }
      value = inner;
    }
    look(member.inner_type(), value, done, absent);
  }
}

template <class Response>
void look_in_sample(const std::string& structure, Names& done, Names& absent) {
  std::string json;
  encode_response(sample<Response>(), json);
  simdjson::dom::parser parser;
  look(structure, parser.parse(json.empty() ? std::string("{}") : json).value(), done, absent);
}

TEST(SdkModel, MembersOfResponsesAreGivenOrLeftOut) {
  Names done, absent;
#define PARTITA_OPERATION(function, Name) \
  if (!is_own(#Name)) look_in_sample<Name##Response>(model().operations.at(#Name).second, done, absent);
#include <partita/operations.def>
#undef PARTITA_OPERATION
  EXPECT_EQ(absent, left_out("absent")) << "tests/sdk_model/left_out.txt must have the members that no answer has";
}

// ---- operations

TEST(SdkModel, OperationsAreKnownOrRefusedByName) {
  for (const auto& [name, structures] : model().operations) {
    const Target target = parse_target(std::string(service_of(name)) + "." + name);
    EXPECT_NE(target.state, TargetState::Unknown) << "operations.def must have " << name;
  }
  for (const base::MissingOperation& missing : base::kMissingOperations) {
    EXPECT_TRUE(model().operations.contains(std::string(missing.name))) << missing.name;
    EXPECT_EQ(parse_target("DynamoDB_20120810." + std::string(missing.name)).state, TargetState::NotBuilt)
        << "operations.def has " << missing.name << " twice";
  }
}

}  // namespace sdk_model_test
}  // namespace partita::protocol
