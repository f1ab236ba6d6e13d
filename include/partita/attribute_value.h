// AttributeValue and AttributeMap hold DynamoDB's values as an editable tree, in the form that requests use.
//
// The two types can hold everything that a request on the wire can, right or wrong. A number is its text, a set may
// have duplicates, and a value may have no type or several. These types make no checks: the operations refuse invalid
// values with a ValidationException. The rules are those of the API reference, section "AttributeValue".
#pragma once

#include <partita/export.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace partita {

// The type of a value, named as on the wire. `None` is the wire's `{}`, and `Several` is an object with more than one
// type. Every operation refuses both.
enum class AttributeType : std::uint8_t { None, Several, S, N, B, Bool, Null, L, M, SS, NS, BS };

class PARTITA_API AttributeValue;
struct PARTITA_API Attribute;

// A map from names to values. The attributes are sorted by the bytes of their names, and each name occurs once: an
// assignment replaces the value. If the initializer list has a name twice, its last value counts.
class PARTITA_API AttributeMap {
 public:
  using const_iterator = std::vector<Attribute>::const_iterator;
  using iterator = std::vector<Attribute>::iterator;

  AttributeMap();
  AttributeMap(std::initializer_list<Attribute> attributes);
  AttributeMap(const AttributeMap&);
  AttributeMap(AttributeMap&&) noexcept;
  AttributeMap& operator=(const AttributeMap&);
  AttributeMap& operator=(AttributeMap&&) noexcept;
  ~AttributeMap();

  bool empty() const noexcept;
  std::size_t size() const noexcept;
  const_iterator begin() const noexcept;
  const_iterator end() const noexcept;
  iterator begin() noexcept;
  iterator end() noexcept;

  // Returns the value called `name`, or nullptr if the map lacks it. The pointer is valid until the map changes.
  const AttributeValue* find(std::string_view name) const;
  AttributeValue* find(std::string_view name);
  bool contains(std::string_view name) const;
  // Returns the value called `name`. If the map lacks the name, adds a value of type None first. The reference is valid
  // until the map changes.
  AttributeValue& operator[](std::string_view name);
  // Gives the attribute `name` this value, and adds the attribute if the map lacks it.
  void set(std::string_view name, AttributeValue value);
  // Removes the attribute. Returns true if the map had it.
  bool erase(std::string_view name);
  // Reserves memory for `count` attributes in total.
  void reserve(std::size_t count);

  friend PARTITA_API bool operator==(const AttributeMap&, const AttributeMap&);

 private:
  iterator lower_bound(std::string_view name);
  std::vector<Attribute> attributes_;
};

namespace detail {
template <class T>
inline constexpr bool kIsCharacter =
    std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
    std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;
}

// One value. It owns its content, so copies are independent. A value that is made without arguments has the type None.
class PARTITA_API AttributeValue {
 public:
  using List = std::vector<AttributeValue>;
  using Set = std::vector<std::string>;

  AttributeValue() = default;
  AttributeValue(const AttributeValue&);
  AttributeValue(AttributeValue&&) noexcept;
  AttributeValue& operator=(const AttributeValue&);
  AttributeValue& operator=(AttributeValue&&) noexcept;
  ~AttributeValue();
  AttributeValue(const char* s);
  AttributeValue(std::string s);
  AttributeValue(std::string_view s);
  AttributeValue(std::nullptr_t) = delete;  // The value NULL is written null().
  // Takes a bool or a number. Types that only convert to bool, such as pointers, do not compile. Characters do not
  // compile either, because 'a' could mean a text or a number.
  template <class T>
    requires(std::is_arithmetic_v<T> && !std::is_same_v<T, long double> && !detail::kIsCharacter<T>)
  AttributeValue(T value) : AttributeValue(of(value)) {}
  AttributeValue(List l);
  AttributeValue(AttributeMap m);

  // The text of a number is kept as it is, and binary values are bytes, not base64. `several()` is a value with the
  // type Several.
  static AttributeValue string(std::string s);
  static AttributeValue number(std::string text);
  static AttributeValue binary(std::string bytes);
  static AttributeValue boolean(bool b);
  // The wire allows {"NULL": false} too. Every operation refuses it.
  static AttributeValue null(bool b = true);
  static AttributeValue list(List l = {});
  static AttributeValue map(AttributeMap m = {});
  static AttributeValue string_set(Set s);
  static AttributeValue number_set(Set s);
  static AttributeValue binary_set(Set s);
  static AttributeValue several();

  AttributeType type() const noexcept { return type_; }
  bool is(AttributeType t) const noexcept { return type_ == t; }

  // Accessors for the content.
  // Requires: the value has the type that the function's name says. `text` takes S, N and B, and `set` takes SS, NS and
  // BS.
  const std::string& s() const { return text(AttributeType::S); }
  const std::string& n() const { return text(AttributeType::N); }
  const std::string& b() const { return text(AttributeType::B); }
  const std::string& text() const { return std::get<std::string>(data_); }
  std::string& text() { return std::get<std::string>(data_); }
  bool boolean() const { return std::get<bool>(data_); }
  const List& l() const { return std::get<List>(data_); }
  List& l() { return std::get<List>(data_); }
  const AttributeMap& m() const { return std::get<AttributeMap>(data_); }
  AttributeMap& m() { return std::get<AttributeMap>(data_); }
  const Set& set() const { return std::get<Set>(data_); }
  Set& set() { return std::get<Set>(data_); }

  // True if the type and the content as written are equal. So 1 and 1.0 differ here, and so do sets in another order.
  friend PARTITA_API bool operator==(const AttributeValue&, const AttributeValue&);

 private:
  static AttributeValue of(bool b) { return boolean(b); }
  static AttributeValue of(std::integral auto n) { return number(std::to_string(n)); }
  // Writes the shortest text of exactly this number. A number that is not finite becomes a text too; the
  // operation that uses the value refuses it.
  static AttributeValue of(float n);
  static AttributeValue of(double n);
  template <class T>
  AttributeValue(AttributeType type, T data) : type_(type), data_(std::move(data)) {}
  const std::string& text(AttributeType) const { return std::get<std::string>(data_); }

  AttributeType type_ = AttributeType::None;
  std::variant<std::monostate, std::string, bool, List, AttributeMap, Set> data_;
};

// A name with its value.
struct PARTITA_API Attribute {
  std::string name;
  AttributeValue value;
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

}  // namespace partita

// The library contains the code of these vectors, so that no other file compiles it again.
extern template class std::vector<partita::AttributeValue>;
extern template class std::vector<partita::Attribute>;

namespace partita {

inline bool AttributeMap::empty() const noexcept { return attributes_.empty(); }
inline std::size_t AttributeMap::size() const noexcept { return attributes_.size(); }
inline AttributeMap::const_iterator AttributeMap::begin() const noexcept { return attributes_.begin(); }
inline AttributeMap::const_iterator AttributeMap::end() const noexcept { return attributes_.end(); }
inline AttributeMap::iterator AttributeMap::begin() noexcept { return attributes_.begin(); }
inline AttributeMap::iterator AttributeMap::end() noexcept { return attributes_.end(); }

}  // namespace partita
