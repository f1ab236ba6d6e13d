#include "transfer/formats/line_reader.h"

#include <algorithm>
#include <cstring>

#include "base/try.h"

namespace partita::transfer {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

void set_text(std::string_view text, LineReader::Line& out) {
  out.had_return = text.ends_with('\r');
  out.text = out.had_return ? text.substr(0, text.size() - 1) : text;
}

}  // namespace

// Reads more bytes behind those of the current line. Returns false at the end of the source.
Result<bool> LineReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + kChunkBytes) buffer_.resize(end_ + kChunkBytes);
  PARTITA_TRY_VALUE(got, source_.read(buffer_.data() + end_, buffer_.size() - end_));
  end_ += got;
  return got > 0;
}

Result<bool> LineReader::next(Line& out) {
  out = {.number = ++number_};
  std::size_t searched = 0;
  for (;;) {
    const char* const from = buffer_.data() + begin_;
    const std::size_t unseen = end_ - begin_ - searched;
    const void* const found = unseen > 0 ? std::memchr(from + searched, '\n', unseen) : nullptr;
    if (found != nullptr) {
      const auto size = static_cast<std::size_t>(static_cast<const char*>(found) - from);
      out.is_cut = size > most_bytes_;
      set_text({from, std::min(size, most_bytes_)}, out);
      begin_ += size + 1;
      break;
    }
    searched = end_ - begin_;
    if (searched > most_bytes_) {
      // The rest of the line goes through a buffer of its own, so that the beginning stays valid.
      out.text = {from, most_bytes_};
      out.is_cut = true;
      PARTITA_TRY(skip_rest());
      break;
    }
    PARTITA_TRY_VALUE(more, fill());
    if (more) continue;
    if (begin_ == end_) return false;
    out.is_cut = end_ - begin_ > most_bytes_;
    set_text({buffer_.data() + begin_, std::min(end_ - begin_, most_bytes_)}, out);
    begin_ = end_;
    break;
  }
  if (number_ == 1 && out.text.starts_with(kByteOrderMark)) out.text.remove_prefix(kByteOrderMark.size());
  return true;
}

Result<void> LineReader::skip_rest() {
  // The buffer keeps the beginning of the line in front of the bytes behind the line's end.
  for (;;) {
    char* const to = buffer_.data() + begin_ + most_bytes_;
    const std::size_t held = end_ - begin_ - most_bytes_;
    if (const void* const found = std::memchr(to, '\n', held); found != nullptr) {
      begin_ = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data()) + 1;
      return {};
    }
    PARTITA_TRY_VALUE(got, source_.read(to, buffer_.size() - begin_ - most_bytes_));
    end_ = begin_ + most_bytes_ + got;
    if (got > 0) continue;
    begin_ = end_;
    return {};
  }
}

}  // namespace partita::transfer
