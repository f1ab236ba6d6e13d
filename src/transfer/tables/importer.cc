#include "transfer/tables/importer.h"

#include "base/try.h"

namespace partita::transfer {
namespace {

// Counts the bytes that are read.
class CountedSource : public Source {
 public:
  CountedSource(Source& below, std::atomic<std::uint64_t>& bytes) : below_(below), bytes_(bytes) {}
  Result<std::size_t> read(char* to, std::size_t most) override {
    auto got = below_.read(to, most);
    if (got) bytes_ += *got;
    return got;
  }

 private:
  Source& below_;
  std::atomic<std::uint64_t>& bytes_;
};

}  // namespace

Importer::Importer(Database& database, TableFacts table, ImportMode mode, LoadSettings settings, OnRefused on_refused)
    : table_(std::move(table)), mode_(mode), on_refused_(std::move(on_refused)) {
  if (mode_ == ImportMode::Check) return;
  loader_ = std::make_unique<ItemLoader>(database, table_, settings,
                                         [this](const ItemLoader::Write& write, const std::string& fault) {
                                           refuse({.place = write.place, .fault = fault, .item = &write.item});
                                         });
}

void Importer::refuse(const RefusedRecord& refused) {
  ++refused_;
  const std::lock_guard lock(refused_mutex_);
  on_refused_(refused);
}

Result<void> Importer::add_record(Record& record, RecordPlace place) {
  if (record.kind == Record::Kind::Faulty) {
    refuse({.place = std::move(place), .fault = std::move(record.fault), .text = record.text});
    return {};
  }
  if (record.is_change) ++changes_;
  const bool is_delete = record.kind == Record::Kind::Delete;
  if (auto fault = is_delete ? fault_of_key(table_, record.item) : fault_of_item(table_, record.item)) {
    refuse({.place = std::move(place), .fault = *std::move(fault), .item = &record.item});
    return {};
  }
  ++checked_;
  if (!loader_) return {};
  return loader_->add({.kind = is_delete ? ItemLoader::Kind::Delete : ItemLoader::Kind::Put,
                       .item = std::move(record.item),
                       .place = std::move(place),
                       .text_bytes = record.text.size()});
}

Result<void> Importer::add_file(Source& source, Format format, const ReadSettings& settings, const std::string& name) {
  const auto file = std::make_shared<const std::string>(name);
  CountedSource counted(source, bytes_);
  const auto reader = read_records(format, counted, settings);
  Record record;
  for (;;) {
    auto more = reader->next(record);
    if (!more) {
      // Messages of the stream name the file already, and others are about its text.
      if (more.error().message.find(name) == std::string::npos)
        more.error().message = name + ": " + more.error().message;
      return unexpected(std::move(more.error()));
    }
    if (!*more) return {};
    ++read_;
    PARTITA_TRY(add_record(record, {file, record.line}));
  }
}

Result<void> Importer::finish() { return loader_ ? loader_->finish() : Result<void>(); }

ImportCounts Importer::counts() const {
  return {.read = read_,
          .written = loader_ ? loader_->written() : checked_.load(),
          .refused = refused_,
          .changes = changes_,
          .bytes = bytes_};
}

}  // namespace partita::transfer
