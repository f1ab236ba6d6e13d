// StoredValue: what a codec decodes, a value where it stands.
//
// It stands in an item as the database answered it (Item::bytes), where it is read in place, or in an AttributeValue. A
// codec sees no difference, so that a struct is filled from an item's bytes with the same checks as from an AttributeMap.
#pragma once

#include <partita/attribute_value.h>
#include <partita/export.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

// A view: what it was made of must outlive it. Made of nothing it is without a type, as an absent attribute is.
class PARTITA_API StoredValue {
 public:
  StoredValue() = default;
  explicit StoredValue(const AttributeValue& value);

  AttributeType type() const { return type_; }
  bool is(AttributeType type) const { return type_ == type; }

  // Each requires the types that it names.
  std::string_view text() const { return content_; }     // S, B
  bool boolean() const { return boolean_; }              // BOOL
  std::string number() const;                            // N, as text; canonical where it stands in an item
  std::optional<std::int64_t> signed_number() const;     // N; nullopt: not whole, or more than 64 bits
  std::optional<std::uint64_t> unsigned_number() const;  // N; the same
  // A copy.
  AttributeValue to_value() const;

 private:
  friend class StoredReader;
  friend class StoredElements;

  AttributeType type_ = AttributeType::None;
  bool boolean_ = false;
  bool encoded_ = false;
  std::string_view content_;               // S, B, N; of an encoded list, map or set: its elements
  const AttributeValue* value_ = nullptr;  // a list, map or set that is not encoded
};

// The elements of a list, map or set, front to back:
//   for (StoredElements elements(list); elements.next();) use(elements.value());
class PARTITA_API StoredElements {
 public:
  // Requires: L, M, SS, NS or BS.
  explicit StoredElements(const StoredValue& container);

  // How many next() will still go to.
  std::size_t left() const { return left_; }
  // Goes to the first element, then to the next one. False: there is none.
  bool next();
  // The element; one of a set is S, N or B. Valid until next(), but what it views stays.
  const StoredValue& value() const { return value_; }
  // In a map, what it is called.
  std::string_view name() const { return name_; }

 private:
  AttributeType container_;
  bool encoded_;
  std::size_t left_ = 0;
  std::string_view rest_;       // encoded: what is behind the element
  const void* after_ = nullptr;  // else: the element behind it, an AttributeValue, an Attribute or a std::string
  StoredValue value_;
  std::string_view name_;
};

}  // namespace partita::model
