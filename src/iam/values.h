// The values of one condition key in a request.
#pragma once

#include <span>
#include <string_view>

namespace partita::iam {

// Any number of texts. They belong to the maker of the object.
class Values {
 public:
  Values() = default;  // the request does not have the key
  explicit Values(std::string_view one) : one_(one), size_(1) {}
  explicit Values(std::span<const std::string_view> many) : many_(many.data()), size_(many.size()) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::string_view operator[](std::size_t i) const { return many_ ? many_[i] : one_; }
  // Whether the key has no text, or only one empty text. A set operator and Null take both for an absent key.
  bool is_null() const { return size_ == 0 || (size_ == 1 && (*this)[0].empty()); }

 private:
  std::string_view one_;
  const std::string_view* many_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace partita::iam
