// What is known of an item's fields before and after a write.
//
// A field is known by the primary key, by what the caller says it holds (`given`), by an item that was read, or by a
// change that sets it. Whoever asks for a field that only the read item tells makes the write depend on it; those
// fields are kept in `consulted`, and the write becomes conditional on them.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <set>
#include <vector>

namespace partita::model {

// An item as it was read: its attributes with the fields that only its keys hold; none where there is no such item.
struct StoredItem {
  std::optional<AttributeMap> attributes = {};
};

// How `given` and a Set say that a field is absent: by a value without a type.
bool means_absent(const AttributeValue& value);

// The fields that are part of the primary key.
std::set<int> primary_fields(const EntityInfo& entity);

// Those of them whose values the key tells whole.
std::set<int> identifying_fields(const EntityInfo& entity);

class FieldStates {
 public:
  struct State {
    bool known = false;
    std::optional<AttributeValue> value = {};  // none: absent, and without a default
    bool is_default = false;                   // the attribute is absent, or may be, and stands for `value`
  };

  // All outlive the states. `stored` is nullptr where nothing was read.
  FieldStates(const WriteRequest& request, const StoredItem* stored);

  // Applies the changes of the request, in order. Errors: ValidationException: a sum that is no number.
  Result<void> apply_changes();
  // A field whose new value follows from something else than a change.
  void set_after(int field, State state);
  // A field that the write holds without changing it.
  void keep(int field, const AttributeValue& value);

  const State& before(int field);
  const State& after(int field);
  bool changed(int field) const { return fields_[index(field)].changed; }
  // The known values after the write, by attribute.
  AttributeMap values_after();

  const std::set<int>& consulted() const { return consulted_; }

 private:
  struct Field {
    State before;
    State after;
    bool from_read = false;        // `before` is what was read
    bool after_from_read = false;  // `after` follows from what was read
    bool changed = false;
  };
  static std::size_t index(int field) { return static_cast<std::size_t>(field); }
  Result<void> apply(const Change& change);

  const WriteRequest& request_;
  std::vector<Field> fields_;
  std::set<int> consulted_;
};

}  // namespace partita::model
