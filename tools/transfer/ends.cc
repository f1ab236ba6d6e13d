#include "ends.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/try.h"
#include "buckets/bucket_place.h"
#include "choice.h"
#include "transfer/bytes/files.h"
#include "transfer/formats/csv.h"
#include "transfer/places/directory.h"

namespace partita::tools {
namespace {

const std::map<std::string, std::optional<transfer::Format>> kFormatNames = {
    {"dynamodb-json", transfer::Format::DynamoDbJson},
    {"ion", transfer::Format::Ion},
    {"csv", transfer::Format::Csv},
    {"jsonl", transfer::Format::JsonLines}};
const std::map<std::string, std::optional<transfer::Compression>> kCompressionNames = {
    {"gzip", transfer::Compression::Gzip},
    {"zstd", transfer::Compression::Zstd},
    {"none", transfer::Compression::None}};

constexpr std::string_view kS3Scheme = "s3://";

// A sink that owns its descriptor.
class OpenedSink : public transfer::Sink {
 public:
  OpenedSink(transfer::Descriptor file, const std::string& name)
      : file_(std::move(file)), sink_(transfer::write_descriptor(file_.number(), name)) {}
  Result<void> write(std::string_view bytes) override { return sink_->write(bytes); }
  Result<void> finish() override { return sink_->finish(); }

 private:
  transfer::Descriptor file_;
  std::unique_ptr<transfer::Sink> sink_;
};

}  // namespace

bool is_directory_end(const std::string& end) {
  std::error_code ignored;
  return end.ends_with('/') || std::filesystem::is_directory(end, ignored);
}

PlaceEnd directory_end(const std::string& end) { return {.place = transfer::directory_place(end)}; }

Result<std::unique_ptr<transfer::Sink>> open_output(const std::string& end) {
  if (end == "-") return transfer::write_descriptor(STDOUT_FILENO, "the standard output");
  struct stat facts {};
  if (::stat(end.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
    transfer::Descriptor file(::open(end.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.number() < 0) return transfer::failed_to("opened", end);
    return std::make_unique<OpenedSink>(std::move(file), end);
  }
  PARTITA_TRY_VALUE(file, transfer::replace_file(end));
  return std::unique_ptr<transfer::Sink>(std::move(file));
}

void add_format_option(CLI::App& app, std::optional<transfer::Format>& format) {
  add_choice(app, "--format", format, kFormatNames,
             "the format of the items. Default: by the ending of the name; an export has its own");
}

void add_compression_option(CLI::App& app, std::optional<transfer::Compression>& compression) {
  add_choice(app, "--compress", compression, kCompressionNames, "the compression. Default: by the ending of the name");
}

void add_s3_options(CLI::App& app, S3Options& options) {
  app.add_option("--s3-endpoint", options.endpoint,
                 "the endpoint of s3:// names. Default: AWS_ENDPOINT_URL_S3, "
                 "AWS_ENDPOINT_URL or Amazon S3")
      ->type_name("URL");
  app.add_option("--s3-region", options.region,
                 "the region of the bucket. Default: that of the environment or the profile")
      ->type_name("REGION");
}

bool is_s3_end(const std::string& end) { return end.starts_with(kS3Scheme); }

Result<PlaceEnd> s3_end(const std::string& end, const S3Options& options) {
  const std::string name = end.substr(kS3Scheme.size());
  const std::size_t slash = std::min(name.find('/'), name.size());
  PlaceEnd out{.bucket = name.substr(0, slash), .key = name.substr(std::min(slash + 1, name.size()))};
  PARTITA_TRY_VALUE(place, buckets::open_bucket(out.bucket, {.endpoint = options.endpoint, .region = options.region}));
  out.place = std::move(place);
  return out;
}

std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size() && !text.empty();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

std::string need_delimiter(const std::string& text) {
  if (text == "tab" || text == "space") return "";
  if (text.size() == 1 && transfer::kDelimiters.find(text[0]) != std::string_view::npos) return "";
  return "'" + text + "' is not one of , : ; | tab space";
}

char delimiter_of(const std::string& text) {
  if (text == "tab") return '\t';
  return text == "space" ? ' ' : text[0];
}

}  // namespace partita::tools
