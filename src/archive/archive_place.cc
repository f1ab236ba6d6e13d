#include "archive/archive_place.h"

#include <fmt/format.h>

#include "archive/names.h"
#include "archive/seal.h"
#include "base/random.h"
#include "base/text.h"
#include "base/try.h"

namespace partita::archive {
namespace {

constexpr std::string_view kFormatText = "partita archive 1\n";
constexpr std::size_t kMostFormatBytes = 1024;

class StringSink final : public transfer::Sink {
 public:
  explicit StringSink(std::string& out) : out_(out) {}
  Result<void> write(std::string_view bytes) override {
    out_ += bytes;
    return {};
  }
  Result<void> finish() override { return {}; }

 private:
  std::string& out_;
};

class LimitedSink final : public transfer::Sink {
 public:
  LimitedSink(transfer::Sink& below, Rate* rate) : below_(below), rate_(rate) {}
  Result<void> write(std::string_view bytes) override {
    if (rate_ != nullptr) rate_->take(bytes.size());
    return below_.write(bytes);
  }
  Result<void> finish() override { return {}; }

 private:
  transfer::Sink& below_;
  Rate* const rate_;
};

}  // namespace

// The object that tells the id is not bound to it.
std::string ArchivePlace::bound_name(const std::string& name) const {
  if (name == kFormatName) return name;
  const std::lock_guard lock(mutex_);
  return id_.empty() ? name : id_ + "/" + name;
}

Result<void> ArchivePlace::check_format() const {
  auto text = get(kFormatName, kMostFormatBytes);
  if (!text && text.error().code == ErrorCode::ResourceNotFoundException)
    return fail(ErrorCode::ResourceNotFoundException,
                fmt::format("there is no archive at {}: its object '{}' is missing ({})", name_of(""), kFormatName,
                            text.error().message));
  if (!text) return unexpected(std::move(text.error()));
  if (text->starts_with(kFormatText) && text->ends_with('\n')) {
    const std::lock_guard lock(mutex_);
    id_ = text->substr(kFormatText.size(), text->size() - kFormatText.size() - 1);
    return {};
  }
  if (text->starts_with(kFormatText.substr(0, kFormatText.size() - 2)))
    return fail(ErrorCode::DataDirectoryNewer, name_of(kFormatName) + " names an archive of a newer Partita");
  return fail(ErrorCode::Corruption, name_of(kFormatName) + " is damaged: it is not the text of an archive");
}

Result<void> ArchivePlace::make_if_missing() {
  auto checked = check_format();
  if (checked || checked.error().code != ErrorCode::ResourceNotFoundException) return checked;
  std::string other;
  PARTITA_TRY(list("", [&other](std::string_view name) -> Result<void> {
    if (other.empty()) other = name;
    return {};
  }));
  if (!other.empty())
    return invalid(
        fmt::format("{} holds '{}' and is not an archive; name an empty place or prefix", name_of(""), other));
  const std::string text = fmt::format("{}{}\n", kFormatText, base::hex(base::random_bytes(16)));
  PARTITA_TRY(put_new(kFormatName, seal_bytes(kFormatName, text)));
  return check_format();
}

std::string ArchivePlace::seal_bytes(const std::string& name, std::string_view bytes) const {
  std::string sealed;
  StringSink sink(sealed);
  const auto sealing = seal(sink, bound_name(name), key());
  (void)sealing->write(bytes);
  (void)sealing->finish();
  return sealed;
}

Result<void> ArchivePlace::put(const std::string& name, std::string_view bytes) {
  return put_stream(name, [bytes](transfer::Sink& sink) { return sink.write(bytes); });
}

Result<bool> ArchivePlace::put_new(const std::string& name, std::string_view sealed) {
  if (rate_) rate_->take(sealed.size());
  return location_.place->put_new(location_.prefix + name, sealed);
}

Result<std::string> ArchivePlace::get(const std::string& name, std::size_t most) const {
  std::string bytes;
  PARTITA_TRY(get_stream(name, [&](std::string_view piece) -> Result<void> {
    if (bytes.size() + piece.size() > most) return invalid(name_of(name) + " is larger than such an object can be");
    bytes += piece;
    return {};
  }));
  return bytes;
}

Result<void> ArchivePlace::put_stream(const std::string& name, const Write& write) {
  PARTITA_TRY_VALUE(object, location_.place->put(location_.prefix + name));
  LimitedSink limited(*object, rate_.get());
  const auto sealing = seal(limited, bound_name(name), key());
  PARTITA_TRY(write(*sealing));
  PARTITA_TRY(sealing->finish());
  return object->finish();
}

Result<void> ArchivePlace::get_stream(const std::string& name, const Take& take) const {
  PARTITA_TRY_VALUE(object, location_.place->get(location_.prefix + name));
  const std::string bound = bound_name(name);
  const auto opened = unseal(*object, bound, key());
  std::string piece(kPieceBytes, '\0');
  for (;;) {
    auto size = opened->read(piece.data(), piece.size());
    if (!size) {
      // The seal knows the name in the archive only.
      Error error = std::move(size.error());
      if (error.message.starts_with(bound)) error.message = name_of(name) + error.message.substr(bound.size());
      return unexpected(std::move(error));
    }
    if (*size == 0) return {};
    PARTITA_TRY(take({piece.data(), *size}));
  }
}

Result<void> ArchivePlace::list(const std::string& folder,
                                const std::function<Result<void>(std::string_view)>& each) const {
  const std::string whole = location_.prefix + folder;
  return location_.place->list(whole, [&](const transfer::ObjectFacts& object) {
    return each(std::string_view(object.key).substr(whole.size()));
  });
}

Result<void> ArchivePlace::list_folders(const std::string& folder,
                                        const std::function<Result<void>(std::string_view)>& each) const {
  return location_.place->list_folders(location_.prefix + folder,
                                       [&each](const std::string& name) { return each(name); });
}

}  // namespace partita::archive
