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
    PARTITA_TRY_VALUE(place, open_(order.bucket));
    return write_export(std::move(place), order);
  }
  Result<std::unique_ptr<engine::InputFiles>> open_input(const engine::InputOrder& order) override {
    PARTITA_TRY_VALUE(place, open_(order.bucket));
    return read_input(std::move(place), order);
  }
  Result<void> write_report(const std::string& bucket, const std::string& key,
                            const std::vector<engine::ReportedRecord>& records) override {
    PARTITA_TRY_VALUE(place, open_(bucket));
    PARTITA_TRY(transfer::put_text(*place, key, report_lines(records)));
    return {};
  }

 private:
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
