// Indexes of designs that extend a model: which new ones fit a table that exists, and which existing ones new items may
// enter.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modelling/design/keys/shapes.h"

namespace partita::modelling::design {

// Whether the key of a new index fits the group's existing table, if it has one. It makes the key a composed text if
// the fields' own attributes cannot be the key, because the partition key is a constant, a field is not stored, or
// another entity stores a value of another type in the attribute.
bool fits_existing(const Questions& questions, const SubjectPositions& group, IndexChoice& index);

// For each new index of one new entity: the same key in the existing indexes that can be entered.
void add_existing_indexes(const Questions& questions, const Tables& tables, std::vector<IndexChoice>& choices);

// The constant of an existing entity's items in an existing index, if only some are in it.
std::optional<When> held_by_existing(const Questions& questions, const std::string& entity, const std::string& index);
// The field whose period is in the partition key of these items, or an empty text.
std::string bucket_of_existing(const Questions& questions, const std::string& entity, const std::string& index);

// Whether a key, an index or a field of the table has the attribute.
bool is_attribute(const Questions& questions, const Table& table, const std::string& name);

// "CUST#{}" of "CUST#{customerId}".
std::string texts_around_fields(const std::string& text);

// New indexes that each existing table may still get, by its name.
int indexes_left(const Table& table);

// Whether stored items must be rewritten before they are in the index: its key has composed texts.
bool needs_rewrite(const Questions& questions, const IndexChoice& index);

}  // namespace partita::modelling::design
