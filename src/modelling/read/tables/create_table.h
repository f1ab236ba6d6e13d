// Bodies of CreateTable as tables of the model.
#pragma once

#include <string_view>

#include "modelling/core/model.h"
#include "modelling/read/tree.h"

namespace partita::modelling {

inline constexpr std::string_view kNoEntitiesOfTables =
    "a description of tables says nothing about entities and access patterns";

bool is_create_table(const Node& node);

// Errors: "FILE:LINE: ..." if the body has a property that CreateTable lacks, or a value of the wrong kind; two tables
// of one name.
Result<void> add_create_table(const Node& body, Model& model);

}  // namespace partita::modelling
