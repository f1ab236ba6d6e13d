// StructReader has the data about a struct that the library needs to fill it from stored items.
#pragma once

#include <partita/model/detail/codec.h>
#include <partita/model/runtime/rows.h>

#include <cstddef>
#include <span>
#include <vector>

namespace partita::model::detail {

// Tells the library how to turn rows into structs at the end of a vector. The library reads the rows in place.
struct StructReader {
  std::span<const ErasedCodec> codecs;
  std::span<const FieldInfo> fields;
  ItemContext context;
  // Adds an empty struct to the vector and writes the addresses of its members. Before the first struct, the vector
  // reserves memory for `room` structs.
  void (*add)(void* structs, std::size_t room, void** addresses);
  void (*remove_last)(void* structs);
  // Returns the values of absent attributes. nullptr means that no field has a default.
  const AttributeMap& (*defaults)();
};

// Adds the rows to the vector that the reader fills. Rows that cannot be decoded are added to `unreadable`, or with
// Unreadable::Fail the first of them is the error.
PARTITA_API Result<void> decode_rows(const TableInfo& table, const std::vector<Row>& rows, const StructReader& reader,
                                     void* structs, Unreadable what, std::vector<UnreadableRow>& unreadable);

}  // namespace partita::model::detail
