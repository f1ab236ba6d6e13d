// Small questions about names and keys that several rules ask.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::modelling::lint {

// The words of a name in lower case: those of "orderCreated_at" are order, created and at.
std::vector<std::string> words_of(std::string_view name);
// True if the words of the name say that it is a time: createdAt, updated_at, orderDate, timestamp, due_time.
bool names_a_time(std::string_view field);
// True if a word of the text says that recent items are meant: newest, latest, since, recently.
bool speaks_of_time(std::string_view text);
// True if the last word of the name is that of an identity or a number in a series: id, ulid, version, seq.
bool names_an_identity(std::string_view field);
// True if the last word of the name is that of a class of items, which has few values: status, type, country.
bool names_a_class(std::string_view field);
// True if the last word of the name is that of an amount, which several items can share: score, rank, price.
bool names_an_amount(std::string_view field);
// True if a value of the field is a moment that grows with the clock.
bool is_time(const model::FieldInfo& field);
// True if the words of the field's name are those of the entity's identity: id, orderId or order_id of ORDER.
bool names_the_identity(std::string_view field, std::string_view entity);
// The fields of the key's partition key or sort key, in the order of the templates, each once.
std::vector<model::FieldPosition> fields_of(std::span<const model::KeyAttribute> attributes);
// The templates of the attributes, joined by ", ".
std::string templates_of(std::span<const model::KeyAttribute> attributes);
// The index's name, or "the table".
std::string place_name(const model::TableInfo& table, model::IndexPosition index);
// The declared index, or nullptr for the table.
const Index* declared_index(const ProvenTable& table, model::IndexPosition index);

}  // namespace partita::modelling::lint
