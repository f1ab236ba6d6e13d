// ValueView, MapView, ListView, SetView and ItemView: encoded values read in place, without building maps.
//
// The format is value/FORMAT.md. It is canonical: two values are equal, by DynamoDB's meaning, exactly when their bytes
// are (map names sorted, set elements sorted, numbers in one form). Views do not own; they are valid as long as the
// bytes are. Requires of each: the bytes decode (ItemView::check tells; everything the store holds was checked when it
// was made, so a failure there is Corruption).
#pragma once

#include <partita/attribute_value.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::value {

class ListView;
class MapView;
class SetView;

class ValueView {
 public:
  ValueView() = default;
  // `bytes` begins with an encoded value and may go on behind it.
  explicit ValueView(std::string_view bytes);

  AttributeType type() const;
  std::string_view text() const;    // S, B: the content
  std::string_view number() const;  // N: its order-preserving encoding (Number::encode)
  bool boolean() const;             // Bool
  ListView list() const;
  MapView map() const;
  SetView set() const;  // SS, NS, BS
  // The whole encoded value and nothing behind it.
  std::string_view bytes() const { return bytes_; }
  AttributeValue to_value() const;

  friend bool operator==(const ValueView& a, const ValueView& b) { return a.bytes_ == b.bytes_; }

 private:
  // What the length behind the type code counts.
  std::string_view payload() const;
  std::string_view bytes_;
};

// Encoded elements after their count, read front to back.
class ListView {
 public:
  explicit ListView(std::string_view body);
  std::size_t size() const { return size_; }
  // The element at `index`, counted from 0, or nullopt past the end; costs a walk.
  std::optional<ValueView> at(std::size_t index) const;

  class Iterator {
   public:
    Iterator(std::string_view rest, std::size_t left);
    ValueView operator*() const { return current_; }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return left_ == other.left_; }

   private:
    std::string_view rest_;
    std::size_t left_;
    ValueView current_;
  };
  Iterator begin() const { return {elements_, size_}; }
  Iterator end() const { return {{}, 0}; }

 private:
  std::size_t size_ = 0;
  std::string_view elements_;
};

// An element is its content for SS and BS, its number encoding for NS. Sorted by bytes.
class SetView {
 public:
  SetView(AttributeType type, std::string_view body);
  AttributeType type() const { return type_; }
  std::size_t size() const { return size_; }
  bool contains(std::string_view element) const;

  class Iterator {
   public:
    Iterator(AttributeType type, std::string_view rest, std::size_t left);
    std::string_view operator*() const { return current_; }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return left_ == other.left_; }

   private:
    void read();
    AttributeType type_;
    std::string_view rest_;
    std::size_t left_;
    std::string_view current_;
  };
  Iterator begin() const { return {type_, elements_, size_}; }
  Iterator end() const { return {type_, {}, 0}; }

 private:
  AttributeType type_;
  std::size_t size_ = 0;
  std::string_view elements_;
};

struct AttributeView {
  std::string_view name;
  ValueView value;
};

class MapView {
 public:
  MapView() = default;
  explicit MapView(std::string_view body);
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::optional<ValueView> find(std::string_view name) const;
  AttributeMap to_map() const;

  class Iterator {
   public:
    Iterator(std::string_view rest, std::size_t left);
    const AttributeView& operator*() const { return current_; }
    const AttributeView* operator->() const { return &current_; }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return left_ == other.left_; }

   private:
    void read();
    std::string_view rest_;
    std::size_t left_;
    AttributeView current_;
  };
  Iterator begin() const { return {attributes_, size_}; }
  Iterator end() const { return {{}, 0}; }
  // The encoded attributes, behind their count.
  std::string_view attributes() const { return attributes_; }

 private:
  std::size_t size_ = 0;
  std::string_view attributes_;
};

// A whole encoded item: a format version, then its attributes.
class ItemView : public MapView {
 public:
  ItemView() = default;  // no attributes
  explicit ItemView(std::string_view bytes);
  // The bytes it was made of.
  std::string_view bytes() const { return bytes_; }
  // Whether `bytes` are exactly one item in canonical form: lengths, order, UTF-8, numbers, nesting to 32.
  static bool check(std::string_view bytes);

 private:
  std::string_view bytes_;
};

}  // namespace partita::value

#include "value/view_inline.h"
