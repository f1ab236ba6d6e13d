#include "modelling/verify_data/dump.h"

#include <fmt/format.h>
#include <partita/open.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/try.h"
#include "model/plan/judge.h"
#include "model/tables/table_request.h"
#include "modelling/write/table_request.h"

namespace partita::modelling::verify_data {
namespace {

// An uncompressed dump up to this size is kept in memory.
constexpr std::uintmax_t kSmallDumpBytes = std::uintmax_t{64} << 20;
constexpr std::uintmax_t kCompression = 10;
constexpr std::int64_t kItemsBetweenReports = 10'000;

std::string shortened_line(std::string_view line) {
  constexpr std::size_t kShownBytes = 80;
  return line.size() <= kShownBytes ? std::string(line) : std::string(line.substr(0, kShownBytes)) + "...";
}

bool is_fault_of_item(ErrorCode code) {
  return code == ErrorCode::ValidationException || code == ErrorCode::SerializationException ||
         code == ErrorCode::ItemCollectionSizeLimitExceededException;
}

class DumpLoader {
 public:
  DumpLoader(const ProvenTable& table, Database& database, DataFindings& findings,
             const std::function<void(std::int64_t items)>& progress)
      : table_(table), database_(database), findings_(findings), progress_(progress) {}

  Result<void> make_table() {
    model::TableInfo keys = *table_.info;
    keys.indexes = {};
    CreateTableRequest request = model::table_request(table_.declared->name, keys, [&](std::string_view attribute) {
      return attribute_type(*table_.declared, attribute);
    });
    if (auto created = database_.create_table(std::move(request)); !created)
      return unexpected(std::move(created.error()));
    return {};
  }

  Result<void> add(const std::string& place, std::optional<std::string_view> line) {
    if (!line) {
      note(place, {}, fmt::format("it is longer than {} MB", kLongestLine >> 20), "An item has at most 400 KB.");
      return {};
    }
    auto item = item_of_line(*line);
    if (!item) {
      note(place, {}, fmt::format("{}: {}", item.error().message, shortened_line(*line)),
           "A line is an item in DynamoDB's form, {\"Item\": {\"id\": {\"S\": \"...\"}}}, or without \"Item\".");
      return {};
    }
    if (!*item) return {};
    return store(place, std::move(**item));
  }

 private:
  Result<void> store(const std::string& place, AttributeMap item) {
    const AttributeMap key = model::primary_key_of(*table_.info, item);
    PutItemRequest request;
    request.table_name = table_.declared->name;
    request.item = std::move(item);
    request.return_values = ReturnValue::AllOld;
    auto put = database_.put_item(std::move(request));
    if (!put) {
      if (!is_fault_of_item(put.error().code)) return unexpected(std::move(put.error()));
      note(place, key, put.error().message, "No table of this model can have the item: change the item or the keys.");
    } else if (put->attributes && !put->attributes->empty()) {
      note(place, key, "an earlier line has the same primary key, and this one replaces it",
           "A dump has each item once: is this the dump of two tables?");
    }
    if (++items_ % kItemsBetweenReports == 0 && progress_) progress_(items_);
    return {};
  }

  void note(const std::string& place, AttributeMap key, const std::string& what, std::string cure) {
    findings_.add({.kind = std::string(kLine),
                   .table = table_.declared->name,
                   .entity = {},
                   .key = std::move(key),
                   .detail = fmt::format("{}: {}", place, what),
                   .cure = std::move(cure),
                   .repairable = false});
  }

  const ProvenTable& table_;
  Database& database_;
  DataFindings& findings_;
  const std::function<void(std::int64_t items)>& progress_;
  std::int64_t items_ = 0;
};

Result<std::filesystem::path> make_directory() {
  std::error_code failed;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(failed);
  std::string name = (failed ? std::filesystem::path("/tmp") : parent) / "partita-dump-XXXXXX";
  if (!mkdtemp(name.data()))
    return invalid(
        fmt::format("no directory for the items can be made in {}: {}", parent.string(), std::strerror(errno)));
  return std::filesystem::path(name);
}

}  // namespace

Result<std::unique_ptr<DumpDatabase>> DumpDatabase::open(const std::vector<std::string>& dumps) {
  std::uintmax_t bytes = 0;
  for (const std::string& dump : dumps) {
    std::error_code failed;
    const std::uintmax_t size = dump == "-" ? kSmallDumpBytes + 1 : std::filesystem::file_size(dump, failed);
    if (failed)
      return unexpected(Error{ErrorCode::ResourceNotFoundException,
                              fmt::format("{} cannot be opened: {}", dump, failed.message()),
                              {},
                              {}});
    bytes += size * (dump.ends_with(".gz") ? kCompression : 1);
  }
  auto out = std::make_unique<DumpDatabase>();
  OpenOptions options;
  options.ttl_interval = std::chrono::milliseconds(0);
  options.in_memory = bytes <= kSmallDumpBytes;
  options.durability = Durability::None;
  if (!options.in_memory) {
    PARTITA_TRY_VALUE(directory, make_directory());
    out->directory_ = directory;
  }
  PARTITA_TRY_VALUE(database, partita::open(out->directory_.string(), options));
  out->database_ = std::move(database);
  return out;
}

DumpDatabase::~DumpDatabase() {
  database_.reset();
  std::error_code ignored;
  if (!directory_.empty()) std::filesystem::remove_all(directory_, ignored);
}

Result<void> load_dumps(const std::vector<std::string>& paths, const ProvenTable& table, Database& database,
                        DataFindings& findings, const std::function<void(std::int64_t items)>& progress) {
  DumpLoader loader(table, database, findings, progress);
  PARTITA_TRY(loader.make_table());
  for (const std::string& path : paths)
    PARTITA_TRY(for_each_line(path, kLongestLine, [&](std::int64_t number, std::optional<std::string_view> line) {
      return loader.add(fmt::format("{}:{}", path, number), line);
    }));
  return {};
}

}  // namespace partita::modelling::verify_data
