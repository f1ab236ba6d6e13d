// Fuzz target of encoded items. If the check accepts the bytes, they must read without a fault and encode to the same
// bytes.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "value/encode.h"
#include "value/size.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (!value::ItemView::check(bytes)) return 0;
  const value::ItemView item(bytes);
  const AttributeMap map = item.to_map();
  PARTITA_CHECK(map.size() == item.size());
  PARTITA_CHECK(value::item_size_bytes(item) == value::item_size_bytes(map));
  PARTITA_CHECK(value::encode_item(map) == bytes);
  return 0;
}
