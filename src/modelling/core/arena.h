// Owns the arrays to which descriptions (model/runtime/description.h) refer by spans.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling {

class Arena {
 public:
  // Keeps the list, and returns a view of it that is valid as long as the arena.
  template <class T>
  std::span<T> keep(std::vector<T> list) {
    auto owner = std::make_shared<std::vector<T>>(std::move(list));
    const std::span<T> view = *owner;
    owners_.push_back(std::move(owner));
    return view;
  }
  template <class T>
  T& make() {
    return keep(std::vector<T>(1)).front();
  }
  // The views refer to `texts`, which must live as long as the arena.
  std::span<const std::string_view> views(const std::vector<std::string>& texts) {
    return keep(std::vector<std::string_view>(texts.begin(), texts.end()));
  }

 private:
  std::vector<std::shared_ptr<void>> owners_;
};

}  // namespace partita::modelling
