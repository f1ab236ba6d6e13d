#include "templates/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "templates/pseudo_parameters.h"

namespace partita::templates {
namespace {

// These limits detect variables that refer to each other in a circle, and those that would expand to an endless text.
constexpr int kMaxVariableDepth = 60;
constexpr int kMaxSteps = 100'000;

bool is_bare_literal(std::string_view text) {
  if (text == "true" || text == "false") return true;
  return !text.empty() && text.find_first_not_of("0123456789.-") == std::string_view::npos;
}

// A member by name or an item by number, or nullptr if it does not exist.
const Node* child(const Node& node, std::string_view name) {
  if (!node.is_list()) return node.find(name);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error != std::errc() || end != name.data() + name.size() || index >= node.items.size()) return nullptr;
  return &node.items[index];
}

bool has_variable(std::string_view text) { return text.find("${") != std::string_view::npos; }

}  // namespace

class Variables::Step {
 public:
  explicit Step(Variables& variables) : variables_(variables) {
    ++variables_.depth_;
    ++variables_.steps_;
  }
  ~Step() { --variables_.depth_; }
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  Result<void> check(std::string_view text, const Place& at) const {
    if (variables_.depth_ <= kMaxVariableDepth && variables_.steps_ <= kMaxSteps) return {};
    return fault(at, fmt::format("`{}` refers to itself through other variables", text));
  }

 private:
  Variables& variables_;
};

Variables::Variables(const Node& root, std::string file, const TemplateOptions& options)
    : root_(root), file_(std::move(file)), options_(options) {}

Result<Node> Variables::resolve(const Node& node) {
  if (!node.is_scalar() || !has_variable(node.text)) return node;
  return resolve_text(node.text, node.place);
}

Result<Node> Variables::resolve_all(const Node& node) {
  const Step step(*this);
  PARTITA_TRY(step.check(node.text, node.place));
  PARTITA_TRY_VALUE(resolved, resolve(node));
  for (Node& item : resolved.items) {
    PARTITA_TRY_VALUE(value, resolve_all(item));
    item = std::move(value);
  }
  for (Member& member : resolved.members) {
    PARTITA_TRY_VALUE(value, resolve_all(member.value));
    member.value = std::move(value);
  }
  return std::move(resolved);
}

Result<Node> Variables::resolve_text(const std::string& text, const Place& at) {
  const auto pieces = split_variables(text);
  if (!pieces) return fault(at, fmt::format("`{}` has a ${{ without a closing }}", text));
  if (pieces->size() == 1 && pieces->front().kind == Piece::Kind::Variable)
    return resolve_variable(pieces->front().text, at);
  std::string whole;
  for (const Piece& piece : *pieces) {
    if (piece.kind == Piece::Kind::Plain) {
      whole += piece.text;
      continue;
    }
    PARTITA_TRY_VALUE(value, resolve_variable(piece.text, at));
    if (!value.is_scalar())
      return fault(at, fmt::format("`${{{}}}` is {} and cannot be a part of a string", piece.text, kind_text(value)));
    whole += value.text;
  }
  return scalar(std::move(whole), at);
}

Result<std::string> Variables::resolve_to_string(std::string_view text, const Place& at) {
  PARTITA_TRY_VALUE(node, resolve_text(std::string(text), at));
  if (!node.is_scalar())
    return fault(at, fmt::format("`{}` is {} and cannot be a part of a string", text, kind_text(node)));
  return std::move(node.text);
}

Result<Node> Variables::resolve_variable(std::string_view variable, const Place& at) {
  const Step step(*this);
  PARTITA_TRY(step.check(fmt::format("${{{}}}", variable), at));
  std::string reason;
  std::optional<Node> null;
  for (std::string_view part : split_fallbacks(variable)) {
    PARTITA_TRY_VALUE(found, find(part, at));
    if (found.node && !found.node->is_null()) return std::move(*found.node);
    if (found.node) null = std::move(found.node);
    if (reason.empty()) reason = std::move(found.reason);
  }
  if (null) return std::move(*null);
  return fault(at, fmt::format("`${{{}}}` {}", variable, reason));
}

Result<Variables::Found> Variables::find(std::string_view part, const Place& at) {
  if (const auto literal = unquoted(part)) {
    PARTITA_TRY_VALUE(text, resolve_to_string(*literal, at));
    return Found{scalar(std::move(text), at)};
  }
  if (is_bare_literal(part)) return Found{scalar(std::string(part), at)};
  if (part == "null" || part.empty()) return Found{null_node(at)};
  const auto pieces = split_variables(part);
  if (pieces && pieces->size() == 1 && pieces->front().kind == Piece::Kind::Variable) {
    auto nested = resolve_variable(pieces->front().text, at);
    if (nested) return Found{std::move(*nested)};
    return unexpected(std::move(nested.error()));
  }
  PARTITA_TRY_VALUE(text, resolve_to_string(part, at));
  if (const auto source = parse_source(text)) return find_in(*source, at);
  return fault(at, fmt::format("`{0}` is not a source of variables; if it is a string, quote it: '{0}'", text));
}

Result<std::optional<Node>> Variables::own(std::string_view path) { return walk(root_, path); }

Result<std::string> Variables::stage() {
  if (options_.stage) return *options_.stage;
  PARTITA_TRY_VALUE(stage, walk(root_, "provider.stage"));
  return stage && stage->is_scalar() ? stage->text : "dev";
}

Result<std::string> Variables::region() {
  if (auto given = given_region(options_)) return *given;
  PARTITA_TRY_VALUE(region, walk(root_, "provider.region"));
  return region && region->is_scalar() ? region->text : region_of(options_);
}

Result<std::optional<Node>> Variables::walk(const Node& from, std::string_view path) {
  const Node* at = &from;
  Node held;  // the value of a variable on the way
  const auto replace_variable = [&]() -> Result<void> {
    if (!at->is_scalar() || !has_variable(at->text)) return {};
    PARTITA_TRY_VALUE(resolved, resolve(*at));
    held = std::move(resolved);
    at = &held;
    return {};
  };
  PARTITA_TRY(replace_variable());
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    at = child(*at, name);
    if (!at) return std::nullopt;
    PARTITA_TRY(replace_variable());
  }
  return std::optional<Node>(*at);
}

}  // namespace partita::templates
