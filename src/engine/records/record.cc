#include "engine/records/record.h"

#include <algorithm>

#include "base/bytes.h"
#include "keys/system_keys.h"
#include "value/encode.h"

namespace partita::engine {
namespace {

// The bits of the first byte of a record. They are stored, so never change them.
constexpr unsigned kEventBits = 0x03;  // an OperationType
constexpr unsigned kByTimeToLive = 0x04;
constexpr unsigned kHasOld = 0x08;
constexpr unsigned kHasNew = 0x10;
constexpr unsigned kHasKeys = 0x20;
constexpr unsigned kUnused = 0xc0;

static_assert(static_cast<unsigned>(OperationType::Insert) == 0 && static_cast<unsigned>(OperationType::Modify) == 1 &&
              static_cast<unsigned>(OperationType::Remove) == 2);

OperationType event_of(bool had_old, bool has_new) {
  if (!has_new) return OperationType::Remove;
  return had_old ? OperationType::Modify : OperationType::Insert;
}

}  // namespace

std::string encoded_keys(const catalog::KeySchema& keys, const value::MapView& item) {
  value::ItemBuilder builder;
  const auto add = [&](const catalog::KeyAttribute& attribute) {
    builder.add(attribute.name, *item.find(attribute.name));
  };
  if (keys.size() == 1) {
    add(keys.at(0));
  } else {
    const bool in_order = keys.at(0).name < keys.at(1).name;
    add(keys.at(in_order ? 0 : 1));
    add(keys.at(in_order ? 1 : 0));
  }
  return builder.finish();
}

void append_record(const catalog::StreamInfo& stream, const std::optional<value::ItemView>& old_item,
                   const std::optional<value::ItemView>& new_item, const Recording& recording, storage::Batch& batch) {
  if (old_item && new_item && old_item->bytes() == new_item->bytes()) return;
  std::string keys;
  std::string_view old_image, new_image;
  auto flags = static_cast<unsigned>(event_of(old_item.has_value(), new_item.has_value()));
  if (recording.by == ChangedBy::TimeToLive) flags |= kByTimeToLive;
  if (old_item && stream.has_old_images()) {
    flags |= kHasOld;
    old_image = old_item->bytes();
  }
  if (new_item && stream.has_new_images()) {
    flags |= kHasNew;
    new_image = new_item->bytes();
  }
  if ((flags & (kHasOld | kHasNew)) == 0) {
    flags |= kHasKeys;
    keys = encoded_keys(stream.keys, new_item ? *new_item : *old_item);
    new_image = keys;
  }
  std::string head(1, static_cast<char>(flags));
  if ((flags & kHasOld) != 0 && (flags & kHasNew) != 0) base::put_varint(head, old_image.size());
  recording.counters.written(head.size() + old_image.size() + new_image.size());
  const auto key = keys::stream_record_key_bytes(stream.id, recording.ticket.draw(stream.id));
  if (recording.images == Images::Unowned && keys.empty())
    batch.put_unowned({key.data(), key.size()}, head, {old_image, new_image});
  else
    batch.put({key.data(), key.size()}, head.append(old_image).append(new_image));
}

std::optional<StoredRecord> read_record(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto flags = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  StoredRecord record;
  if ((flags & kUnused) != 0 || (flags & kEventBits) > static_cast<unsigned>(OperationType::Remove))
    return std::nullopt;
  record.event = static_cast<OperationType>(flags & kEventBits);
  if ((flags & kByTimeToLive) != 0) record.by = ChangedBy::TimeToLive;
  const bool has_old = (flags & kHasOld) != 0, has_new = (flags & kHasNew) != 0, has_keys = (flags & kHasKeys) != 0;
  if (has_keys == (has_old || has_new)) return std::nullopt;
  if (has_old && has_new) {
    const auto size = base::take_varint(bytes);
    if (!size || *size > bytes.size()) return std::nullopt;
    record.old_image = bytes.substr(0, *size);
    bytes.remove_prefix(*size);
  } else if (has_old) {
    record.old_image = bytes;
  }
  if (has_new) record.new_image = bytes;
  if (has_keys) record.keys = bytes;
  return record;
}

}  // namespace partita::engine
