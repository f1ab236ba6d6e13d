// Parts that the readers of all formats share.
#pragma once

#include "transfer/formats/record_reader.h"

namespace partita::transfer {

// Makes `out` a faulty record.
void set_fault(Record& out, std::string why);

// The fault of a record that is longer than kMostRecordBytes.
std::string too_long();

// The value of the declared type that `text` denotes: a string, a number or, from base64, bytes. Errors: the reason why
// the text does not denote such a value.
expected<AttributeValue, std::string> with_declared_type(std::string text, ScalarAttributeType type);

}  // namespace partita::transfer
