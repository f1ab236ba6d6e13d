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
  std::deque<std::string> made;                   // texts that the request does not have in this form
  std::vector<std::shared_ptr<const void>> kept;  // whatever else the views point into
  std::vector<const AttributeValue*> found;
  std::deque<std::vector<std::string_view>> tags;  // the values of names that occur more than once

  // Makes all buffers empty. They keep their memory unless it is much.
  void clear();
  // Appends the text of a key attribute's value: a string itself, a number in the form in which two equal numbers are
  // equal texts, and the base64 of a binary value. Returns false for a value of another type.
  bool add_key(std::vector<std::string_view>& to, const AttributeValue& value);

  static iam::Values values(const std::vector<std::string_view>& of) {
    return iam::Values(std::span<const std::string_view>(of));
  }
};

// The values of one tag. Names of tags have no case in policies, but two tags may differ only in case. One value takes
// no memory.
class TagValues {
 public:
  explicit TagValues(KeyTexts& texts) : texts_(texts) {}
  void add(std::string_view value) {
    if (one_.empty()) {
      one_ = iam::Values(value);
      return;
    }
    if (!many_) many_ = &texts_.tags.emplace_back(1, one_[0]);
    many_->push_back(value);
  }
  // Valid until the texts are cleared.
  iam::Values take() const { return many_ ? KeyTexts::values(*many_) : one_; }

 private:
  KeyTexts& texts_;
  iam::Values one_;
  std::vector<std::string_view>* many_ = nullptr;
};

}  // namespace partita::permissions
