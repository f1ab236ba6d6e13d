// ValueView, MapView, ListView, SetView and ItemView: encoded values read in place, without building maps.
//
// The format is value/FORMAT.md. It is canonical: map names and set elements are sorted, and a number has one form. So
// two values are equal, by DynamoDB's meaning, exactly if their bytes are. Views do not own the bytes and are valid as
// long as the bytes are. Every view requires bytes that decode, and ItemView::check tells whether they do. The database
// stores only well-formed items, so stored bytes that fail the check are answered with Corruption.
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
  ValueView() = default;  // of type None
  // `bytes` begins with an encoded value. More bytes may follow it.
  explicit ValueView(std::string_view bytes);

  AttributeType type() const;
  // Each of these requires a value of its type.
  std::string_view text() const;    // the content of S or B
  std::string_view number() const;  // the order-preserving encoding of N (Number::encode)
  bool boolean() const;             // the value of Bool
  ListView list() const;
  MapView map() const;
  SetView set() const;  // an SS, NS or BS
  // The bytes of the whole encoded value, without any that follow it.
  std::string_view bytes() const { return bytes_; }
  AttributeValue to_value() const;

  friend bool operator==(const ValueView& a, const ValueView& b) { return a.bytes_ == b.bytes_; }

 private:
  // The bytes that the length after the type code counts.
  std::string_view payload() const;
  std::string_view bytes_;
};

// The elements of a list, read from front to back.
class ListView {
 public:
  explicit ListView(std::string_view body);
  std::size_t size() const { return size_; }
  // The element at `index`, counted from 0, or nullopt past the end. It walks over all elements before `index`.
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

// The elements of a set, sorted by their bytes. An element of SS and BS is its content, an element of NS its encoding
// (Number::encode).
class SetView {
 public:
  SetView(AttributeType type, std::string_view body);
  AttributeType type() const { return type_; }
  std::size_t size() const { return size_; }
  // `element` must have the form of this set's elements.
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
  // The value of the attribute or entry `name`, or nullopt if it is absent. It walks over the names before it.
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
  // The encoded attributes without their count.
  std::string_view attributes() const { return attributes_; }

 private:
  std::size_t size_ = 0;
  std::string_view attributes_;
};

// A whole encoded item, which is a format version followed by its attributes.
class ItemView : public MapView {
 public:
  ItemView() = default;  // no attributes
  explicit ItemView(std::string_view bytes);
  // The bytes that the view was made from.
  std::string_view bytes() const { return bytes_; }
  // Whether `bytes` are exactly one item in canonical form. It checks lengths, order, UTF-8, numbers and nesting up to
  // 32 levels.
  static bool check(std::string_view bytes);

 private:
  std::string_view bytes_;
};

}  // namespace partita::value

#include "value/view_inline.h"
