#include "documents/read_file.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>

#include "base/try.h"
#include "documents/allowed_files.h"
#include "documents/block_texts.h"
#include "documents/read_json.h"
#include "documents/read_limits.h"
#include "documents/whole_text.h"

namespace partita::documents {
namespace {

// Functions with a short form are !Name for Fn::Name, except for these two.
constexpr std::array<std::string_view, 2> kBareTags = {"Ref", "Condition"};
constexpr std::array<std::string_view, 16> kFunctionTags = {
    "And",         "Base64", "Cidr", "Equals", "FindInMap", "GetAtt", "GetAZs", "If",
    "ImportValue", "Join",   "Not",  "Or",     "Select",    "Split",  "Sub",    "Transform"};

class Converter {
 public:
  explicit Converter(const std::string& file) : file_(std::make_shared<const std::string>(file)) {}

  Place place_of(const YAML::Mark& mark) const { return {file_, mark.is_null() ? 1 : mark.line + 1}; }

  Place place_of_line(int line) const { return {file_, line}; }

  Result<Node> convert(const YAML::Node& from, int depth = 0) {
    Node node;
    node.place = place_of(from.Mark());
    if (depth > kMaxNesting) return fault(node.place, fmt::format("nested deeper than {} levels", kMaxNesting));
    if (++count_ > kMaxNodes)
      return fault(node.place, fmt::format("the file expands to more than {} values", kMaxNodes));
    PARTITA_TRY(fill(from, depth, node));
    return with_tag(std::move(node), from.Tag());
  }

 private:
  Result<void> fill(const YAML::Node& from, int depth, Node& node) {
    switch (from.Type()) {
      case YAML::NodeType::Undefined:
      case YAML::NodeType::Null:
        return {};
      case YAML::NodeType::Scalar:
        node.kind = Node::Kind::Scalar;
        node.text = from.Scalar();
        node.is_quoted = from.Tag() == "!";
        return {};
      case YAML::NodeType::Sequence:
        node.kind = Node::Kind::List;
        for (const YAML::Node& item : from) {
          PARTITA_TRY_VALUE(converted, convert(item, depth + 1));
          node.items.push_back(std::move(converted));
        }
        return {};
      case YAML::NodeType::Map:
        node.kind = Node::Kind::Map;
        return fill_members(from, depth, node);
    }
    return {};
  }

  Result<void> fill_members(const YAML::Node& from, int depth, Node& node) {
    std::vector<Node> merged;
    std::map<std::string, int> lines;
    for (const auto& entry : from) {
      const YAML::Node& name = entry.first;
      const Place place = place_of(name.Mark());
      if (!name.IsScalar()) return fault(place, "a key of a map must be a string");
      PARTITA_TRY_VALUE(converted, convert(entry.second, depth + 1));
      if (name.Scalar() == "<<" && !converted.is_scalar()) {
        merged.push_back(std::move(converted));
        continue;
      }
      const auto [earlier, added] = lines.emplace(name.Scalar(), place.line);
      if (!added)
        return fault(place, fmt::format("{} is here and in line {}; remove one", name.Scalar(), earlier->second));
      node.members.push_back({name.Scalar(), std::move(converted), place});
    }
    for (const Node& one : merged) PARTITA_TRY(merge(one, node));
    return {};
  }

  // The map's own members win over the merged ones.
  static Result<void> merge(const Node& from, Node& into) {
    for (const Node& item : from.items) PARTITA_TRY(merge(item, into));
    if (!from.is_map() && !from.is_list()) return fault(from.place, "<< takes a map or a list of maps");
    for (const Member& member : from.members)
      if (!into.find(member.name)) into.members.push_back(member);
    return {};
  }

  static Result<Node> with_tag(Node node, const std::string& tag) {
    if (tag.size() < 2 || tag.front() != '!') return node;
    const std::string_view name = std::string_view(tag).substr(1);
    std::string function;
    for (std::string_view bare : kBareTags)
      if (name == bare) function = bare;
    for (std::string_view known : kFunctionTags)
      if (name == known) function = fmt::format("Fn::{}", known);
    if (function.empty()) return fault(node.place, fmt::format("{} is not a CloudFormation function", tag));
    Node call = empty_map(node.place);
    call.members.push_back({std::move(function), std::move(node), call.place});
    return call;
  }

  const std::shared_ptr<const std::string> file_;
  std::size_t count_ = 0;
};

// The cure of a fault of YAML, or an empty text. In {note: string?} the question mark ends the text and begins a key.
std::string cure_of(std::string_view text, const YAML::Mark& mark) {
  std::size_t begin = 0;
  for (int line = 0; line < mark.line && begin != std::string_view::npos; ++line) {
    begin = text.find('\n', begin);
    if (begin != std::string_view::npos) ++begin;
  }
  if (mark.line < 0 || mark.column < 0 || begin == std::string_view::npos) return {};
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  const auto column = static_cast<std::size_t>(mark.column);
  if (column >= line.size() || line[column] != '?') return {};
  const std::size_t before = line.substr(0, column).find_last_of(" ,:[]{}");
  const std::string_view word = line.substr(before == std::string_view::npos ? 0 : before + 1);
  return fmt::format("; a ? ends a text between braces or brackets: put the text into quotation marks, as in '{}'",
                     word.substr(0, word.find('?') + 1));
}

}  // namespace

Result<Node> read_text(std::string_view text, const std::string& name) {
  Converter converter(name);
  if (auto tree = read_json(text, std::make_shared<const std::string>(name))) {
    if (const auto found = find_text_fault(text)) return fault(converter.place_of_line(found->line), found->message);
    return std::move(*tree);
  }
  try {
    const YAML::Node document = YAML::Load(std::string(text));
    if (const auto found = find_text_fault(text)) return fault(converter.place_of_line(found->line), found->message);
    return converter.convert(document);
  } catch (const YAML::Exception& exception) {
    if (const auto deeper = with_deeper_block_texts(text)) try {
        const YAML::Node document = YAML::Load(*deeper);
        if (!find_text_fault(text)) return converter.convert(document);
      } catch (const YAML::Exception&) {  // the first one is explained
      }
    return fault(converter.place_of(exception.mark),
                 "not YAML or JSON: " + exception.msg + cure_of(text, exception.mark));
  }
}

Result<std::string> read_bytes(const std::string& path) {
  PARTITA_TRY(check_allowed(path));
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  std::string text;
  if (file) {
    std::array<char, 1 << 14> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get()))
      text.append(buffer.data(), got);
    if (std::ferror(file.get()) == 0) return text;
  }
  const int error = errno;
  return fail(error == ENOENT ? ErrorCode::ResourceNotFoundException : ErrorCode::ValidationException,
              fmt::format("cannot read {}: {}", path, std::strerror(error)));
}

Result<Node> read_file(const std::string& path) {
  PARTITA_TRY_VALUE(text, read_bytes(path));
  return read_text(text, path);
}

}  // namespace partita::documents
