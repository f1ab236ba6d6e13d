// Lines of JSON: with types as exports have them, or plain ones.
#pragma once

#include "transfer/formats/line_reader.h"
#include "transfer/formats/record_reader.h"

namespace partita::transfer {

std::unique_ptr<RecordReader> read_typed_lines(Source& source);
std::unique_ptr<RecordReader> read_plain_lines(Source& source, DeclaredTypes types);

}  // namespace partita::transfer
