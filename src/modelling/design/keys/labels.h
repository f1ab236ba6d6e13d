// The literals in front of fields in composed keys. A field has the same literal in every entity that means the same by
// it, so that the items of several entities meet in one item collection.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// The literal of an entity, such as "ORDER_ITEM": its name in upper case, with '_' between words. No two entities have
// the same one.
std::string label_of_entity(const Questions& questions, const Entity& entity);
// The literal of a field: that of the entity whose identity it is or ends, or which it references; otherwise the
// field's name in upper case.
std::string label_of_field(const Questions& questions, const Entity& entity, std::string_view field);
// The field as a part of a composed key, such as "{customerId}" or "{version:019d}", which sorts as the values do.
std::string part_of_field(const Field& field);
// Whether the field's values can be in a composed key, and sort there as the values do.
bool fits_into_text(const Field& field);
// Whether the field can be a key attribute of its own.
bool fits_into_key(const Field& field);
// The kinds that a field may have in place of a kind that no key holds: "a string or a number".
std::string_view kinds_in_place_of(model::FieldKind kind);
// Whether `other`, of another entity, is stored in the attribute of `field` and has a type that a key of the field
// cannot have. An attribute of a key has one type in all items of the table.
bool clash(const Field& field, const Field& other);
// Whether another entity of the group has a field that clashes with one of these.
bool clash(const Questions& questions, const SubjectPositions& group, const Entity& entity,
           const std::vector<std::string>& fields);
// Whether each of the fields is one of the entity that fits, and that all its items have.
enum class Presence : bool { Always, Any };
bool all_fit(const Entity& entity, const std::vector<std::string>& fields, bool (*fits)(const Field&),
             Presence presence = Presence::Always);

}  // namespace partita::modelling::design
