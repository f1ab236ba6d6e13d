#include "base/try.h"
#include "expr/bind/bind_condition.h"
#include "expr/bind/bind_update.h"
#include "expr/bind/key_condition_of_node.h"
#include "expr/bind/placeholders.h"
#include "expr/bind/projection_tree.h"
#include "expr/bind/search_condition_of_node.h"
#include "expr/parse.h"
#include "expr/syntax/cached_trees.h"
#include "expr/syntax/parser.h"
#include "expr/syntax/tree_bytes.h"
#include "value/limits.h"

namespace partita::expr {

AstCache<ConditionAst>& condition_cache() {
  static AstCache<ConditionAst> cache(parse_condition, tree_bytes);
  return cache;
}

AstCache<UpdateAst>& update_cache() {
  static AstCache<UpdateAst> cache(parse_update, tree_bytes);
  return cache;
}

AstCache<ProjectionAst>& projection_cache() {
  static AstCache<ProjectionAst> cache(parse_projection, tree_bytes);
  return cache;
}

namespace {

constexpr std::string_view kConditionKind = "ConditionExpression";
constexpr std::string_view kFilterKind = "FilterExpression";

Parsed<ProjectionTree> bind_projection(const ProjectionAst& ast, Placeholders& placeholders) {
  std::string undefined;
  std::vector<value::Path> paths;
  paths.reserve(ast.size());
  for (const PathAst& path : ast) paths.push_back(placeholders.resolve(path, undefined));
  if (!undefined.empty()) return unexpected(std::move(undefined));
  return PathTree::make(paths).transform([](PathTree tree) { return ProjectionTree{std::move(tree)}; });
}

Parsed<void> check_size(std::string_view kind, std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return unexpected(std::string("The expression can not be empty;"));
  if (text.size() <= limits::kExpressionBytes) return {};
  std::string message = "Expression size has exceeded the maximum allowed size;";
  // The service tells the size only of conditions.
  if (kind == kConditionKind || kind == kFilterKind) message += " expression size: " + std::to_string(text.size());
  return unexpected(std::move(message));
}

// Parses and binds `text`. `kind` is the name of the parameter in errors.
template <class Ast, class Bound>
Result<std::shared_ptr<const Bound>> compile(std::string_view kind, std::string_view text, AstCache<Ast>& cache,
                                             Parsed<Bound> (*bind)(const Ast&, Placeholders&),
                                             Placeholders& placeholders) {
  const auto refuse = [&](const std::string& message) {
    return invalid(std::string("Invalid ").append(kind).append(": ").append(message));
  };
  if (Parsed<void> checked = check_size(kind, text); !checked) return refuse(checked.error());
  Parsed<std::shared_ptr<const Ast>> ast = cache.get(text);
  if (!ast) return refuse(ast.error());
  Parsed<Bound> bound = bind(**ast, placeholders);
  if (!bound) return refuse(bound.error());
  return std::make_shared<const Bound>(std::move(*bound));
}

}  // namespace

struct Expressions::State {
  Placeholders placeholders;
};

Expressions::Expressions(std::unique_ptr<State> state) : state_(std::move(state)) {}
Expressions::Expressions(Expressions&&) noexcept = default;
Expressions& Expressions::operator=(Expressions&&) noexcept = default;
Expressions::~Expressions() = default;

Result<Expressions> Expressions::make(const OptionalNames& names, const OptionalItem& values) {
  auto state = std::make_unique<State>(State{Placeholders(names, values)});
  PARTITA_TRY(state->placeholders.check_form());
  return Expressions(std::move(state));
}

Result<Condition> Expressions::condition(std::string_view text) {
  return compile(kConditionKind, text, condition_cache(), bind_condition, state_->placeholders)
      .transform([](auto node) { return Condition(std::move(node)); });
}

Result<Condition> Expressions::filter(std::string_view text) {
  return compile(kFilterKind, text, condition_cache(), bind_condition, state_->placeholders).transform([](auto node) {
    return Condition(std::move(node));
  });
}

Result<void> Expressions::check_key_condition(std::string_view text) {
  return compile("KeyConditionExpression", text, condition_cache(), bind_condition, state_->placeholders)
      .transform([](const auto&) {});
}

Result<KeyCondition> Expressions::key_condition(std::string_view text) {
  return compile("KeyConditionExpression", text, condition_cache(), bind_condition, state_->placeholders)
      .and_then([](const auto& node) { return key_condition_of(*node); });
}

Result<KeyCondition> Expressions::search_condition(std::string_view text) {
  return compile("SearchConditionExpression", text, condition_cache(), bind_condition, state_->placeholders)
      .and_then([](const auto& node) { return search_condition_of(*node); });
}

Result<Update> Expressions::update(std::string_view text) {
  return compile("UpdateExpression", text, update_cache(), bind_update, state_->placeholders)
      .transform([](auto program) { return Update(std::move(program)); });
}

Result<Projection> Expressions::projection(std::string_view text) {
  return compile("ProjectionExpression", text, projection_cache(), bind_projection, state_->placeholders)
      .transform([](auto tree) { return Projection(std::move(tree)); });
}

Result<void> Expressions::check_all_used() const { return state_->placeholders.check_all_used(); }

}  // namespace partita::expr
