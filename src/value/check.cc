// ItemView::check, the reader of encoded items that trusts none of their bytes.
//
// Each take_ function takes one well-formed, canonical part off the front of `in`. It returns false if `in` does not
// begin with such a part.
#include "base/bytes.h"
#include "value/limits.h"
#include "value/number.h"
#include "value/utf8.h"
#include "value/view.h"
#include "value/wire.h"

namespace partita::value {
namespace {

using wire::Code;

bool take_value(std::string_view& in, std::size_t depth);

// Takes a varint in its shortest form.
bool take_count(std::string_view& in, std::uint64_t& count) {
  const std::string_view before = in;
  const auto taken = base::take_varint(in);
  if (!taken) return false;
  count = *taken;
  const std::size_t length = before.size() - in.size();
  if (length > 1 && before[length - 1] == 0) return false;
  return length < 10 || before[9] == 1;  // a tenth byte holds one bit
}

bool take_sized(std::string_view& in, std::string_view& bytes) {
  std::uint64_t length = 0;
  if (!take_count(in, length) || length > in.size()) return false;
  bytes = in.substr(0, length);
  in.remove_prefix(length);
  return true;
}

bool take_text(std::string_view& in, std::string_view& text) { return take_sized(in, text) && is_utf8(text); }

// Takes the body of a map or item. Names must ascend.
bool take_map_body(std::string_view& in, std::size_t depth) {
  std::uint64_t count = 0;
  if (!take_count(in, count)) return false;
  std::string_view previous, name;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!take_text(in, name) || (i > 0 && name <= previous) || !take_value(in, depth)) return false;
    previous = name;
  }
  return true;
}

bool take_list_body(std::string_view& in, std::size_t depth) {
  std::uint64_t count = 0;
  if (!take_count(in, count)) return false;
  for (std::uint64_t i = 0; i < count; ++i)
    if (!take_value(in, depth)) return false;
  return true;
}

bool take_element(Code code, std::string_view& in, std::string_view& element) {
  switch (code) {
    case Code::SS:
      return take_text(in, element);
    case Code::BS:
      return take_sized(in, element);
    default: {
      const std::string_view before = in;
      if (!Number::decode(in)) return false;
      element = before.substr(0, before.size() - in.size());
      return true;
    }
  }
}

// Takes the body of a set. It must have an element, and elements must ascend.
bool take_set_body(Code code, std::string_view& in) {
  std::uint64_t count = 0;
  if (!take_count(in, count) || count == 0) return false;
  std::string_view previous, element;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!take_element(code, in, element) || (i > 0 && element <= previous)) return false;
    previous = element;
  }
  return true;
}

// Takes a length and that many bytes, which `take_body` must read to their end.
template <class TakeBody>
bool take_container(std::string_view& in, TakeBody take_body) {
  std::string_view body;
  return take_sized(in, body) && take_body(body) && body.empty();
}

// `depth` is the number of values that contain this one.
bool take_value(std::string_view& in, std::size_t depth) {
  if (in.empty() || depth >= limits::kNestingLevels) return false;
  const Code code{static_cast<std::uint8_t>(in[0])};
  in.remove_prefix(1);
  std::string_view content;
  switch (code) {
    case Code::False:
    case Code::True:
    case Code::Null:
      return true;
    case Code::S:
      return take_text(in, content);
    case Code::B:
      return take_sized(in, content);
    case Code::N:
      return Number::decode(in).has_value();
    case Code::L:
      return take_container(in, [&](std::string_view& body) { return take_list_body(body, depth + 1); });
    case Code::M:
      return take_container(in, [&](std::string_view& body) { return take_map_body(body, depth + 1); });
    case Code::SS:
    case Code::NS:
    case Code::BS:
      return take_container(in, [&](std::string_view& body) { return take_set_body(code, body); });
  }
  return false;
}

}  // namespace

bool ItemView::check(std::string_view bytes) {
  if (bytes.empty() || bytes[0] != wire::kItemVersion) return false;
  bytes.remove_prefix(1);
  return take_map_body(bytes, 0) && bytes.empty();
}

}  // namespace partita::value
