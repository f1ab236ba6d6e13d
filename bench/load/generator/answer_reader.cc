#include "load/generator/answer_reader.h"

#include <strings.h>

#include <charconv>

namespace partita::bench {
namespace {

constexpr std::size_t kLeastSpace = 16 * 1024;

// The value of a header, without blanks; "" if the header is absent.
std::string_view header(std::string_view head, std::string_view name) {
  for (std::size_t line = head.find("\r\n"); line != std::string_view::npos; line = head.find("\r\n", line)) {
    line += 2;
    const std::string_view rest = head.substr(line);
    if (rest.size() <= name.size() || rest[name.size()] != ':' ||
        strncasecmp(rest.data(), name.data(), name.size()) != 0)
      continue;
    std::string_view value = rest.substr(name.size() + 1, rest.find("\r\n") - name.size() - 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    return value;
  }
  return {};
}

}  // namespace

std::span<char> AnswerReader::free_space() {
  if (buffer_.size() - filled_ < kLeastSpace) buffer_.resize(buffer_.size() * 2 + 2 * kLeastSpace);
  return {buffer_.data() + filled_, buffer_.size() - filled_};
}

AnswerReader::State AnswerReader::received(std::size_t bytes) {
  filled_ += bytes;
  if (head_bytes_ == 0) {
    if (const State state = read_head(); state != State::Complete) return state;
  }
  if (chunked_) return read_chunks();
  if (filled_ > head_bytes_ + body_bytes_) return State::Malformed;
  return filled_ == head_bytes_ + body_bytes_ ? State::Complete : State::NeedsMore;
}

AnswerReader::State AnswerReader::read_head() {
  const std::string_view text(buffer_.data(), filled_);
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string_view::npos) return State::NeedsMore;
  head_bytes_ = end + 4;
  const std::string_view head = text.substr(0, end + 2);
  if (!head.starts_with("HTTP/1.1 ") || head.size() < 12) return State::Malformed;
  std::from_chars(head.data() + 9, head.data() + 12, status_);
  chunked_ = header(head, "transfer-encoding") == "chunked";
  if (chunked_) return State::Complete;
  const std::string_view length = header(head, "content-length");
  const auto parsed = std::from_chars(length.data(), length.data() + length.size(), body_bytes_);
  return parsed.ec == std::errc() ? State::Complete : State::Malformed;
}

AnswerReader::State AnswerReader::read_chunks() {
  chunks_.clear();
  for (std::size_t at = head_bytes_;;) {
    const std::string_view rest(buffer_.data() + at, filled_ - at);
    const std::size_t line = rest.find("\r\n");
    if (line == std::string_view::npos) return State::NeedsMore;
    std::size_t bytes = 0;
    if (std::from_chars(rest.data(), rest.data() + line, bytes, 16).ec != std::errc()) return State::Malformed;
    if (rest.size() < line + 2 + bytes + 2) return State::NeedsMore;
    if (bytes == 0) return State::Complete;
    chunks_ += rest.substr(line + 2, bytes);
    at += line + 2 + bytes + 2;
  }
}

std::string_view AnswerReader::body() const {
  return chunked_ ? std::string_view(chunks_) : std::string_view(buffer_).substr(head_bytes_, body_bytes_);
}

void AnswerReader::next() { filled_ = head_bytes_ = body_bytes_ = 0; }

}  // namespace partita::bench
