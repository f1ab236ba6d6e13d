#include "objects/object_files.h"

#include <filesystem>
#include <utility>

#include "base/try.h"
#include "objects/parts.h"
#include "transfer/places/directory.h"

namespace partita::objects {
namespace {

class ObjectFiles final : public engine::TransferFiles {
 public:
  explicit ObjectFiles(OpenBucket open) : open_(std::move(open)) {}

  Result<std::unique_ptr<engine::ExportFiles>> begin_export(const engine::ExportOrder& order) override {
    PARTITA_TRY_VALUE(place, open(order.bucket, order.stops));
    return write_export(std::move(place), order);
  }
  Result<std::unique_ptr<engine::InputFiles>> open_input(const engine::InputOrder& order) override {
    PARTITA_TRY_VALUE(place, open(order.bucket, order.stops));
    return read_input(std::move(place), order);
  }
  Result<bool> has_bucket(const std::string& bucket, const std::string& prefix, const engine::Stops& stops) override {
    bool has_object = false;
    const auto outcome = [&]() -> Result<void> {
      PARTITA_TRY_VALUE(place, open(bucket, stops));
      return place->list(prefix, [&has_object](const transfer::ObjectFacts&) -> Result<void> {
        has_object = true;
        return fail(ErrorCode::ServiceUnavailable, "one object is enough");
      });
    }();
    if (outcome || has_object) return true;
    if (outcome.error().code == ErrorCode::AccessDeniedException) return true;
    if (outcome.error().code == ErrorCode::ResourceNotFoundException) return false;
    return unexpected(outcome.error());
  }
  Result<void> write_report(const std::string& bucket, const std::string& key,
                            const std::vector<engine::ReportedRecord>& records, const engine::Stops& stops) override {
    PARTITA_TRY_VALUE(place, open(bucket, stops));
    PARTITA_TRY(transfer::put_text(*place, key, report_lines(records)));
    return {};
  }

 private:
  Result<std::unique_ptr<transfer::Place>> open(const std::string& bucket, const engine::Stops& stops) const {
    PARTITA_TRY_VALUE(place, open_(bucket));
    place->end_if(stops);
    return std::move(place);
  }

  const OpenBucket open_;
};

}  // namespace

OpenBucket buckets_in(std::string directory) {
  return [directory = std::move(directory)](const std::string& bucket) -> Result<std::unique_ptr<transfer::Place>> {
    // The name of a bucket has no slash, and does not begin with a dot.
    const std::filesystem::path path = std::filesystem::path(directory) / bucket;
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored))
      return fail(ErrorCode::ResourceNotFoundException, "the bucket " + bucket + " does not exist");
    return transfer::directory_place(path.string());
  };
}

std::shared_ptr<engine::TransferFiles> object_files(OpenBucket open) {
  return std::make_shared<ObjectFiles>(std::move(open));
}

}  // namespace partita::objects
