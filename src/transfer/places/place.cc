#include "transfer/places/place.h"

#include "base/text.h"
#include "base/try.h"
#include "transfer/bytes/md5.h"

namespace partita::transfer {

Place::~Place() = default;

Result<std::string> put_text(Place& place, const std::string& key, std::string_view text) {
  PARTITA_TRY_VALUE(sink, place.put(key));
  PARTITA_TRY(sink->write(text));
  PARTITA_TRY(sink->finish());
  return sink->etag();
}

Result<std::string> get_text(Place& place, const std::string& key, std::size_t most) {
  PARTITA_TRY_VALUE(source, place.get(key));
  auto text = read_all(*source, most);
  if (!text && text.error().code == ErrorCode::ValidationException)
    text.error().message = place.name_of(key) + ": " + text.error().message;
  return text;
}

Result<bool> has_bytes(Place& place, const std::string& key, std::string_view bytes) {
  PARTITA_TRY_VALUE(source, place.get(key));
  std::string piece(kChunkBytes, '\0');
  for (;;) {
    PARTITA_TRY_VALUE(size, source->read(piece.data(), piece.size()));
    if (size == 0) return bytes.empty();
    if (!bytes.starts_with(std::string_view(piece.data(), size))) return false;
    bytes.remove_prefix(size);
  }
}

std::string etag_of_one_part(std::string_view md5_of_part) { return base::hex(md5(md5_of_part)) + "-1"; }

}  // namespace partita::transfer
