#include "auth/credentials_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "auth/profile_lines.h"
#include "base/iso_time.h"
#include "base/text.h"
#include "base/try.h"

namespace partita::auth {
namespace {

constexpr std::size_t kMostBytes = 4 << 20;
constexpr std::size_t kLongestId = 128;  // the longest access key id of the service

unexpected<std::string> error(std::string text) { return unexpected<std::string>(std::move(text)); }

// The characters of a key's id stand in headers between '/' and ',', so they must not be these.
bool is_access_key_id(std::string_view text) {
  constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
  return !text.empty() && text.size() <= kLongestId && text.find_first_not_of(kAllowed) == text.npos;
}

bool is_account(std::string_view text) {
  return text.size() == 12 && text.find_first_not_of("0123456789") == text.npos;
}

// A name of a tag in lower case, in a user's or a policy's characters.
constexpr std::string_view kTagPrefix = "tag.";
constexpr std::size_t kLongestTagName = 128, kLongestTagValue = 256, kLongestPath = 512, kLongestUserName = 64;

// The characters of names in ARNs of IAM.
bool is_name_text(std::string_view text, std::string_view further = {}) {
  constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+=,.@-";
  return std::ranges::all_of(
      text, [&](char c) { return kAllowed.find(c) != kAllowed.npos || further.find(c) != further.npos; });
}

// Collects the settings of the sections. After a fault it ignores the rest.
class SettingsReader {
 public:
  explicit SettingsReader(const std::string& name) : name_(name) {}

  void take(const ProfileLine& line) {
    using Kind = ProfileLine::Kind;
    if (!fault_.empty()) return;
    if (line.kind == Kind::Section) return begin(line);
    if (line.kind == Kind::OpenSection) return fail(line.number, "the name of a section must end with ']'");
    if (line.kind == Kind::Nested) return fail(line.number, "a setting must not be indented");
    if (line.kind == Kind::Malformed)
      return fail(line.number, "this is neither a [section] nor a setting of the form name = value");
    if (section_line_ == 0) return fail(line.number, "a setting must stand below a [section]");
    // A repeated setting would leave open which of them counts.
    if (!seen_.insert(line.name).second) return fail(line.number, fmt::format("{} is given twice", shown(line.name)));
    if (const std::string why = set(line.name, line.value, line.number); !why.empty()) fail(line.number, why);
  }

  expected<std::vector<AccessKey>, std::string> finish() {
    end_section();
    if (fault_.empty() && keys_.empty()) fault_ = fmt::format("{}: the file has no keys", name_);
    if (!fault_.empty()) return error(std::move(fault_));
    return std::move(keys_);
  }

 private:
  void fail(std::size_t line, std::string_view why) { fault_ = fmt::format("{}:{}: {}", name_, line, why); }

  // Only known names are repeated, because a line may have a secret where its name should be.
  static std::string_view shown(std::string_view name) {
    for (const std::string_view known : {"aws_access_key_id", "aws_secret_access_key", "aws_session_token", "expires",
                                         "aws_account_id", "policy", "boundary", "user_id", "path", "root"})
      if (name == known) return known;
    return "a setting";
  }

  void begin(const ProfileLine& line) {
    end_section();
    if (!fault_.empty()) return;
    if (!sections_.insert(line.name).second) return fail(line.number, "the section is there already");
    section_line_ = line.number;
    key_ = {};
    key_.user = line.name;
    seen_.clear();
  }

  void end_section() {
    if (section_line_ == 0 || !fault_.empty()) return;
    if (key_.id.empty()) return fail(section_line_, "the section has no aws_access_key_id");
    if (key_.secret.empty()) return fail(section_line_, "the section has no aws_secret_access_key");
    if (const std::string why = section_fault(); !why.empty()) return fail(section_line_, why);
    if (!ids_.insert(key_.id).second)
      return fail(section_line_, fmt::format("another section has the key id {} already", key_.id));
    keys_.push_back(std::move(key_));
    section_line_ = 0;
  }

  // Returns the fault, or an empty text.
  std::string set(const std::string& name, std::string_view value, std::size_t line) {
    if (value.empty()) return fmt::format("{} has no value", shown(name));
    if (name == "aws_access_key_id") {
      if (!is_access_key_id(value))
        return fmt::format("aws_access_key_id must have 1 to {} letters, digits, '-', '_' or '.'", kLongestId);
      key_.id = value;
    } else if (name == "aws_secret_access_key") {
      if (value.find_first_of(" \t") != value.npos) return "aws_secret_access_key must not have blanks";
      key_.secret = value;
    } else if (name == "aws_session_token") {
      key_.session_token = value;
    } else if (name == "expires") {
      key_.expires_ms = base::parse_iso_time(std::string(value));
      if (!key_.expires_ms) return "expires must be a time such as 2026-12-31T23:59:59Z";
    } else if (name == "aws_account_id") {
      if (!is_account(value)) return "aws_account_id must have 12 digits";
      key_.account = value;
    } else {
      return set_permissions(name, value, line);
    }
    return {};
  }

  std::string set_permissions(const std::string& name, std::string_view value, std::size_t line) {
    UserSettings& settings = key_.settings;
    if (name == "policy") {
      settings.policy_line = line;
      while (!value.empty()) {
        const auto comma = std::min(value.find(','), value.size());
        const std::string_view file = base::trimmed(value.substr(0, comma));
        if (file.empty()) return "policy must be names of files, separated by commas";
        settings.policies.emplace_back(file);
        if (comma + 1 == value.size()) return "policy must not end with a comma";
        value.remove_prefix(std::min(comma + 1, value.size()));
      }
    } else if (name == "boundary") {
      settings.boundary_line = line;
      settings.boundary = value;
    } else if (name == "user_id") {
      if (!is_name_text(value, ":") || value.size() > kLongestId)
        return fmt::format("user_id must have 1 to {} letters, digits or \"_+=,.@-:\"", kLongestId);
      settings.user_id = value;
    } else if (name == "path") {
      if (!is_name_text(value, "/") || !value.starts_with('/') || !value.ends_with('/') || value.size() > kLongestPath)
        return "path must begin and end with '/', such as /team/";
      settings.path = value;
    } else if (name == "root") {
      if (value != "true" && value != "false") return "root must be true or false";
      settings.root = value == "true";
    } else if (name.starts_with(kTagPrefix)) {
      const std::string tag = name.substr(kTagPrefix.size());
      if (tag.empty() || tag.size() > kLongestTagName || value.size() > kLongestTagValue)
        return fmt::format("a tag must have the form tag.NAME = value, with up to {} and {} bytes", kLongestTagName,
                           kLongestTagValue);
      settings.tags.emplace_back(tag, value);
    }
    // Other settings, such as region, are those of SDKs that use the same file.
    return {};
  }

  // The fault of a section whose settings do not go together, or an empty text.
  std::string section_fault() const {
    const UserSettings& settings = key_.settings;
    const bool has_any = settings.policy_line || settings.boundary_line || !settings.user_id.empty() ||
                         !settings.path.empty() || !settings.tags.empty();
    if (settings.root && has_any) return "the root of an account has no policy, boundary, user_id, path or tag";
    if (has_any && (key_.user.size() > kLongestUserName || !is_name_text(key_.user)))
      return fmt::format("a section with permissions is named like a user: 1 to {} letters, digits or \"_+=,.@-\"",
                         kLongestUserName);
    return {};
  }

  const std::string& name_;
  std::string fault_;
  std::set<std::string> sections_, ids_, seen_;
  std::size_t section_line_ = 0;  // 0: not in a section
  AccessKey key_;
  std::vector<AccessKey> keys_;
};

// Owns a file descriptor.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

 private:
  const int descriptor_;
};

unexpected<std::string> system_error(const std::string& path, std::string_view what) {
  return error(fmt::format("{}: {}: {}", path, what, std::strerror(errno)));
}

// Root works in a folder of another user for that user.
bool is_trusted_owner(uid_t owner, const std::string& of_owner) {
  if (owner == geteuid() || owner == 0) return true;
  struct stat folder {};
  return geteuid() == 0 && !of_owner.empty() && stat(of_owner.c_str(), &folder) == 0 && folder.st_uid == owner;
}

// Returns the reason for which the file must not be used, or an empty text.
std::string distrust(const struct stat& facts, std::size_t most_bytes, Secret secret, const std::string& of_owner) {
  if (!S_ISREG(facts.st_mode)) return "this is not a regular file";
  if (!is_trusted_owner(facts.st_uid, of_owner)) return "the file belongs to another user";
  if (facts.st_size > static_cast<off_t>(most_bytes)) return fmt::format("the file has more than {} bytes", most_bytes);
  if (secret == Secret::No && (facts.st_mode & 022) != 0)
    return fmt::format("the file's mode is {:04o}, so other users may change it; run: chmod go-w FILE",
                       facts.st_mode & 07777);
  if (secret == Secret::Yes && (facts.st_mode & 077) != 0)
    return fmt::format(
        "the file's mode is {:04o}, so other users may read or write the secrets in it; run: chmod 600 FILE",
        facts.st_mode & 07777);
  return {};
}

}  // namespace

expected<std::vector<AccessKey>, std::string> parse_credentials(std::string_view text, const std::string& name) {
  SettingsReader reader(name);
  for_each_profile_line(text, [&](const ProfileLine& line) { reader.take(line); });
  return reader.finish();
}

expected<std::string, std::string> read_trusted_file(const std::string& path, std::size_t most_bytes, Secret secret,
                                                     const std::string& of_owner) {
  // O_NONBLOCK lets a pipe be refused and not waited for.
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat facts {};
  if (!file.is_open() || fstat(file.get(), &facts) != 0) return system_error(path, "the file cannot be read");
  if (const std::string why = distrust(facts, most_bytes, secret, of_owner); !why.empty())
    return error(fmt::format("{}: {}", path, why));
  // `distrust` has refused larger files. One byte more shows that the file has grown meanwhile.
  std::string text(static_cast<std::size_t>(facts.st_size) + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = read(file.get(), text.data() + size, text.size() - size);
    if (got < 0) return system_error(path, "the file cannot be read");
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  text.resize(size);
  return text;
}

expected<std::vector<AccessKey>, std::string> read_credentials_file(const std::string& path) {
  PARTITA_TRY_VALUE(text, read_trusted_file(path, kMostBytes, Secret::Yes));
  return parse_credentials(text, path);
}

}  // namespace partita::auth
