// The sentinel items that keep a field's values unique, or the values of several fields together.
//
// Layout, stored: the partition key is `UNIQUE#<name>#<field>#<escaped value>`, of several fields
// `UNIQUE#<name>#<field>+<field>#<escaped value>#<escaped value>`, the sort key, where the table has one, the same text;
// <name> is the entity's tag, or what pt::sentinels_of says; <field> is the attribute that stores the member, so that a
// member that gets another name and keeps its attribute keeps its sentinels. `owner_<attribute>` holds each attribute of the owner's primary
// key; the type tag, where the table has one, is `UNIQUE`. A sentinel is written in the transaction that writes its owner.
#pragma once

#include <partita/error.h>
#include <partita/model/description.h>

#include <optional>
#include <string_view>

namespace partita::model {

// The sentinel's primary key for the values, found under the fields' attributes. nullopt where one is absent: nothing is kept.
// Errors: ValidationException: keys of the table that are not strings, a value that cannot stand in a key, or that
// makes one that is too long; the text names the field.
Result<std::optional<AttributeMap>> unique_key(const TableInfo& table, const EntityInfo& entity,
                                               const UniqueInfo& unique, const AttributeMap& values);
// The same of one field. Requires: it is alone.
Result<AttributeMap> unique_key(const TableInfo& table, const EntityInfo& entity, const UniqueInfo& unique,
                                const AttributeValue& value);

// For messages: "field email", "fields tenantId, email".
std::string name_of(const EntityInfo& entity, const UniqueInfo& unique);

// The whole sentinel with that key, of the item with primary key `owner`.
AttributeMap unique_item(const TableInfo& table, AttributeMap sentinel_key, const AttributeMap& owner);

// The name of the attribute in which a sentinel holds the owner's key attribute.
std::string owner_attribute(std::string_view key_attribute);

// Whether a stored item is a sentinel, and then its owner's primary key.
std::optional<AttributeMap> owner_of_sentinel(const TableInfo& table, const AttributeMap& item);

}  // namespace partita::model
