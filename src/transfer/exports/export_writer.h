// ExportWriter: writes an export in the layout of the service to a place. Source: "DynamoDB table export output
// format", developer guide.
//
// 1. An export is complete when its manifest-summary.json exists, which is written last.
// 2. A failed export leaves its _started and some data files, as the service's does.
// 3. Data files are compressed by gzip, and the manifest has their checksums.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.h"
#include "transfer/bytes/md5.h"
#include "transfer/compression/compression.h"
#include "transfer/exports/manifest.h"
#include "transfer/places/place.h"

namespace partita::transfer {

struct ExportFacts {
  std::string table_arn = {};  // the ARN of the export begins with it
  std::string table_id = {};
  std::int64_t export_ms = 0;  // the moment of the items, in milliseconds since the Unix epoch
  std::optional<ExportSummary::Changes> changes = {};
  std::string bucket = {};                 // empty for a directory
  std::optional<std::string> prefix = {};  // of the keys in the bucket; a slash at its end is not doubled
  Format format = Format::DynamoDbJson;
  std::string id = {};        // empty: a new one
  std::int64_t start_ms = 0;  // 0: now
  std::string sse_algorithm = "AES256";
  std::optional<std::string> sse_kms_key_id = {};
};

class ExportWriter {
 public:
  // One data file. It belongs to one thread at a time, and must not outlive its writer.
  class File {
   public:
    File(ExportWriter& owner, std::string key, std::unique_ptr<ObjectSink> object);
    // Adds lines of the export's format, with their ends. `size_bytes` is the size of their items by DynamoDB's
    // formula. Errors: those of Sink.
    Result<void> write(std::string_view lines, std::uint64_t items, std::uint64_t size_bytes);
    // The bytes of the lines so far, before their compression.
    std::uint64_t text_bytes() const { return text_bytes_; }
    // Must be called once. Without it the file is not a part of the export. Errors: those of Sink.
    Result<void> finish();

   private:
    // Counts the checksum of the compressed bytes.
    class Counted : public Sink {
     public:
      explicit Counted(ObjectSink& object) : object_(object) {}
      Result<void> write(std::string_view bytes) override;
      Result<void> finish() override { return object_.finish(); }
      Md5 md5;
      std::uint64_t size_bytes = 0;

     private:
      ObjectSink& object_;
    };

    ExportWriter& owner_;
    DataFile facts_;
    std::unique_ptr<ObjectSink> object_;
    Counted counted_;
    std::unique_ptr<Sink> compressed_;
    std::uint64_t size_bytes_ = 0;
    std::uint64_t text_bytes_ = 0;
  };

  // Removes the files of an earlier attempt with the same id, its summary first, and writes _started. The data files of
  // incremental exports are in a folder that others share, and stay. `place` and `clock` must outlive the writer.
  // Errors: those of Place.
  static Result<std::unique_ptr<ExportWriter>> begin(Place& place, ExportFacts facts, const base::Clock& clock);

  // Begins another data file. May be called from several threads. Errors: those of Place::put.
  Result<std::unique_ptr<File>> add_file();
  // Looks whether the place has all files, and writes the manifests, the summary last. Requires: all files are
  // finished. Errors: those of Place, and InternalServerError if a file is missing or has another size. A place that
  // refuses to be read is believed.
  Result<ExportSummary> finish();

  const std::string& id() const { return id_; }
  // The key of the export's folder, with a slash at its end.
  const std::string& folder() const { return folder_; }

 private:
  ExportWriter(Place& place, ExportFacts facts, const base::Clock& clock);
  std::string key_below_prefix(std::string_view rest) const;
  Result<void> remove_earlier();
  Result<void> check_objects();
  Result<void> put_with_checksum(const std::string& name, const std::string& text);

  Place& place_;
  const ExportFacts facts_;
  const base::Clock& clock_;
  const std::int64_t start_ms_;
  const std::string id_;
  const std::string folder_;
  const std::string data_folder_;

  std::mutex mutex_;
  // These are guarded by mutex_.
  std::vector<DataFile> files_;
  std::vector<std::pair<std::string, std::uint64_t>> object_sizes_;  // by key
  std::uint64_t size_bytes_ = 0;
};

}  // namespace partita::transfer
