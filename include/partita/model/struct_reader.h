// StructReader: what the library has to know of a struct to fill it from what it reads.
#pragma once

#include <partita/model/codec.h>
#include <partita/model/runtime.h>

#include <cstddef>
#include <span>
#include <vector>

namespace partita::model::detail {

// How rows become structs at the end of a vector, for the library, which reads them in place.
struct StructReader {
  std::span<const ErasedCodec> codecs;
  std::span<const FieldInfo> fields;
  ItemContext context;
  // Adds an empty struct to the vector, which gets room for `room` before its first one, and tells where its members are.
  void (*add)(void* structs, std::size_t room, void** addresses);
  void (*remove_last)(void* structs);
  // What stands for absent attributes; nullptr: nothing.
  const AttributeMap& (*defaults)();
};

// Adds the rows to the vector that the reader fills, and those that cannot be decoded to `unreadable`, or fails with the
// first of them.
PARTITA_API Result<void> decode_rows(const TableInfo& table, const std::vector<Row>& rows, const StructReader& reader,
                                     void* structs, Unreadable what, std::vector<UnreadableRow>& unreadable);

}  // namespace partita::model::detail
