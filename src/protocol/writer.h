// Writer: appends to a string, JSON mostly, whose real size it sets when it goes.
//
// Bytes are put behind a pointer. std::string's own append and push_back, a call and a check for each comma, were half
// of what a page cost: 5000 instructions for an item of 400 bytes and 7 attributes. This and write_text.cc left 2700.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace partita::protocol {

class Writer {
 public:
  // `out` outlives the writer, and is nobody else's until then.
  explicit Writer(std::string& out) : out_(out), at_(out.data() + out.size()), end_(at_) {}
  ~Writer() { out_.resize(size()); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void put(char c) {
    *room(1) = c;
    ++at_;
  }
  void put(std::string_view text) {
    std::memcpy(room(text.size()), text.data(), text.size());
    at_ += text.size();
  }

  // In decimal.
  void put_number(std::uint64_t number) {
    constexpr std::size_t kLongest = 20;
    char* const digits = room(kLongest);
    at_ = std::to_chars(digits, digits + kLongest, number).ptr;
  }

  // Where at least `bytes` bytes can be written; wrote() then says where they end.
  char* room(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes) [[unlikely]] grow(bytes);
    return at_;
  }
  void wrote(char* end) { at_ = end; }

  // An empty string to work in; its memory lasts as long as the writer.
  std::string& scratch() {
    scratch_.clear();
    return scratch_;
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(at_ - out_.data()); }
  void grow(std::size_t bytes);

  std::string& out_;
  char* at_;
  char* end_;  // of out_, which is longer than what was written
  std::string scratch_;
};

}  // namespace partita::protocol
