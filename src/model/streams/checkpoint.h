// Checkpoints of feeds: the sequence number of a change, bound to the stream that has it. Another stream may have a
// change with a greater number that was made earlier, so a number without a stream says nothing.
//
// This text is stored by programs. It is `c1-`, the binding of the stream in 16 hex digits, `-` and the sequence
// number. Checkpoints of one stream have the order of their changes if the numbers are equally long, as they are on
// Partita and on the service.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

namespace partita::model {

// The binding of the stream with this ARN: a digest of the table's name and the stream's label. The account and the
// region are not part of it, because a remote and an embedded database name them differently. Empty for an empty ARN.
std::string binding_of_stream(std::string_view arn);

std::string make_checkpoint(std::string_view binding, std::string_view sequence_number);

// The sequence number of a checkpoint.
// Errors: ValidationException if the text is not a checkpoint, or is one of another stream than that with the binding.
Result<std::string> number_of_checkpoint(std::string_view checkpoint, std::string_view binding, std::string_view table);

}  // namespace partita::model
