// StructFiller adds structs of any type to a vector, one for each item that is read.
#pragma once

#include <absl/container/inlined_vector.h>
#include <partita/model/detail/struct_reader.h>

#include <optional>

#include "model/codec/decode_attributes.h"
#include "model/codec/faults.h"
#include "model/codec/guarded.h"

namespace partita::model {

class StructFiller {
 public:
  // Both arguments must outlive the filler. `structs` is the vector that the reader fills.
  StructFiller(const detail::StructReader& reader, void* structs) : reader_(reader), structs_(structs) {}

  // Adds the struct that the attributes make. Absent attributes get the reader's defaults. Before its first struct the
  // vector gets room for `room` structs. If the attributes make no struct, the vector stays as it was and the result is
  // the reason.
  std::optional<Error> add(StoredAttributes& item, std::size_t room) {
    if (reader_.defaults) item.add_missing(reader_.defaults());
    Fault fault;
    absl::InlinedVector<void*, 32> addresses(reader_.codecs.size());  // of the members
    try {
      reader_.add(structs_, room, addresses.data());
    } catch (...) {
      fault.text = text_of_exception("cannot be made", "its constructor");
      return fault_of_item(item, reader_.context, fault);
    }
    if (detail::decode_attributes(item, reader_.codecs, reader_.fields, reader_.context, addresses, fault))
      return std::nullopt;
    reader_.remove_last(structs_);
    return fault_of_item(item, reader_.context, fault);
  }

 private:
  const detail::StructReader& reader_;
  void* structs_;
};

}  // namespace partita::model
