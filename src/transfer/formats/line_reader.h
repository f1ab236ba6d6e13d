// LineReader: the lines of a text, with a bound on the memory for one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "transfer/bytes/streams.h"

namespace partita::transfer {

class LineReader {
 public:
  struct Line {
    std::string_view text = {};  // without the end of the line, "\n" or "\r\n"; valid until the next call
    std::uint64_t number = 0;    // counted from 1
    bool had_return = false;     // the line ended with "\r\n"
    bool is_cut = false;         // the line has more than `most_bytes`, and `text` is its beginning
  };

  // `source` must outlive the reader. A byte order mark at the beginning is left out.
  LineReader(Source& source, std::size_t most_bytes) : source_(source), most_bytes_(most_bytes) {}

  // Returns false at the end. A last line needs no end. Errors: those of the source.
  Result<bool> next(Line& out);

 private:
  Result<bool> fill();
  Result<void> skip_rest();

  Source& source_;
  const std::size_t most_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the bytes in the buffer that were not given out
  std::size_t end_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace partita::transfer
