#include "storage/memory/row.h"

#include <cstring>
#include <new>

namespace partita::storage {

Row::Row(const Head& head, std::string_view key, const Batch::Value& value) {
  static_assert(alignof(Head) <= alignof(std::uint64_t) && sizeof(Head) % sizeof(std::uint64_t) == 0);
  const std::size_t text_words = (key.size() + value.size() + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  auto words = std::make_shared_for_overwrite<std::uint64_t[]>(sizeof(Head) / sizeof(std::uint64_t) + text_words);
  char* const bytes = reinterpret_cast<char*>(words.get());
  new (bytes) Head(head);
  std::memcpy(bytes + sizeof(Head), key.data(), key.size());
  value.copy_to(bytes + sizeof(Head) + key.size());
  words_ = std::move(words);
}

}  // namespace partita::storage
