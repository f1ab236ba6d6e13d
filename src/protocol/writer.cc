#include "protocol/writer.h"

#include <algorithm>

namespace partita::protocol {

void Writer::grow(std::size_t bytes) {
  constexpr std::size_t kFirst = 512;
  const std::size_t written = size();
  // resize() fills with zeros: not all that the string has room for, but twice what is there.
  out_.resize(written + std::max({bytes, written, kFirst}));
  at_ = out_.data() + written;
  end_ = out_.data() + out_.size();
}

}  // namespace partita::protocol
