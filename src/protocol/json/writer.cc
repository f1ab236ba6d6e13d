#include "protocol/json/writer.h"

#include <algorithm>

namespace partita::protocol {

void Writer::grow(std::size_t bytes) {
  constexpr std::size_t kFirstBytes = 512;
  const std::size_t written = size();
  // resize() fills the new bytes with zeros, so the string grows to twice its bytes instead of its whole capacity. But
  // what was reserved must suffice as long as it can.
  const std::size_t wanted = written + std::max({bytes, written, kFirstBytes});
  const bool suffices = out_.capacity() - written >= bytes;
  out_.resize(suffices ? std::min(wanted, out_.capacity()) : wanted);
  at_ = out_.data() + written;
  end_ = out_.data() + out_.size();
}

}  // namespace partita::protocol
