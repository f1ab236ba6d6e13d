// The wire forms of ComposePattern.
//
// A read is composed by one call. A write may need several: the model layer may want an item before it can write, and
// asks again after some refusals. Therefore the browser sends the requests that are not answered yet, and repeats the
// call with all answers so far. The server keeps nothing between the calls; `Seed` and `NowMs` make the model layer
// write the same texts each time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "console/wire.h"

namespace partita::console {

// The limits of a request. A list that holds more is read to one element beyond the limit, so that a body of a few
// megabytes cannot fill the memory with empty elements.
constexpr std::size_t kMostGivenLists = 100;
constexpr std::size_t kMostGivenParts = 100;    // a transaction has as many actions
constexpr std::size_t kMostGivenItems = 1'000;  // of all parts
constexpr std::size_t kMostGivenAnswers = 200;  // a pattern comes to no more requests

struct RangeText {
  std::string comparison = {};
  std::string from = {};
  std::optional<std::string> to = {};
};
template <class V, protocol::Is<RangeText> T>
void fields(V& v, T& of) {
  v("Comparison", of.comparison);
  v("From", of.from);
  v("To", of.to);
}

// The operands of a condition that takes several.
struct OperandTexts {
  std::string name = {};
  std::vector<std::string> texts = {};
};
template <class V, protocol::Is<OperandTexts> T>
void fields(V& v, T& of) {
  v("Name", of.name);
  v("Texts", of.texts);
}

// The texts of a user for one item of a part. An absent text means no value.
struct ItemTexts {
  std::map<std::string, std::string> values = {};  // by field: of the identity, and of the fields that are written
  std::map<std::string, std::string> given = {};   // the values that the fields must have before the write
  std::vector<std::string> remove = {};            // the fields that an update removes
  std::optional<std::string> version = {};
};
template <class V, protocol::Is<ItemTexts> T>
void fields(V& v, T& of) {
  v("Values", of.values);
  v("Given", of.given);
  v("Remove", of.remove);
  v("Version", of.version);
}

struct PartTexts {
  std::vector<ItemTexts> items = {};
};
template <class V, protocol::Is<PartTexts> T>
void fields(V& v, T& of) {
  v("Items", of.items, protocol::AtMost{kMostGivenItems});
}

// The answer of a request: its status and its JSON.
struct GivenAnswer {
  std::int64_t status = 200;
  std::string text = {};
};
template <class V, protocol::Is<GivenAnswer> T>
void fields(V& v, T& of) {
  v("Status", of.status);
  v("Text", of.text);
}

struct ComposePatternRequest {
  std::string pattern = {};
  std::map<std::string, std::string> parameters = {};
  std::vector<OperandTexts> lists = {};
  std::optional<RangeText> range = {};
  std::optional<std::int64_t> limit = {};
  std::vector<PartTexts> parts = {};  // those of DescribeModel, in its order
  std::vector<GivenAnswer> answers = {};
  std::optional<std::string> seed = {};
  std::optional<std::int64_t> now_ms = {};
};
template <class V, protocol::Is<ComposePatternRequest> T>
void fields(V& v, T& of) {
  v("Pattern", of.pattern);
  v("Parameters", of.parameters);
  v("Lists", of.lists, protocol::AtMost{kMostGivenLists});
  v("Range", of.range);
  v("Limit", of.limit);
  v("Parts", of.parts, protocol::AtMost{kMostGivenParts});
  v("Answers", of.answers, protocol::AtMost{kMostGivenAnswers});
  v("Seed", of.seed);
  v("NowMs", of.now_ms);
}

struct ComposedRequest {
  std::string operation = {};
  RawJson body = {};
  std::optional<bool> answered = {};  // true, or absent
};
template <class V, protocol::Is<ComposedRequest> T>
void fields(V& v, T& of) {
  v("Operation", of.operation);
  v("Body", of.body);
  v("Answered", of.answered);
}

// The effect of a write on one item.
struct WriteEffect {
  std::string kind = {};  // "create", "put", "update", "delete", "check"
  std::string entity = {};
  std::string table = {};
  std::string key = {};                         // the identity, as a text
  std::string update = {};                      // with values in place
  std::string condition = {};                   // with values in place
  std::optional<std::string> reads_first = {};  // why the model layer reads the item before it writes
  double units = 0;                             // the least that the write costs, entries of indexes included
  bool at_least = false;                        // the stored item may make it dearer
};
template <class V, protocol::Is<WriteEffect> T>
void fields(V& v, T& of) {
  v("Kind", of.kind);
  v("Entity", of.entity);
  v("Table", of.table);
  v("Key", of.key);
  v("Update", of.update);
  v("Condition", of.condition);
  v("ReadsFirst", of.reads_first);
  v("Units", of.units);
  v("AtLeast", of.at_least);
}

struct Failure {
  std::string code = {};
  std::string message = {};  // in words of the model
};
template <class V, protocol::Is<Failure> T>
void fields(V& v, T& of) {
  v("Code", of.code);
  v("Message", of.message);
}

// How a write ended. Absent while a request waits for its answer.
struct Outcome {
  bool is_done = false;
  std::optional<Failure> failure = {};
};
template <class V, protocol::Is<Outcome> T>
void fields(V& v, T& of) {
  v("Done", of.is_done);
  v("Failure", of.failure);
}

struct ComposePatternAnswer {
  std::vector<ComposedRequest> requests = {};
  // Of a write.
  std::optional<std::vector<WriteEffect>> effects = {};
  std::optional<std::string> seed = {};
  std::optional<std::int64_t> now_ms = {};
  std::optional<Outcome> outcome = {};
};
template <class V, protocol::Is<ComposePatternAnswer> T>
void fields(V& v, T& of) {
  v("Requests", of.requests);
  v("Effects", of.effects);
  v("Seed", of.seed);
  v("NowMs", of.now_ms);
  v("Outcome", of.outcome);
}

}  // namespace partita::console
