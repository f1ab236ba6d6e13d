// Fuzz target of the readers of files: the first byte chooses the format. An item that is read must be written and read
// again as the same item.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/check.h"
#include "transfer/formats/item_writer.h"
#include "transfer/formats/record_reader.h"

namespace {

using namespace partita;

class BytesSource : public transfer::Source {
 public:
  explicit BytesSource(std::string_view bytes) : bytes_(bytes) {}
  Result<std::size_t> read(char* to, std::size_t most) override {
    const std::size_t given = std::min(most, bytes_.size());
    std::memcpy(to, bytes_.data(), given);
    bytes_.remove_prefix(given);
    return given;
  }

 private:
  std::string_view bytes_;
};

constexpr transfer::Format kFormats[] = {transfer::Format::DynamoDbJson, transfer::Format::Ion, transfer::Format::Csv,
                                         transfer::Format::JsonLines};

void check_again(const Item& item, transfer::Format format) {
  std::string line;
  transfer::append_line(format, item, line);
  BytesSource source(line);
  const auto reader = transfer::read_records(format, source, {});
  transfer::Record record;
  PARTITA_CHECK(reader->next(record).value());
  PARTITA_CHECK(record.kind == transfer::Record::Kind::Put);
  PARTITA_CHECK(Item(record.item) == item);
  PARTITA_CHECK(!reader->next(record).value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  BytesSource source({reinterpret_cast<const char*>(data) + 1, size - 1});
  const transfer::ReadSettings settings{.types = {{"k", ScalarAttributeType::N}, {"b", ScalarAttributeType::B}}};
  const auto reader = transfer::read_records(kFormats[data[0] % std::size(kFormats)], source, settings);
  transfer::Record record;
  for (;;) {
    const auto more = reader->next(record);
    if (!more || !*more) return 0;
    if (record.kind == transfer::Record::Kind::Faulty) continue;
    const Item item(record.item);
    check_again(item, transfer::Format::DynamoDbJson);
    check_again(item, transfer::Format::Ion);
  }
}
