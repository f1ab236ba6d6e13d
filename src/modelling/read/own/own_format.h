// The parts of the reader of Partita's own format (docs/modelling/format.md). The same members, in the same words, are
// written by modelling/write/own_format.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modelling/read/reader.h"
#include "modelling/read/tree.h"

namespace partita::modelling::own {

// ---- values (own_values.cc)

// A number, also with an exponent or with the suffix k, M or G (thousands, millions, milliards).
// Errors: anything else, or a number less than zero.
Result<double> as_amount(const Node& node, std::string_view name);
Result<std::optional<double>> amount_or_none(const Node& map, std::string_view name);
// The number of different values of a field. Errors: as amount_or_none, or less than one.
Result<std::optional<double>> distinct_or_none(const Node& map);
// A text or a list of texts; empty if the member is absent or null.
Result<std::vector<std::string>> names_or_none(const Node& map, std::string_view name);
Result<Distribution> read_distribution(const Node& node);
Result<std::optional<When>> read_when(const Node& map);
// An item as field values, {customer: ada, cents: 1250}, by the kinds of the entity's fields (own_samples.cc).
Result<Item> read_sample(const Node& node, const Entity& entity);
// A whole item of the table, in DynamoDB's form, {PK: {S: ...}} (own_samples.cc).
Result<Item> read_whole_sample(const Node& node);

// ---- parts of a model

Result<Field> read_field(const std::string& name, const Node& node);  // own_fields.cc
Result<std::vector<Field>> read_fields(const Node& node);             // own_fields.cc
Result<Entity> read_entity(const Node& node, Table& table);           // own_entities.cc
// All of an entity but its keys. `node` has been checked for unknown members. Errors: all faults of the fields, or, if
// they are right, those of the other members; then `out` has all that has no fault.
Result<void> read_entity_facts(const Node& node, Entity& out);  // own_entities.cc
Result<Index> read_index(const Node& node);                     // own_tables.cc
Result<Table> read_table(const Node& node);                     // own_tables.cc
Result<Pattern> read_pattern(const Node& node);                 // own_patterns.cc
Result<Season> read_season(const Node& node);                   // own_seasons.cc
// Errors: a fault at `place` if the season names a pattern that is not one of these.
Result<void> check_patterns_of(const Season& season, const Place& place, const std::vector<Pattern>& patterns);

}  // namespace partita::modelling::own
