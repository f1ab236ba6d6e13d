#include "storage/rocks/table_files.h"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>

namespace partita::storage {
namespace {

// Bytes of table files to one byte of their index and their filters over keys and prefixes, with items of 400 bytes.
constexpr std::uint64_t kBytesToAByteOfIndexes = 150;
constexpr std::uint64_t kShareOfCache = 16;
constexpr std::uint64_t kMetadataBlockBytes = 16 << 10;

class TableFactory final : public rocksdb::TableFactory {
 public:
  TableFactory(rocksdb::BlockBasedTableOptions options, std::shared_ptr<const FileBytes> file_bytes)
      : cache_(options.block_cache),
        file_bytes_(std::move(file_bytes)),
        whole_(rocksdb::NewBlockBasedTableFactory(options)) {
    options.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
    options.partition_filters = true;
    options.metadata_block_size = kMetadataBlockBytes;
    cut_.reset(rocksdb::NewBlockBasedTableFactory(options));
  }

  const char* Name() const override { return "partita.tables"; }
  // This factory reads both kinds of files.
  const rocksdb::Customizable* Inner() const override { return whole_.get(); }

  using rocksdb::TableFactory::NewTableReader;
  rocksdb::Status NewTableReader(const rocksdb::ReadOptions& read, const rocksdb::TableReaderOptions& options,
                                 std::unique_ptr<rocksdb::RandomAccessFileReader>&& file, std::uint64_t file_size,
                                 std::unique_ptr<rocksdb::TableReader>* reader, bool prefetch) const override {
    return whole_->NewTableReader(read, options, std::move(file), file_size, reader, prefetch);
  }
  rocksdb::TableBuilder* NewTableBuilder(const rocksdb::TableBuilderOptions& options,
                                         rocksdb::WritableFileWriter* file) const override {
    const bool cuts = cuts_indexes(file_bytes_->bytes(), cache_->GetCapacity());
    return (cuts ? cut_ : whole_)->NewTableBuilder(options, file);
  }
  bool IsDeleteRangeSupported() const override { return true; }

 private:
  const std::shared_ptr<rocksdb::Cache> cache_;
  const std::shared_ptr<const FileBytes> file_bytes_;
  const std::unique_ptr<rocksdb::TableFactory> whole_;
  std::unique_ptr<rocksdb::TableFactory> cut_;
};

}  // namespace

void FileBytes::look(rocksdb::DB* db) {
  std::uint64_t bytes = 0;
  if (db->GetIntProperty(rocksdb::DB::Properties::kLiveSstFilesSize, &bytes)) bytes_ = bytes;
}

bool cuts_indexes(std::uint64_t file_bytes, std::uint64_t cache_bytes) {
  return file_bytes / kBytesToAByteOfIndexes > cache_bytes / kShareOfCache;
}

std::shared_ptr<rocksdb::TableFactory> make_table_factory(const rocksdb::BlockBasedTableOptions& options,
                                                          std::shared_ptr<const FileBytes> file_bytes) {
  return std::make_shared<TableFactory>(options, std::move(file_bytes));
}

}  // namespace partita::storage
