// Calls of the model layer and their answers as trees, in the form of calls.ts of the TypeScript run time: enumerators
// by their names, positions of entities in their table, and attribute values as on the wire.
#pragma once

#include <partita/model/runtime/item_reads.h>
#include <partita/model/runtime/item_writes.h>
#include <partita/model/runtime/pattern_reads.h>
#include <partita/model/runtime/vector_search.h>

#include "documents/tree.h"

namespace partita::vectors {

using documents::Tree;

Tree tree_of_values(const AttributeMap& values);  // a list of [name, value], in the map's order
Tree tree_of_read(const model::ReadRequest& request);
Tree tree_of_load(const model::LoadRequest& request);
Tree tree_of_search(const model::SearchRead& request);
Tree tree_of_write(const model::WriteRequest& request);
Tree tree_of_gets(const std::vector<model::GetRequest>& requests);

Tree tree_of_rows(const model::TableInfo& table, const std::vector<model::Row>& rows);
Tree tree_of_answer(const model::TableInfo& table, const model::WriteAnswer& answer);
Tree tree_of_error(const Error& error);

}  // namespace partita::vectors
