#include "model/streams/checkpoint.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

namespace partita::model {
namespace {

constexpr std::string_view kCheckpointForm = "c1-";
constexpr std::size_t kBindingDigits = 16;

bool has_only_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string binding_of_stream(std::string_view arn) {
  if (arn.empty()) return "";
  const std::size_t table = arn.find(":table/");
  const std::string_view named = table == std::string_view::npos ? arn : arn.substr(table);
  return fmt::format("{:016x}", static_cast<std::uint64_t>(XXH3_64bits(named.data(), named.size())));
}

std::string make_checkpoint(std::string_view binding, std::string_view sequence_number) {
  return fmt::format("{}{}-{}", kCheckpointForm, binding, sequence_number);
}

Result<std::string> number_of_checkpoint(std::string_view checkpoint, std::string_view binding,
                                         std::string_view table) {
  if (has_only_digits(checkpoint))
    return invalid(fmt::format(
        "\"{}\" is a sequence number and not a checkpoint, so that nothing says whether the stream of table {} "
        "has it: store change.checkpoint in place of change.sequence_number. If the number is of this stream, "
        "begin with pt::changes_after_number",
        checkpoint, table));
  const std::size_t begin = kCheckpointForm.size() + kBindingDigits + 1;
  const bool is_checkpoint = checkpoint.starts_with(kCheckpointForm) && checkpoint.size() > begin &&
                             checkpoint[begin - 1] == '-' && has_only_digits(checkpoint.substr(begin));
  if (!is_checkpoint)
    return invalid(fmt::format(
        "\"{}\" is not a checkpoint: pt::changes_after takes the change.checkpoint of a change. A program without one "
        "begins with the oldest change, which is the default, or with pt::changes_from_now()",
        checkpoint));
  if (checkpoint.substr(kCheckpointForm.size(), kBindingDigits) != binding)
    return invalid(fmt::format(
        "The checkpoint {} is not of the stream of table {}: it is of another table, or of a stream that the table had "
        "before its present one. Give the checkpoint that was stored for this table. If its stream was made anew, "
        "begin "
        "with the oldest change, and make what depends on the earlier changes anew from the items",
        checkpoint, table));
  return std::string(checkpoint.substr(begin));
}

}  // namespace partita::model
