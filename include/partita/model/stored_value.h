// StoredValue is the value that a codec decodes, without a copy of it.
//
// The value is in an item as the database answered it (Item::bytes), and is read in place, or it is in an
// AttributeValue. A codec sees no difference. So an item's bytes and an AttributeMap fill a struct with the same
// checks.
#pragma once

#include <partita/attribute_value.h>
#include <partita/export.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

// A view. The value that it was made of must outlive it. A default-made one has no type, like an absent attribute.
class PARTITA_API StoredValue {
 public:
  StoredValue() = default;
  explicit StoredValue(const AttributeValue& value);

  AttributeType type() const { return type_; }
  bool is(AttributeType type) const { return type_ == type; }

  // Each accessor requires that the value has a type in its comment.
  std::string_view text() const { return content_; }     // S, B
  bool boolean() const { return boolean_; }              // BOOL
  std::string number() const;                            // N, as text; canonical if it is in an item
  std::optional<std::int64_t> signed_number() const;     // N; nullopt: not whole, or more than 64 bits
  std::optional<std::uint64_t> unsigned_number() const;  // N; nullopt: as above
  // Returns a copy of the value.
  AttributeValue to_value() const;

 private:
  friend class StoredReader;
  friend class StoredElements;

  AttributeType type_ = AttributeType::None;
  bool boolean_ = false;
  bool encoded_ = false;
  std::string_view content_;               // S, B, N; for an encoded list, map or set, its elements
  const AttributeValue* value_ = nullptr;  // a list, map or set that is not encoded
};

// Visits the elements of a list, map or set in their order:
//   for (StoredElements elements(list); elements.next();) use(elements.value());
class PARTITA_API StoredElements {
 public:
  // Requires: the container is an L, M, SS, NS or BS.
  explicit StoredElements(const StoredValue& container);

  // Returns the number of elements that next() has not reached.
  std::size_t left() const { return left_; }
  // Goes to the first element, then to the next one. Returns false at the end.
  bool next();
  // Returns the element. An element of a set is S, N or B. The reference is valid until next(), but the bytes that it
  // views are valid as long as the container.
  const StoredValue& value() const { return value_; }
  // Returns the element's name, if the container is a map.
  std::string_view name() const { return name_; }

 private:
  AttributeType container_;
  bool encoded_;
  std::size_t left_ = 0;
  std::string_view rest_;        // encoded: the bytes behind the element
  const void* after_ = nullptr;  // otherwise: the element behind it, an AttributeValue, an Attribute or a std::string
  StoredValue value_;
  std::string_view name_;
};

}  // namespace partita::model
