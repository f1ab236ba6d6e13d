#include "documents/tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_lines.h"

namespace partita::documents {
namespace {

Tree tree_of_kind(Tree::Kind kind) {
  Tree tree;
  tree.kind = kind;
  return tree;
}

// Numbers, flags and null.
std::string_view bare_text(const Tree& tree) {
  if (tree.kind == Tree::Kind::Null) return "null";
  if (tree.kind == Tree::Kind::Flag) return tree.flag ? "true" : "false";
  return tree.text;
}

void write_lines(base::JsonLines& json, std::string_view name, const Tree& tree) {
  switch (tree.kind) {
    case Tree::Kind::Text:
      return json.text(name, tree.text);
    case Tree::Kind::List:
      return json.list(name, tree.items, [&](const Tree& item) { write_lines(json, {}, item); });
    case Tree::Kind::Map:
      return json.object(name, [&] {
        for (const auto& [member, value] : tree.members) write_lines(json, member, value);
      });
    default:
      return json.raw(name, bare_text(tree));
  }
}

void write_compact(std::string& out, const Tree& tree) {
  const auto separate = [&, first = true]() mutable {
    if (!first) out += ", ";
    first = false;
  };
  if (tree.kind == Tree::Kind::List) {
    out += '[';
    for (auto next = separate; const Tree& item : tree.items) next(), write_compact(out, item);
    out += ']';
  } else if (tree.kind == Tree::Kind::Map) {
    out += '{';
    for (auto next = separate; const auto& [name, value] : tree.members) {
      next();
      out += base::json_text(name) + ": ";
      write_compact(out, value);
    }
    out += '}';
  } else if (tree.kind == Tree::Kind::Text) {
    out += base::json_text(tree.text);
  } else {
    out += bare_text(tree);
  }
}

}  // namespace

Tree& Tree::add(std::string name, Tree value) { return members.emplace_back(std::move(name), std::move(value)).second; }
Tree& Tree::push(Tree value) { return items.emplace_back(std::move(value)); }

const Tree* Tree::find(std::string_view name) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const auto& one) { return one.first == name; });
  return found == members.end() ? nullptr : &found->second;
}
Tree* Tree::find(std::string_view name) { return const_cast<Tree*>(std::as_const(*this).find(name)); }

Tree tree_map() { return tree_of_kind(Tree::Kind::Map); }
Tree tree_list() { return tree_of_kind(Tree::Kind::List); }

Tree tree_text(std::string_view text) {
  Tree tree = tree_of_kind(Tree::Kind::Text);
  tree.text = text;
  return tree;
}

Tree tree_texts(const std::vector<std::string>& texts) {
  Tree tree = tree_list();
  for (const std::string& text : texts) tree.push(tree_text(text));
  return tree;
}

Tree tree_flag(bool value) {
  Tree tree = tree_of_kind(Tree::Kind::Flag);
  tree.flag = value;
  return tree;
}

Tree tree_bare(std::string_view text) {
  Tree tree = tree_of_kind(Tree::Kind::Bare);
  tree.text = text;
  return tree;
}

Tree tree_number(std::int64_t value) { return tree_bare(std::to_string(value)); }
Tree tree_number(double value) { return tree_bare(fmt::format("{}", value)); }

const std::string* text_with(const Tree& tree, std::string_view part) {
  if (tree.text.find(part) != std::string::npos) return &tree.text;
  for (const Tree& item : tree.items)
    if (const std::string* found = text_with(item, part)) return found;
  for (const auto& [name, value] : tree.members)
    if (const std::string* found = text_with(value, part)) return found;
  return nullptr;
}

std::string to_json(const Tree& tree) {
  base::JsonLines json;
  write_lines(json, {}, tree);
  return json.take();
}

std::string to_json_line(const Tree& tree) {
  std::string out;
  write_compact(out, tree);
  return out + '\n';
}

}  // namespace partita::documents
