#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "documents/tree.h"
#include "modelling/generate/description.h"
#include "modelling/generate/go/go_parts.h"
#include "modelling/generate/go/go_text.h"

namespace partita::modelling::go {
namespace {

using documents::Tree;

// A member of the description whose name or type in Go does not follow from it. The types of lists are those of their
// items.
struct Member {
  std::string_view of = {};  // the struct
  std::string_view json = {};
  std::string_view type = {};  // of the value: a struct, "position" for *int, "json", "int", "string"
  std::string_view name = {};  // in Go, if it is not the name with a capital
};

constexpr auto kMembers = std::to_array<Member>({
    {"Model", "tables", "Table"},
    {"Model", "patterns", "Pattern"},
    {"Table", "indexes", "Index"},
    {"Table", "entities", "Entity"},
    {"Table", "create", "json"},
    {"Table", "ttlAttribute", "string", "TTLAttribute"},
    {"Index", "shards", "*Shards"},
    {"Index", "vector", "*VectorIndex"},
    {"Entity", "fields", "Field"},
    {"Entity", "primary", "EntityKey"},
    {"Entity", "indexes", "EntityKey"},
    {"Entity", "version", "position"},
    {"Entity", "ttl", "position", "TTL"},
    {"Entity", "created", "position"},
    {"Entity", "updated", "position"},
    {"Entity", "unique", "[]int"},
    {"Entity", "computed", "Computed"},
    {"Field", "enumerators", "Enumerator"},
    {"EntityKey", "index", "position"},
    {"EntityKey", "partition", "KeyAttribute"},
    {"EntityKey", "sort", "KeyAttribute"},
    {"EntityKey", "when", "*When"},
    {"KeyAttribute", "parts", "KeyPart"},
    {"Pattern", "entities", "int"},
    {"Pattern", "by", "int"},
    {"Computed", "from", "int"},
    {"Pattern", "plan", "Plan"},
    {"Plan", "index", "position"},
    {"Plan", "rangeField", "position"},
    {"Plan", "bucketField", "position"},
});

Member member_of(std::string_view of, std::string_view json) {
  const auto found =
      std::ranges::find_if(kMembers, [&](const Member& one) { return one.of == of && one.json == json; });
  return found == kMembers.end() ? Member{of, json} : *found;
}

std::string name_of(const Member& member) {
  if (!member.name.empty()) return std::string(member.name);
  std::string out(member.json);
  out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

// Items of a list do not repeat its type.
enum class Place : std::uint8_t { Member, Item };

std::string scalar(const Tree& tree) {
  if (tree.kind == Tree::Kind::Text) return go_literal(tree.text);
  return tree.kind == Tree::Kind::Flag ? (tree.flag ? "true" : "false") : tree.text;
}

std::string value(const Tree& tree, std::string_view type, Place place, std::size_t depth);

std::string list_type(std::string_view type) {
  if (type.empty()) return "[]string";
  return fmt::format("[]{}{}", type == "int" || type == "[]int" ? "" : "rt.", type);
}

// `parts` in braces, on one line if it is not too long.
std::string braced(const std::string& head, const std::vector<std::pair<std::string, std::string>>& parts,
                   std::size_t depth) {
  std::vector<std::string> texts;
  std::size_t size = head.size() + 4 * depth + 40;
  bool is_short = true;
  for (const auto& [name, text] : parts) {
    texts.push_back(name + (name.empty() ? "" : " ") + text);
    size += texts.back().size() + 2;
    is_short = is_short && text.find('\n') == std::string::npos;
  }
  if (is_short && size <= kGoLineBytes) return fmt::format("{}{{{}}}", head, fmt::join(texts, ", "));
  const std::string indent(depth + 1, '\t');
  std::string out = head + "{\n";
  std::vector<std::pair<std::string, std::string>> rows;
  const auto end_rows = [&] {
    out += go_columns(rows, indent, ",");
    rows.clear();
  };
  // gofmt aligns the values of lines that follow each other, if each value is on one line.
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].second.find('\n') != std::string::npos || parts[i].first.empty()) {
      end_rows();
      out += fmt::format("{}{},\n", indent, texts[i]);
    } else {
      rows.push_back(parts[i]);
    }
  }
  end_rows();
  return out + std::string(depth, '\t') + '}';
}

std::string structure(const Tree& tree, std::string_view type, const std::string& head, std::size_t depth) {
  std::vector<std::pair<std::string, std::string>> parts;
  for (const auto& [json, part] : tree.members) {
    const Member member = member_of(type, json);
    parts.emplace_back(name_of(member) + ':', value(part, member.type, Place::Member, depth + 1));
  }
  return braced(head, parts, depth);
}

// A part of a key is a literal or a field.
std::string key_part(const Tree& tree, std::size_t depth) {
  if (tree.kind == Tree::Kind::Text) return fmt::format("{{Literal: {}}}", go_literal(tree.text));
  return fmt::format("{{Field: {}}}", structure(tree, "KeyField", "&rt.KeyField", depth));
}

std::string value(const Tree& tree, std::string_view type, Place place, std::size_t depth) {
  if (type == "json") {
    std::string text = documents::to_json_line(tree);
    text.pop_back();
    return fmt::format("json.RawMessage({})",
                       text.find('`') == std::string::npos ? '`' + text + '`' : go_literal(text));
  }
  if (type == "position") return fmt::format("rt.At({})", tree.text);
  if (type == "KeyPart" && place == Place::Item) return key_part(tree, depth);
  if (tree.kind == Tree::Kind::List) {
    std::vector<std::pair<std::string, std::string>> parts;
    const std::string_view item = type == "[]int" && place == Place::Item ? "int" : type;
    for (const Tree& one : tree.items) parts.emplace_back("", value(one, item, Place::Item, depth + 1));
    return braced(place == Place::Item ? "" : list_type(type), parts, depth);
  }
  if (tree.kind != Tree::Kind::Map) return scalar(tree);
  const bool is_pointer = type.starts_with('*');
  if (is_pointer) type.remove_prefix(1);
  return structure(tree, type, place == Place::Item ? "" : fmt::format("{}rt.{}", is_pointer ? "&" : "", type), depth);
}

}  // namespace

std::string go_description(const Proof& proof) {
  return "var model = " + value(description_of(proof), "Model", Place::Member, 0) + '\n';
}

}  // namespace partita::modelling::go
