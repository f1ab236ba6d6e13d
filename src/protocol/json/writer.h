// Writer: appends JSON, or other bytes, to a string. Its destructor sets the string's real size.
//
// Bytes are written through a pointer, because append and push_back of std::string need a call and a check for each
// comma, which was half the cost of a page.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace partita::protocol {

class Writer {
 public:
  // `out` must outlive the writer, and must not be used until the writer is destroyed.
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

  // Writes the number in decimal.
  void put_number(std::uint64_t number) {
    constexpr std::size_t kMostDigits = 20;
    char* const digits = room(kMostDigits);
    at_ = std::to_chars(digits, digits + kMostDigits, number).ptr;
  }

  // Returns a pointer to room for at least `bytes` bytes. The caller writes them and passes the end of its bytes to
  // wrote().
  char* room(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes) [[unlikely]]
      grow(bytes);
    return at_;
  }
  void wrote(char* end) { at_ = end; }

  // An empty string for temporary use. Each call empties it. Its memory lasts as long as the writer.
  std::string& scratch() {
    scratch_.clear();
    return scratch_;
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(at_ - out_.data()); }
  void grow(std::size_t bytes);

  std::string& out_;
  char* at_;
  char* end_;  // the end of out_, which is longer than the written bytes
  std::string scratch_;
};

}  // namespace partita::protocol
