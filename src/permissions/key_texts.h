// KeyTexts: the values of the condition keys of one request, in buffers that serve one request after the other.
#pragma once

#include <partita/attribute_value.h>

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "iam/values.h"

namespace partita::permissions {

struct KeyTexts {
  std::vector<std::string_view> leading[4];  // of the four attributes that a partition key can have
  std::vector<std::string_view> attributes;
  std::vector<std::string_view> tag_keys;
  std::vector<std::string_view> return_values;
  std::deque<std::string> made;                   // texts that stand nowhere in the request
  std::vector<std::shared_ptr<const void>> kept;  // whatever else the views point into
  std::vector<const AttributeValue*> found;

  // Makes all buffers empty. They keep their memory unless it is much.
  void clear();
  // Appends the text of a key attribute's value: a string itself, a number in the form in which two equal numbers are
  // equal texts, and the base64 of a binary value. Returns false if it is none of these.
  bool add_key(std::vector<std::string_view>& to, const AttributeValue& value);

  static iam::Values values(const std::vector<std::string_view>& of) {
    return iam::Values(std::span<const std::string_view>(of));
  }
};

}  // namespace partita::permissions
