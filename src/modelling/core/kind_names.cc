#include "modelling/core/kind_names.h"

#include <algorithm>
#include <array>

namespace partita::modelling {
namespace {

// The kinds in the order of model::FieldKind, then the types of documents in the order of DocumentType after Any.
constexpr std::array<std::string_view, 19> kFieldKinds = {
    "string", "bytes", "integer", "unsigned", "double", "decimal", "bool",       "enum",       "time",      "date",
    "uuid",   "ulid",  "seconds", "document", "map",    "list",    "string_set", "number_set", "binary_set"};
constexpr std::size_t kDocument = static_cast<std::size_t>(model::FieldKind::Document);
constexpr std::array<std::string_view, 11> kOperations = {"read",         "search",      "scan",          "batch_get",
                                                          "transact_get", "put",         "create",        "update",
                                                          "delete",       "batch_write", "transact_write"};
constexpr std::array<std::string_view, 6> kActionKinds = {"put", "create", "update", "delete", "check", "get"};
constexpr std::array<std::string_view, 3> kIndexScopes = {"global", "local", "vector"};

template <class T, std::size_t N>
std::optional<T> find_name(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<T>(found - names.begin());
}

template <std::size_t N>
std::string_view name_in(const std::array<std::string_view, N>& names, auto kind) {
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string_view to_text(model::FieldKind kind) { return name_in(kFieldKinds, kind); }
std::optional<model::FieldKind> field_kind_of(std::string_view name) {
  const auto found = find_name<std::size_t>(kFieldKinds, name);
  if (!found || *found > kDocument) return std::nullopt;
  return static_cast<model::FieldKind>(*found);
}
std::string_view to_text(DocumentType type) { return kFieldKinds[kDocument + static_cast<std::size_t>(type)]; }
std::optional<DocumentType> document_type_of(std::string_view name) {
  const auto found = find_name<std::size_t>(kFieldKinds, name);
  if (!found || *found < kDocument) return std::nullopt;
  return static_cast<DocumentType>(*found - kDocument);
}
std::span<const std::string_view> field_kind_names() { return kFieldKinds; }

std::string_view to_text(PatternOperation operation) { return name_in(kOperations, operation); }
std::optional<PatternOperation> operation_of(std::string_view name) {
  return find_name<PatternOperation>(kOperations, name);
}
std::span<const std::string_view> operation_names() { return kOperations; }

std::string_view to_text(Action::Kind kind) { return name_in(kActionKinds, kind); }
std::optional<Action::Kind> action_kind_of(std::string_view name) {
  return find_name<Action::Kind>(kActionKinds, name);
}
std::span<const std::string_view> action_kind_names() { return kActionKinds; }

std::string_view to_text(model::IndexScope scope) { return name_in(kIndexScopes, scope); }
std::optional<model::IndexScope> index_scope_of(std::string_view name) {
  return find_name<model::IndexScope>(kIndexScopes, name);
}
std::span<const std::string_view> index_scope_names() { return kIndexScopes; }

}  // namespace partita::modelling
