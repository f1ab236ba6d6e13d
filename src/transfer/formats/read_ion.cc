// Reads records of Ion text.
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "transfer/formats/ion.h"
#include "transfer/formats/ion_nesting.h"
#include "transfer/formats/ion_parser.h"
#include "transfer/formats/line_reader.h"
#include "transfer/formats/record_parts.h"
#include "value/utf8.h"

namespace partita::transfer {
namespace {

constexpr std::string_view kVersionMarker = "$ion_1_0";

// The members beside an Item in a bulk write. One of a wrong type is a fault.
void take_condition(AttributeMap& record, Record& out) {
  if (AttributeValue* const condition = record.find("ConditionExpression")) {
    if (!condition->is(AttributeType::S)) return set_fault(out, "the member ConditionExpression is not a string");
    out.condition_expression = std::move(condition->text());
  }
  if (AttributeValue* const names = record.find("ExpressionAttributeNames")) {
    if (!names->is(AttributeType::M)) return set_fault(out, "the member ExpressionAttributeNames is not a struct");
    out.expression_attribute_names.emplace();
    for (const Attribute& one : names->m()) {
      if (!one.value.is(AttributeType::S)) return set_fault(out, "the name " + one.name + " is not a string");
      out.expression_attribute_names->emplace(one.name, one.value.s());
    }
  }
  if (AttributeValue* const values = record.find("ExpressionAttributeValues")) {
    if (!values->is(AttributeType::M)) return set_fault(out, "the member ExpressionAttributeValues is not a struct");
    out.expression_attribute_values = std::move(values->m());
  }
}

// Makes the record of one struct.
void take_struct(AttributeValue&& value, Record& out) {
  if (!value.is(AttributeType::M)) return set_fault(out, "the record is not a struct");
  if (AttributeValue* const inner = value.m().find("Record"); inner != nullptr && inner->is(AttributeType::M)) {
    AttributeValue record = std::move(*inner);
    value = std::move(record);
  }
  for (const auto& [name, kind] :
       {std::pair{"Item", Record::Kind::Put}, {"NewImage", Record::Kind::Put}, {"Keys", Record::Kind::Delete}}) {
    AttributeValue* const found = value.m().find(name);
    if (found == nullptr) continue;
    if (!found->is(AttributeType::M)) return set_fault(out, std::string("the member ") + name + " is not a struct");
    if (auto checked = ops::check_values(found->m(), ops::Layer::Older); !checked)
      return set_fault(out, std::move(checked.error().message));
    out.kind = kind;
    out.is_change = std::string_view(name) != "Item";
    out.item = std::move(found->m());
    take_condition(value.m(), out);
    return;
  }
  set_fault(out, "the record has neither a member Item nor a member Keys");
}

class IonRecords : public RecordReader {
 public:
  explicit IonRecords(Source& source) : lines_(source, kMostRecordBytes) {}

  Result<bool> next(Record& out) override {
    for (;;) {
      if (parser_ && parser_->has_value()) {
        out = {.line = first_line_, .text = text_};
        AttributeValue value;
        if (parser_->read(value)) {
          take_struct(std::move(value), out);
        } else {
          set_fault(out, parser_->fault());
          out.is_malformed = true;
          parser_.reset();
        }
        return true;
      }
      parser_.reset();
      PARTITA_TRY_VALUE(more, gather());
      if (!more) return false;
      if (base::trimmed(text_).empty()) continue;
      if (is_cut_ || !value::is_utf8(text_)) {
        out = {.line = first_line_, .text = text_};
        set_fault(out, is_cut_ ? too_long() : "the text is not UTF-8");
        return true;
      }
      parser_.emplace(text_);
    }
  }

 private:
  // Reads lines into text_ until all brackets are closed. Returns false at the end.
  Result<bool> gather() {
    IonNesting nesting;
    text_.clear();
    is_cut_ = false;
    bool has_text = false;
    for (;;) {
      LineReader::Line line;
      if (held_) {
        line = {held_->text, held_->number, held_->is_cut};
      } else {
        PARTITA_TRY_VALUE(more, lines_.next(line));
        if (!more) return has_text;
      }
      // A new record after one that was never closed.
      if (has_text && !nesting.is_in_long_text() && base::trimmed(line.text).starts_with(kVersionMarker)) {
        held_ = Held{std::string(line.text), line.number, line.is_cut};
        return true;
      }
      if (!has_text) first_line_ = line.number;
      has_text = true;
      is_cut_ = is_cut_ || line.is_cut || text_.size() + line.text.size() > kMostRecordBytes;
      if (!is_cut_) text_.append(line.text) += '\n';
      nesting.add(line.text);
      held_.reset();
      if (is_cut_ || nesting.is_closed()) return true;
    }
  }

  struct Held {
    std::string text;
    std::uint64_t number;
    bool is_cut;
  };

  LineReader lines_;
  std::optional<Held> held_;  // the first line of the next record
  std::string text_;
  std::uint64_t first_line_ = 0;
  bool is_cut_ = false;
  std::optional<IonParser> parser_;
};

}  // namespace

std::unique_ptr<RecordReader> read_ion(Source& source) { return std::make_unique<IonRecords>(source); }

}  // namespace partita::transfer
