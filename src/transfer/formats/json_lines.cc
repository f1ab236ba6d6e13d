#include "transfer/formats/json_lines.h"

#include "base/text.h"
#include "base/try.h"
#include "protocol/item_json.h"
#include "transfer/formats/record_parts.h"

namespace partita::transfer {
namespace {

// Reads lines, each of which is a record. `Read` makes a record of a line.
template <class Read>
class LineRecords : public RecordReader {
 public:
  LineRecords(Source& source, Read read) : lines_(source, kMostRecordBytes), read_(std::move(read)) {}

  Result<bool> next(Record& out) override {
    for (;;) {
      LineReader::Line line;
      PARTITA_TRY_VALUE(more, lines_.next(line));
      if (!more) return false;
      if (base::trimmed(line.text).empty()) continue;
      out = {.line = line.number, .text = line.text};
      if (line.is_cut)
        set_fault(out, too_long());
      else
        read_(line.text, out);
      if (!out.fault.empty() && base::trimmed(line.text).starts_with('['))
        out.fault = "the line begins an array; each item must have a line of its own, as 'jq -c .[]' writes them";
      return true;
    }
  }

 private:
  LineReader lines_;
  Read read_;
};

void read_typed(std::string_view text, Record& out) {
  auto line = protocol::read_item_line(text);
  if (!line) {
    out.is_malformed = !protocol::is_json(text);
    return set_fault(out, std::move(line.error().message));
  }
  out.condition_expression = std::move(line->condition_expression);
  out.expression_attribute_names = std::move(line->expression_attribute_names);
  out.expression_attribute_values = std::move(line->expression_attribute_values);
  out.is_change = !line->item;
  if (line->item || line->new_image) {
    out.item = line->item ? *std::move(line->item) : *std::move(line->new_image);
  } else {
    out.kind = Record::Kind::Delete;
    out.item = *std::move(line->keys);
  }
}

struct ReadPlain {
  DeclaredTypes types;

  void operator()(std::string_view text, Record& out) const {
    auto item = protocol::read_plain_item(text);
    if (!item) return set_fault(out, std::move(item.error().message));
    out.item = *std::move(item);
    for (const auto& [name, type] : types) {
      // A number is one already. Only bytes look like another type.
      AttributeValue* const value = type == ScalarAttributeType::B ? out.item.find(name) : nullptr;
      if (value == nullptr || !value->is(AttributeType::S)) continue;
      auto typed = with_declared_type(value->s(), type);
      if (!typed) return set_fault(out, name + ": " + typed.error());
      *value = *std::move(typed);
    }
  }
};

}  // namespace

std::unique_ptr<RecordReader> read_typed_lines(Source& source) {
  return std::make_unique<LineRecords<void (*)(std::string_view, Record&)>>(source, &read_typed);
}

std::unique_ptr<RecordReader> read_plain_lines(Source& source, DeclaredTypes types) {
  return std::make_unique<LineRecords<ReadPlain>>(source, ReadPlain{std::move(types)});
}

}  // namespace partita::transfer
