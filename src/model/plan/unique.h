// Sentinel items, which keep the values of a field unique, or the joint values of several fields.
//
// This layout is stored. A sentinel's partition key is `UNIQUE#<name>#<field>#<escaped value>`, or for several fields
// `UNIQUE#<name>#<field>+<field>#<escaped value>#<escaped value>`. If the table has a sort key, it is the same text.
// <name> is the entity's tag or the name that pt::sentinels_of gives. <field> is the attribute that stores the member,
// so that a member that is renamed and keeps its attribute also keeps its sentinels. `owner_<attribute>` holds each
// attribute of the owner's primary key. The type tag, if the table has one, is `UNIQUE`. A sentinel is written in the
// transaction that writes its owner.
#pragma once

#include <partita/error.h>
#include <partita/model/runtime/description.h>

#include <optional>
#include <string_view>

namespace partita::model {

// The primary key of the sentinel for the values, which are found under the fields' attributes. nullopt if a value is
// absent, because then the values need not be unique.
// Errors: ValidationException if the table's keys are not strings, or if a value cannot be in a key or makes the key
// too long. The message names the field.
Result<std::optional<AttributeMap>> unique_key(const TableInfo& table, const EntityInfo& entity,
                                               const UniqueInfo& unique, const AttributeMap& values);
// The sentinel's key for one field. Requires: `unique` has one field only.
Result<AttributeMap> unique_key(const TableInfo& table, const EntityInfo& entity, const UniqueInfo& unique,
                                const AttributeValue& value);

// A text for messages, such as "field email" or "fields tenantId, email".
std::string name_of(const EntityInfo& entity, const UniqueInfo& unique);

// The whole sentinel with this key. `owner` is the primary key of its owner.
AttributeMap unique_item(const TableInfo& table, AttributeMap sentinel_key, const AttributeMap& owner);

// The name of the sentinel's attribute that holds the owner's key attribute.
std::string owner_attribute(std::string_view key_attribute);

// The owner's primary key if the stored item is a sentinel, otherwise nullopt.
std::optional<AttributeMap> owner_of_sentinel(const TableInfo& table, const AttributeMap& item);

}  // namespace partita::model
