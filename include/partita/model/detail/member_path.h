// Resolves the paths of members that a program writes, such as "lines[2].sku", into steps, at compile time.
//
// A '.' leads to a member of a struct, by the name of the attribute that stores it, or to an entry of a map. [2] leads
// to an element of a list. "{}" and "[]" are an entry and an element that are given at run time.
#pragma once

#include <partita/model/detail/codec.h>
#include <partita/model/runtime/path.h>

#include <array>

namespace partita::model::detail {

// Joins two texts.
template <std::size_t A, std::size_t B>
constexpr fixed_string<A + B - 1> operator+(const fixed_string<A>& a, const fixed_string<B>& b) {
  fixed_string<A + B - 1> out;
  for (std::size_t i = 0; i + 1 < A; ++i) out.text[i] = a.text[i];
  for (std::size_t i = 0; i < B; ++i) out.text[A - 1 + i] = b.text[i];
  return out;
}

// Returns the number of steps of the path that are given at run time.
constexpr std::size_t count_open(std::string_view path) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    count += (path[i] == '{' && path[i + 1] == '}') || (path[i] == '[' && path[i + 1] == ']');
  return count;
}
template <fixed_string Path>
inline constexpr std::size_t open_steps = count_open(Path.view());

// Returns the size of the path's first member. "address.city" begins with the member address, and the rest is ".city".
constexpr std::size_t head_size(std::string_view path) {
  std::size_t size = 0;
  while (size < path.size() && path[size] != '.' && path[size] != '[' && path[size] != '{') ++size;
  return size;
}

// A step of a path in the form of the text.
struct WrittenStep {
  enum class Kind : std::uint8_t { Name, Element, OpenName, OpenElement, None };
  Kind kind = Kind::None;  // None: the text is not a path from here on
  std::string_view name = {};
  std::int64_t element = 0;
  std::size_t end = 0;  // the position in the path behind the step
  constexpr bool is_name() const { return kind == Kind::Name || kind == Kind::OpenName; }
  constexpr bool is_element() const { return kind == Kind::Element || kind == Kind::OpenElement; }
};

// Returns the step that begins at byte `at` of the path. Requires: the path has such a byte.
constexpr WrittenStep read_step(std::string_view path, std::size_t at) {
  using Kind = WrittenStep::Kind;
  const std::string_view rest = path.substr(at);
  if (rest.front() == '{') {
    if (rest.size() < 2 || rest[1] != '}') return {};
    return {.kind = Kind::OpenName, .end = at + 2};
  }
  if (rest.front() == '[') {
    std::int64_t number = 0;
    std::size_t i = 1;
    for (; i < rest.size() && rest[i] >= '0' && rest[i] <= '9' && i < 11; ++i) number = number * 10 + (rest[i] - '0');
    if (i >= rest.size() || rest[i] != ']') return {};
    return {.kind = i == 1 ? Kind::OpenElement : Kind::Element, .element = number, .end = at + i + 1};
  }
  const std::size_t begin = rest.front() == '.' ? 1 : 0;
  const std::size_t size = head_size(rest.substr(begin));
  if (size == 0) return {};
  return {.kind = Kind::Name, .name = rest.substr(begin, size), .end = at + begin + size};
}

template <class T>
inline constexpr bool is_array_of_numbers = false;
template <class T, std::size_t N>
inline constexpr bool is_array_of_numbers<std::array<T, N>> = true;

// Follows the path from its byte `At` on, beginning in a T. `type` is the type at its end, or void if the path leads to
// no member.
template <class T, fixed_string Path, std::size_t At>
struct walk {
  using Here = typename required<T>::type;
  static constexpr WrittenStep step = read_step(Path.view(), At);
  static constexpr auto go() {
    if constexpr (described_struct<Here> && step.kind == WrittenStep::Kind::Name) {
      constexpr FieldPosition index = member_index<Here>(step.name);
      // A member of type other_attributes is not an attribute itself, so a path cannot lead to it.
      if constexpr (index == kNone || member_infos<Here>[index.or_first().number()].attribute.empty())
        return std::type_identity<void>{};
      else
        return std::type_identity<member_type<Here, index.number()>>{};
    } else if constexpr (map_of_names<Here> && step.is_name()) {
      return std::type_identity<typename Here::mapped_type>{};
    } else if constexpr (is_list<Here> && step.is_element()) {
      return std::type_identity<typename Here::value_type>{};
    } else {
      return std::type_identity<void>{};
    }
  }
  using there = typename decltype(go())::type;
  static constexpr bool ends = step.end == Path.view().size() || std::is_void_v<there>;
  using rest = std::conditional_t<ends, void, walk<there, Path, step.end>>;
  static constexpr auto find() {
    if constexpr (ends)
      return std::type_identity<there>{};
    else
      return std::type_identity<typename rest::type>{};
  }
  using type = typename decltype(find())::type;

  // True if the path leads to an element of an array.
  static constexpr bool enters_array() {
    if constexpr (ends)
      return is_array_of_numbers<Here> && step.is_element();
    else
      return rest::enters_array();
  }
  static constexpr std::size_t count() {
    if constexpr (ends)
      return 1;
    else
      return 1 + rest::count();
  }
  // Writes the steps with the names that stored items use.
  static constexpr void fill(WrittenStep* out) {
    *out = step;
    if constexpr (described_struct<Here>)
      out->name = member_infos<Here>[member_index<Here>(step.name).number()].attribute;
    if constexpr (!ends) rest::fill(out + 1);
  }
};

// The type at the end of a path that begins in an S. It is void if the path leads to no member.
template <class S, fixed_string Path>
using type_at_t = typename walk<S, Path, 0>::type;

// Makes a path of these steps. `open` has the values of the steps that are given at run time.
PARTITA_API model::Path make_path(std::span<const WrittenStep> steps, std::span<const PathStep> open);

// Returns the path of `Field` in the items of the entity. Requires: the path leads to a member.
template <class Entity, fixed_string Field>
model::Path path_of(std::span<const PathStep> open) {
  using Walk = walk<typename Entity::value_type, Field, 0>;
  static constexpr auto steps = [] {
    std::array<WrittenStep, Walk::count()> out{};
    Walk::fill(out.data());
    // The entity may store a member under another name than the struct says.
    out[0].name = Entity::fields()[find_field(Entity::fields(), Walk::step.name).number()].attribute;
    return out;
  }();
  return make_path(steps, open);
}

}  // namespace partita::model::detail
