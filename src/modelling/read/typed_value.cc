#include "modelling/read/typed_value.h"

#include <fmt/format.h>

#include <optional>

#include "base/base64.h"
#include "base/contains.h"
#include "base/text.h"
#include "value/number.h"
#include "value/utf8.h"

namespace partita::modelling {
namespace {

constexpr int kMostValueDepth = 32;

class TypedValueReader {
 public:
  explicit TypedValueReader(MalformedValues& malformed) : malformed_(malformed) {}

  AttributeMap read_map(const Node& node, const std::string& path, int depth) {
    AttributeMap map;
    for (const Member& member : node.members) {
      const std::string inside = path.empty() ? member.name : path + "." + member.name;
      if (member.name.empty())
        malformed_.add(member.place, inside, "an attribute needs a name");
      else if (auto value = read_value(member.value, member.place, inside, depth))
        map.set(member.name, std::move(*value));
    }
    return map;
  }

 private:
  std::optional<AttributeValue> refuse(const Place& place, const std::string& path, const std::string& why) {
    malformed_.add(place, path, why);
    return std::nullopt;
  }

  std::optional<AttributeValue> read_value(const Node& node, const Place& place, const std::string& path, int depth) {
    if (depth > kMostValueDepth) return refuse(place, path, "it is nested too deeply");
    if (depth > 1 && !is_typed(node)) {
      malformed_.add_plain(place, path);
      return read_plain(node, place, path, depth);
    }
    if (!node.is_map() || node.members.size() != 1)
      return refuse(place, path, "a value is a map with one type, such as {\"S\": \"text\"}");
    const std::string& type = node.members.front().name;
    const Node& content = node.members.front().value;
    if (type == "S" || type == "N" || type == "B" || type == "BOOL" || type == "NULL")
      return read_scalar(type, content, place, path);
    if (type == "SS" || type == "NS" || type == "BS") return read_set(type, content, place, path);
    if (type == "M") {
      if (content.is_map()) return AttributeValue::map(read_map(content, path, depth + 1));
      return refuse(place, path, "the type M takes a map");
    }
    if (type == "L") {
      if (!content.is_list()) return refuse(place, path, "the type L takes a list");
      AttributeValue::List list;
      for (const Node& item : content.items)
        if (auto value = read_value(item, item.place, path + "[]", depth + 1)) list.push_back(std::move(*value));
      return AttributeValue::list(std::move(list));
    }
    return refuse(place, path, fmt::format("'{}' is not a type of values", type));
  }

  static bool is_typed(const Node& node) {
    constexpr std::string_view kTypes[] = {"S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "M", "L"};
    return node.is_map() && node.members.size() == 1 && base::contains(kTypes, node.members.front().name);
  }

  // A value inside of a map or list that was written as plain JSON.
  std::optional<AttributeValue> read_plain(const Node& node, const Place& place, const std::string& path, int depth) {
    if (depth > kMostValueDepth) return refuse(place, path, "it is nested too deeply");
    if (node.is_null()) return AttributeValue::null();
    if (node.is_map()) {
      AttributeMap map;
      for (const Member& member : node.members) {
        const std::string inside = path + "." + member.name;
        auto value = is_typed(member.value) ? read_value(member.value, member.place, inside, depth + 1)
                                            : read_plain(member.value, member.place, inside, depth + 1);
        if (value && !member.name.empty()) map.set(member.name, std::move(*value));
      }
      return AttributeValue::map(std::move(map));
    }
    if (node.is_list()) {
      AttributeValue::List list;
      for (const Node& item : node.items)
        if (auto value = is_typed(item) ? read_value(item, item.place, path + "[]", depth + 1)
                                        : read_plain(item, item.place, path + "[]", depth + 1))
          list.push_back(std::move(*value));
      return AttributeValue::list(std::move(list));
    }
    if (!node.is_quoted && (node.text == "true" || node.text == "false"))
      return AttributeValue::boolean(node.text == "true");
    if (!node.is_quoted && value::Number::parse(node.text)) return AttributeValue::number(node.text);
    if (!value::is_utf8(node.text)) return refuse(place, path, "the text is not UTF-8");
    return AttributeValue::string(node.text);
  }

  std::optional<AttributeValue> read_scalar(const std::string& type, const Node& content, const Place& place,
                                            const std::string& path) {
    if (type == "NULL") return AttributeValue::null();
    if (!content.is_scalar()) return refuse(place, path, fmt::format("the type {} takes a text", type));
    if (type == "S" && !value::is_utf8(content.text)) return refuse(place, path, "the text is not UTF-8");
    if (type == "S") return AttributeValue::string(content.text);
    if (type == "BOOL") {
      const std::string text = base::lower(content.text);
      if (text == "true" || text == "false") return AttributeValue::boolean(text == "true");
      return refuse(place, path, "the type BOOL takes true or false");
    }
    auto element = scalar_text(type, content.text);
    if (!element) return refuse(place, path, fmt::format("'{}' is not a value of the type {}", content.text, type));
    return type == "N" ? AttributeValue::number(std::move(*element)) : AttributeValue::binary(std::move(*element));
  }

  // The text of an S or N, or the bytes of a B.
  static std::optional<std::string> scalar_text(const std::string& type, const std::string& text) {
    if (type == "B") return base::decode_base64(text);
    if (type == "N" && !value::Number::parse(text)) return std::nullopt;
    return text;
  }

  std::optional<AttributeValue> read_set(const std::string& type, const Node& content, const Place& place,
                                         const std::string& path) {
    if (!content.is_list() || content.items.empty())
      return refuse(place, path, fmt::format("the type {} takes a list with at least one element", type));
    const std::string element_type = type.substr(0, 1);
    AttributeValue::Set set;
    std::vector<std::string> canonical;
    for (const Node& item : content.items) {
      auto element = item.is_scalar() ? scalar_text(element_type, item.text) : std::nullopt;
      if (!element) return refuse(place, path, fmt::format("an element is not a value of the type {}", element_type));
      const std::string one = element_type == "N" ? value::Number::parse(*element)->to_text() : *element;
      if (base::contains(canonical, one)) return refuse(place, path, fmt::format("the set has '{}' twice", item.text));
      canonical.push_back(one);
      set.push_back(std::move(*element));
    }
    if (type == "SS") return AttributeValue::string_set(std::move(set));
    if (type == "NS") return AttributeValue::number_set(std::move(set));
    return AttributeValue::binary_set(std::move(set));
  }

  MalformedValues& malformed_;
};

}  // namespace

void MalformedValues::note(const std::string& path, std::string text) {
  const auto [at, added] = findings_.try_emplace(path);
  if (!added) {
    ++at->second.more;
    return;
  }
  order_.push_back(path);
  at->second.first = std::move(text);
}

void MalformedValues::add(const Place& place, const std::string& path, const std::string& why) {
  note(path, located(place, fmt::format("the value of {} is left out: {}", path, why)));
}

void MalformedValues::add_plain(const Place& place, const std::string& path) {
  note(path, located(place, fmt::format("the value of {} has no types, and is read as plain JSON", path)));
}

void MalformedValues::append_notes(std::vector<std::string>& notes) const {
  for (const std::string& path : order_) {
    const Finding& finding = findings_.at(path);
    notes.push_back(finding.more == 0 ? finding.first
                                      : fmt::format("{} ({} more like it)", finding.first, finding.more));
  }
}

AttributeMap read_typed_item(const Node& node, MalformedValues& malformed) {
  return TypedValueReader(malformed).read_map(node, {}, 1);
}

}  // namespace partita::modelling
