#include "permissions/key_texts.h"

#include "base/base64.h"
#include "value/number.h"

namespace partita::permissions {
namespace {

constexpr std::size_t kKept = 1024;  // elements of a buffer between requests

template <class T>
void empty(std::vector<T>& buffer) {
  buffer.clear();
  if (buffer.capacity() > kKept) std::vector<T>().swap(buffer);
}

}  // namespace

void KeyTexts::clear() {
  for (auto& one : leading) empty(one);
  empty(attributes);
  empty(tag_keys);
  empty(return_values);
  empty(kept);
  empty(found);
  made.clear();
  tags.clear();
}

bool KeyTexts::add_key(std::vector<std::string_view>& to, const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
      to.push_back(value.s());
      return true;
    case AttributeType::N: {
      const auto number = value::Number::parse(value.n());
      if (!number) return false;
      to.push_back(made.emplace_back(number->to_text()));
      return true;
    }
    case AttributeType::B:
      to.push_back(made.emplace_back(base::to_base64(value.b())));
      return true;
    default:
      return false;
  }
}

}  // namespace partita::permissions
