// The values of an item's fields before and after a write, as far as they are known.
//
// A field is known from the primary key, from the caller (`given`), from an item that was read, or from a change that
// sets it. A use of a field that is known only from the item that was read makes the write depend on that item. Those
// fields are collected in `consulted`, and the write becomes conditional on them.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <optional>
#include <set>
#include <vector>

namespace partita::model {

// An item as it was read, with the fields that only its keys hold. nullopt if the item does not exist.
struct StoredItem {
  std::optional<AttributeMap> attributes = {};
};

// True if the value has no type. In `given` and in a Set such a value tells that the field is absent.
bool means_absent(const AttributeValue& value);

// The fields that are part of the primary key.
std::set<FieldPosition> primary_fields(const EntityInfo& entity);

// Those fields of the primary key whose values can be read back from the key.
std::set<FieldPosition> identifying_fields(const EntityInfo& entity);

class FieldStates {
 public:
  struct State {
    bool known = false;
    std::optional<AttributeValue> value = {};  // nullopt: absent, and without a default
    bool is_default = false;                   // the attribute is, or may be, absent and means `value`
  };

  // All arguments must outlive the states. `stored` is nullptr if no item was read.
  FieldStates(const WriteRequest& request, const StoredItem* stored);

  // Applies the request's changes in their order. Errors: ValidationException for a sum that is not a valid number.
  Result<void> apply_changes();
  // Sets the new value of a field that does not come from one of the request's changes.
  void set_after(FieldPosition field, State state);
  // Notes the value of a field that the write holds without changing it.
  void keep(FieldPosition field, const AttributeValue& value);

  // The field's state before or after the write. If it comes from the item that was read, the field is added to
  // consulted().
  const State& before(FieldPosition field);
  const State& after(FieldPosition field);
  // True if the write changes the field.
  bool changed(FieldPosition field) const { return fields_[field.number()].changed; }
  // The known values after the write, by attribute.
  AttributeMap values_after();

  // The fields that were used and are known only from the item that was read.
  const std::set<FieldPosition>& consulted() const { return consulted_; }

 private:
  struct Field {
    State before;
    State after;
    bool from_read = false;        // `before` comes from the item that was read
    bool after_from_read = false;  // `after` comes from the item that was read
    bool changed = false;
  };
  Result<void> apply(const Change& change);

  const WriteRequest& request_;
  std::vector<Field> fields_;
  std::set<FieldPosition> consulted_;
};

}  // namespace partita::model
