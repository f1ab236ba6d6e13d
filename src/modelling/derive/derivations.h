// How the items of a later model follow from those of an earlier one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/derive/expression.h"

namespace partita::modelling::derive {

// The value of a field.
struct FieldOrigin {
  model::FieldPosition to = model::kNone;
  std::optional<Expression> expression = {};
  model::FieldPosition from = model::kNone;  // without an expression: the field with the value, or kNone
  std::string number = {};                   // without both: a number, or absent if it is empty
  bool is_shard = false;                     // the library gives it a value
};

// The items of one entity from those of another one.
struct EntityOrigin {
  const ProvenTable* from_table = nullptr;
  const model::EntityInfo* from = nullptr;
  const ProvenTable* to_table = nullptr;
  const model::EntityInfo* to = nullptr;
  std::optional<std::pair<model::FieldPosition, std::string>> when = {};  // only of items with this text in a field
  std::vector<FieldOrigin> fields = {};                                   // of `to`
};

enum class Direction : std::uint8_t {
  Forward,  // a `from` in the earlier model is of the time before it
  Back,     // the "earlier" model is the successor, so that a `from` in it names the fields of the other one
};

// It keeps both proofs.
class Derivations {
 public:
  // A field without an origin of its own gets the value of the field of the same name, and an entity likewise. If `was`
  // has the field already, with the same `from`, the field was derived at an earlier migration, and keeps its value.
  // Back, a field also follows from the one that says that it comes from it. Entities of `was` in `left_out` may be
  // without a successor. Errors: ValidationException with all faults: an entity without a successor, or that the
  // earlier model lacks; a required field without an origin; an expression that is wrong.
  static Result<Derivations> make(std::shared_ptr<const Proof> was, std::shared_ptr<const Proof> now,
                                  const std::vector<std::string>& left_out, Direction direction = Direction::Forward);

  const std::vector<EntityOrigin>& all() const { return all_; }
  std::vector<const EntityOrigin*> of(const model::EntityInfo& was) const;
  // "ENTITY.FIELD" of the later model's fields whose values would be lost if this were the way back of a migration:
  // they get no value from the earlier one, or one that another kind may have changed.
  std::vector<std::string> lost_on_a_way_back() const;
  // "ENTITY.FIELD" of the earlier model's fields that no later one takes.
  std::vector<std::string> unused_fields() const;
  // Whether each entity that has items here or there follows from one other entity, whatever its values are, and no
  // entity is left out.
  bool is_one_to_one() const;
  bool is_left_out(const model::EntityInfo& was) const;

 private:
  std::shared_ptr<const Proof> was_;
  std::shared_ptr<const Proof> now_;
  std::vector<EntityOrigin> all_;
  std::vector<std::string> left_out_;
};

// Whether items of the later model follow from those of the earlier one in another way than by equal names in the same
// table: a `from`, or an entity of the earlier model in a table that it does not have.
bool has_origins(const Model& was, const Model& now);

// The value of one field of the later item, as in derive(). nullopt if it is absent, which a required field must not
// be. Errors: as derive().
Result<std::optional<AttributeValue>> derive_field(const EntityOrigin& origin, const FieldOrigin& field,
                                                   const AttributeMap& values);

// The field values of the later item, under the names of attributes, of those of the earlier one, which include the
// fields that only keys hold. A field without an origin gets the attribute of its name, if no earlier field or key has
// it. A value becomes one of the later field's kind if that is certain: a number and its text, a date and its midnight,
// a time and its seconds. nullopt if `when` is not met. Errors: ValidationException that names the field, if a required
// one is absent, or if a value does not fit its kind.
Result<std::optional<AttributeMap>> derive(const EntityOrigin& origin, const AttributeMap& values);

}  // namespace partita::modelling::derive
