// The names of field kinds and of other enumerations in Partita's own format.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "modelling/core/model.h"

namespace partita::modelling {

// "string", "integer", ...; a document without a type is "document".
std::string_view to_text(model::FieldKind kind);
std::optional<model::FieldKind> field_kind_of(std::string_view name);
// "map", "list", "string_set", "number_set", "binary_set"; "document" for Any.
std::string_view to_text(DocumentType type);
std::optional<DocumentType> document_type_of(std::string_view name);
// All names that a field's kind can have, the types of documents included.
std::span<const std::string_view> field_kind_names();

// "read", "search", "scan", "batch_get", "transact_get", "put", "create", "update", "delete", "batch_write",
// "transact_write".
std::string_view to_text(PatternOperation operation);
std::optional<PatternOperation> operation_of(std::string_view name);
std::span<const std::string_view> operation_names();
// "put", "create", "update", "delete", "check", "get".
std::string_view to_text(Action::Kind kind);
std::optional<Action::Kind> action_kind_of(std::string_view name);
std::span<const std::string_view> action_kind_names();
// "global", "local", "vector".
std::string_view to_text(model::IndexScope scope);
std::optional<model::IndexScope> index_scope_of(std::string_view name);
std::span<const std::string_view> index_scope_names();

}  // namespace partita::modelling
