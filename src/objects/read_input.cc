// Reads the objects of imports and bulk writes.
#include <utility>

#include "base/try.h"
#include "objects/parts.h"
#include "transfer/compression/compression.h"
#include "transfer/formats/record_reader.h"

namespace partita::objects {
namespace {

using engine::InputRecord;

transfer::Format format_of(InputFormat format) {
  switch (format) {
    case InputFormat::Ion:
      return transfer::Format::Ion;
    case InputFormat::Csv:
      return transfer::Format::Csv;
    case InputFormat::DynamodbJson:
      break;
  }
  return transfer::Format::DynamoDbJson;
}

transfer::Compression compression_of(InputCompressionType type) {
  switch (type) {
    case InputCompressionType::Gzip:
      return transfer::Compression::Gzip;
    case InputCompressionType::Zstd:
      return transfer::Compression::Zstd;
    case InputCompressionType::None:
      break;
  }
  return transfer::Compression::None;
}

// Ends a long read of bytes that are not records.
class StoppableSource final : public transfer::Source {
 public:
  StoppableSource(std::unique_ptr<transfer::Source> below, std::function<bool()> stops)
      : below_(std::move(below)), stops_(std::move(stops)) {}
  Result<std::size_t> read(char* to, std::size_t most) override {
    if (stops_ && stops_()) return fail(ErrorCode::ServiceUnavailable, "the work was ended");
    return below_->read(to, most);
  }

 private:
  const std::unique_ptr<transfer::Source> below_;
  const std::function<bool()> stops_;
};

class ReadObject final : public engine::InputRecords {
 public:
  ReadObject(std::unique_ptr<transfer::Source> object, const engine::InputOrder& order, std::string name)
      : object_(std::move(object)),
        inflated_(std::make_unique<StoppableSource>(
            transfer::inflate(compression_of(order.compression), *object_, std::move(name)), order.stops)),
        records_(
            transfer::read_records(format_of(order.format), *inflated_,
                                   {.types = order.types, .delimiter = order.delimiter, .columns = order.columns})),
        ends_at_malformed_(order.ends_at_malformed) {}

  Result<bool> next(InputRecord& out) override {
    if (has_ended_) return false;
    auto more = records_->next(record_);
    if (!more && more.error().code == ErrorCode::ValidationException) {
      has_ended_ = true;
      out = {.kind = InputRecord::Kind::Unreadable, .fault = std::move(more.error().message)};
      return true;
    }
    if (!more || !*more) return more;
    out = {.line = record_.line, .text = record_.text};
    switch (record_.kind) {
      case transfer::Record::Kind::Put:
        out.item = std::move(record_.item);
        out.condition_expression = std::move(record_.condition_expression);
        out.expression_attribute_names = std::move(record_.expression_attribute_names);
        out.expression_attribute_values = std::move(record_.expression_attribute_values);
        break;
      case transfer::Record::Kind::Delete:
        out.kind = InputRecord::Kind::Faulty;
        out.fault = "the record has no member Item";
        break;
      case transfer::Record::Kind::Faulty:
        has_ended_ = record_.is_malformed && ends_at_malformed_;
        out.kind = has_ended_ ? InputRecord::Kind::Unreadable : InputRecord::Kind::Faulty;
        out.fault = std::move(record_.fault);
        break;
    }
    return true;
  }

 private:
  const std::unique_ptr<transfer::Source> object_;
  const std::unique_ptr<transfer::Source> inflated_;
  const std::unique_ptr<transfer::RecordReader> records_;
  const bool ends_at_malformed_;
  transfer::Record record_;
  bool has_ended_ = false;
};

class ReadInput final : public engine::InputFiles {
 public:
  ReadInput(std::unique_ptr<transfer::Place> place, engine::InputOrder order)
      : place_(std::move(place)), order_(std::move(order)) {}

  Result<std::vector<engine::InputObject>> list() override {
    std::vector<engine::InputObject> objects;
    PARTITA_TRY(place_->list(order_.prefix, [&](const transfer::ObjectFacts& object) -> Result<void> {
      objects.push_back({object.key, object.size_bytes});
      return {};
    }));
    return objects;
  }

  Result<std::unique_ptr<engine::InputRecords>> open(const std::string& key) override {
    PARTITA_TRY_VALUE(object, place_->get(key));
    return std::make_unique<ReadObject>(std::move(object), order_, key);
  }

 private:
  const std::unique_ptr<transfer::Place> place_;
  const engine::InputOrder order_;
};

}  // namespace

std::unique_ptr<engine::InputFiles> read_input(std::unique_ptr<transfer::Place> place, engine::InputOrder order) {
  return std::make_unique<ReadInput>(std::move(place), std::move(order));
}

}  // namespace partita::objects
