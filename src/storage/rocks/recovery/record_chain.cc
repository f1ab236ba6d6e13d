#include "storage/rocks/recovery/record_chain.h"

#include <algorithm>

namespace partita::storage {

void RecordChain::take(std::string_view bytes) {
  while (!bytes.empty()) {
    if (skip_ == 0 && in_header_ == 0 && kLogBlockBytes - in_block_ < kLogHeaderBytes)
      skip_ = kLogBlockBytes - in_block_;
    std::size_t taken = 0;
    if (skip_ > 0) {
      taken = std::min(skip_, bytes.size());
      skip_ -= taken;
    } else {
      taken = std::min(kLogHeaderBytes - in_header_, bytes.size());
      std::copy_n(bytes.data(), taken, header_ + in_header_);
      in_header_ += taken;
      if (in_header_ == kLogHeaderBytes) {
        const std::string_view header(header_, kLogHeaderBytes);
        take_record(little_endian(header.substr(0, 4)));
        skip_ = little_endian(header.substr(4, 2));
        in_header_ = 0;
      }
    }
    in_block_ = (in_block_ + taken) % kLogBlockBytes;
    bytes.remove_prefix(taken);
  }
}

}  // namespace partita::storage
