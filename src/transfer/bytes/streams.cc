#include "transfer/bytes/streams.h"

#include "base/try.h"

namespace partita::transfer {

Result<std::size_t> read_fully(Source& source, char* to, std::size_t most) {
  std::size_t done = 0;
  while (done < most) {
    PARTITA_TRY_VALUE(got, source.read(to + done, most - done));
    if (got == 0) break;
    done += got;
  }
  return done;
}

Result<std::string> read_all(Source& source, std::size_t most) {
  std::string out;
  std::size_t size = 0;
  for (;;) {
    out.resize(size + kChunkBytes);
    PARTITA_TRY_VALUE(got, source.read(out.data() + size, kChunkBytes));
    size += got;
    if (size > most) return invalid("the file is longer than " + std::to_string(most) + " bytes");
    if (got > 0) continue;
    out.resize(size);
    return out;
  }
}

}  // namespace partita::transfer
