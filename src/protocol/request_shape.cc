#include "protocol/request_shape.h"

#include <algorithm>
#include <array>

#include "protocol/json/json_text.h"
#include "protocol/json/write_text.h"

namespace partita::protocol {
namespace {

constexpr std::size_t kMostMembers = 16;     // of an item or of a list of names
constexpr std::size_t kMostElements = 3;     // of a list of requests
constexpr std::size_t kMostTextBytes = 512;  // of one text

// What the shape shows of a member.
enum class Show : std::uint8_t { Kind, Value, Text, Names, NameMap, Inside };

struct Rule {
  std::string_view member;
  Show show;
};
// All other members show only their kind, so that a member that is new here never shows a value.
constexpr Rule kRules[] = {
    {"TableName", Show::Value},
    {"IndexName", Show::Value},
    {"ResourceArn", Show::Value},
    {"StreamArn", Show::Value},
    {"ShardIteratorType", Show::Value},
    {"Select", Show::Value},
    {"ConsistentRead", Show::Value},
    {"ScanIndexForward", Show::Value},
    {"Limit", Show::Value},
    {"Segment", Show::Value},
    {"TotalSegments", Show::Value},
    {"TopK", Show::Value},
    {"ConditionalOperator", Show::Value},
    {"ReturnValues", Show::Value},
    {"ReturnValuesOnConditionCheckFailure", Show::Value},
    {"ReturnConsumedCapacity", Show::Value},
    {"ReturnItemCollectionMetrics", Show::Value},
    {"BillingMode", Show::Value},
    {"Statement", Show::Text},
    {"KeyConditionExpression", Show::Text},
    {"FilterExpression", Show::Text},
    {"ConditionExpression", Show::Text},
    {"UpdateExpression", Show::Text},
    {"ProjectionExpression", Show::Text},
    {"SearchConditionExpression", Show::Text},
    {"ExpressionAttributeNames", Show::NameMap},
    {"AttributesToGet", Show::Value},
    {"RequestItems", Show::Inside},
    {"TransactItems", Show::Inside},
    {"TransactStatements", Show::Inside},
    {"Statements", Show::Inside},
    {"Get", Show::Inside},
    {"Put", Show::Inside},
    {"Update", Show::Inside},
    {"Delete", Show::Inside},
    {"ConditionCheck", Show::Inside},
    {"BeforeItem", Show::Inside},
    {"PutRequest", Show::Inside},
    {"DeleteRequest", Show::Inside},
    {"Key", Show::Names},
    {"Keys", Show::Names},
    {"Item", Show::Names},
    {"ExclusiveStartKey", Show::Names},
    {"ExpressionAttributeValues", Show::Names},
    {"Expected", Show::Names},
    {"KeyConditions", Show::Names},
    {"QueryFilter", Show::Names},
    {"ScanFilter", Show::Names},
    {"AttributeUpdates", Show::Names},
};

Show rule_of(std::string_view member) {
  const auto* rule =
      std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& r) { return r.member == member; });
  return rule == std::end(kRules) ? Show::Kind : rule->show;
}

class Shape {
 public:
  explicit Shape(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  void add_members(simdjson::dom::object object) {
    text_ += '{';
    bool first = true;
    for (const auto& [name, value] : object) {
      if (is_full()) break;
      if (!first) text_ += ',';
      first = false;
      add_text(name);
      text_ += ':';
      add(rule_of(name), value);
    }
    text_ += '}';
  }
  std::string take() {
    if (text_.size() > most_bytes_) {
      std::size_t end = most_bytes_;
      // A character of UTF-8 must stay whole.
      while (end > 0 && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) --end;
      text_.resize(end);
      text_ += "...";
    }
    return std::move(text_);
  }

 private:
  bool is_full() const { return text_.size() > most_bytes_; }

  void add(Show show, Json value) {
    switch (show) {
      case Show::Kind:
        return add_kind(value);
      case Show::Value:
        return add_value(value);
      case Show::Text:
        return value.is_string() ? add_text(without_literals(std::string_view(value))) : add_kind(value);
      case Show::Names:
        return add_names(value);
      case Show::NameMap:
        return add_name_map(value);
      case Show::Inside:
        return add_inside(value);
    }
  }

  void add_text(std::string_view text) {
    if (text.size() > kMostTextBytes) {
      std::size_t end = kMostTextBytes;
      while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
      text = text.substr(0, end);
    }
    Writer writer(text_);
    write_text(writer, text);
  }

  void add_kind(Json value) {
    if (value.is_array())
      text_ += "[\"" + std::to_string(simdjson::dom::array(value).size()) + " members\"]";
    else
      text_ += value.is_object() ? "\"{}\"" : "\"?\"";
  }

  void add_value(Json value) {
    if (value.is_string()) return add_text(std::string_view(value));
    if (value.is_array()) return add_list(value, kMostMembers, [this](Json one) { add_value(one); });
    if (value.is_object()) return add_kind(value);
    text_ += simdjson::minify(value);
  }

  // The names of an item's attributes, or of those of each item of a list.
  void add_names(Json value) {
    if (value.is_array()) return add_list(value, kMostElements, [this](Json one) { add_names(one); });
    if (!value.is_object()) return add_kind(value);
    text_ += '[';
    std::size_t count = 0;
    for (const auto& [name, ignored] : simdjson::dom::object(value)) {
      if (count++ >= kMostMembers) continue;
      if (count > 1) text_ += ',';
      add_text(name);
    }
    add_rest(count, kMostMembers);
  }

  // The placeholders of names, with the names.
  void add_name_map(Json value) {
    if (!value.is_object()) return add_kind(value);
    text_ += '{';
    std::size_t count = 0;
    for (const auto& [name, text] : simdjson::dom::object(value)) {
      if (is_full()) break;
      if (count++ > 0) text_ += ',';
      add_text(name);
      text_ += ':';
      if (text.is_string())
        add_text(std::string_view(text));
      else
        add_kind(text);
    }
    text_ += '}';
  }

  void add_inside(Json value) {
    if (value.is_object()) return add_names_and_insides(value);
    if (value.is_array()) return add_list(value, kMostElements, [this](Json one) { add_inside(one); });
    add_kind(value);
  }
  // Members with a rule follow it. Lists and objects among the others have the names of tables.
  void add_names_and_insides(simdjson::dom::object object) {
    text_ += '{';
    std::size_t count = 0;
    for (const auto& [name, value] : object) {
      if (is_full()) break;
      if (count++ > 0) text_ += ',';
      add_text(name);
      text_ += ':';
      const Show show = rule_of(name);
      if (show == Show::Kind && name != "Parameters")
        add_inside(value);
      else
        add(show, value);
    }
    text_ += '}';
  }

  template <class Add>
  void add_list(simdjson::dom::array list, std::size_t most, Add add) {
    text_ += '[';
    std::size_t count = 0;
    for (const Json one : list) {
      if (count++ >= most || is_full()) continue;
      if (count > 1) text_ += ',';
      add(one);
    }
    add_rest(count, most);
  }
  void add_rest(std::size_t count, std::size_t most) {
    if (count > most) text_ += ",\"" + std::to_string(count - most) + " more\"";
    text_ += ']';
  }

  const std::size_t most_bytes_;
  std::string text_;
};

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '#' ||
         c == ':' || c == '$' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

}  // namespace

std::string without_literals(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    std::size_t end = i + 1;
    if (c == '\'' || c == '"' || c == '`') {
      end = text.find(c, end);
      end = end == text.npos ? text.size() : end + 1;
      // A name in double quotes that does not end is no name.
      if (c != '"' || text[end - 1] != '"' || end - i < 2)
        out += '?';
      else
        out += text.substr(i, end - i);
    } else if (c >= '0' && c <= '9') {
      while (end < text.size() && (is_name_character(text[end]) || text[end] == '.')) ++end;
      // A place in a list is part of a path.
      const bool is_place = i > 0 && text[i - 1] == '[' && end < text.size() && text[end] == ']';
      out += is_place ? text.substr(i, end - i) : std::string_view("?");
    } else if (is_name_character(c)) {
      while (end < text.size() && is_name_character(text[end])) ++end;
      out += text.substr(i, end - i);
    } else {
      out += c;
    }
    i = end;
  }
  return out;
}

std::string request_shape(std::string_view body, std::size_t most_bytes) {
  const auto text = JsonText::parse(body);
  if (!text || !text->root().is_object()) return "(not a JSON object)";
  Shape shape(most_bytes);
  shape.add_members(text->root());
  return shape.take();
}

}  // namespace partita::protocol
