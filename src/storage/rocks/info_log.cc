#include "storage/rocks/info_log.h"

#include <rocksdb/env.h>

#include <array>
#include <cstdio>

namespace partita::storage {
namespace {

using rocksdb::InfoLogLevel;

class InfoLog final : public rocksdb::Logger {
 public:
  explicit InfoLog(base::Log log) : Logger(InfoLogLevel::WARN_LEVEL), log_(std::move(log)) {}
  ~InfoLog() override { Close(); }

  using Logger::Logv;
  void LogHeader(const char* /*format*/, va_list /*arguments*/) override {}
  void Logv(const InfoLogLevel level, const char* format, va_list arguments) override {
    if (level < InfoLogLevel::WARN_LEVEL) return;
    std::array<char, 1024> text;
    const int size = std::vsnprintf(text.data(), text.size(), format, arguments);
    if (size < 0) return;
    const std::string_view line(text.data(), std::min<std::size_t>(size, text.size() - 1));
    // The Status of DB::Open reports this failure, so it must not be logged a second time.
    if (line.find("DB::Open() failed") != line.npos) return;
    // The options file is refused on purpose (guarded_file_system.cc), so this message is not an error.
    if (line.find("persist options") != line.npos) return;
    // Those of a checkpoint that is made while another part of RocksDB keeps files too.
    if (line.find("File Deletions") != line.npos) return;
    log_.write(level == InfoLogLevel::WARN_LEVEL ? base::Log::Level::Warning : base::Log::Level::Error, line);
  }

 private:
  rocksdb::Status CloseImpl() override { return rocksdb::Status::OK(); }

  base::Log log_;
};

}  // namespace

std::shared_ptr<rocksdb::Logger> make_info_log(base::Log log) { return std::make_shared<InfoLog>(std::move(log)); }

}  // namespace partita::storage
