#include "access.h"

#include <fmt/core.h>
#include <unistd.h>

#include "auth/credentials_file.h"
#include "base/lack_of_memory.h"
#include "base/try.h"
#include "choice.h"
#include "permissions/identities.h"

namespace partita::tools {
namespace {

const std::map<std::string, server::Auth> kAuths = {
    {"any", server::Auth::Any}, {"off", server::Auth::Off}, {"keys", server::Auth::Keys}, {"iam", server::Auth::Iam}};

}  // namespace

void add_access_options(CLI::App& app, AccessOptions& options) {
  add_choice(
      app, "--auth", options.auth, kAuths,
      "any (the default): requests must carry credentials of the right form, which are not verified; keys: they "
      "must be signed with a key of the credentials file; iam: likewise, and the policies of the key's user must "
      "allow them; off: they need no credentials");
  app.add_option("--credentials", options.credentials,
                 "file with the access keys for --auth keys and iam, in the format of ~/.aws/credentials; with iam "
                 "also with the "
                 "users' policies; SIGHUP reads it again. "
                 "Default: the file credentials in the data directory, which is made with one random key")
      ->type_name("FILE");
  app.add_flag("--plaintext", options.plaintext,
               "allow a --host that other machines reach without TLS; needs --auth keys or iam");
  app.add_flag(
      "--explain-signatures", options.explain_signatures,
      "add the text that should have been signed to the refusal of a wrong signature; needs --auth keys or iam");
  app.add_flag_callback(
         "--allow-unauthenticated",
         [] {
           throw CLI::ValidationError(
               "--allow-unauthenticated is not an option any more; to listen on an address that other machines reach, "
               "use --auth keys with TLS or with --plaintext");
         },
         "replaced by --auth keys")
      ->group("");
}

std::string conflict(const AccessOptions& options, const std::string& data) {
  if (!server::verifies(options.auth)) {
    if (!options.credentials.empty()) return "--credentials needs --auth keys or iam, because other modes know no keys";
    if (options.explain_signatures)
      return "--explain-signatures needs --auth keys or iam, because other modes verify nothing";
    return {};
  }
  if (options.credentials.empty() && data.empty())
    return "with --memory there is no data directory for the keys: give a file with --credentials FILE";
  return {};
}

expected<Access, std::string> Access::open(const AccessOptions& options, const std::string& data) {
  Access access;
  access.options_ = options;
  if (!server::verifies(options.auth)) return access;
  access.path_ = options.credentials.empty() ? data + "/credentials" : options.credentials;
  if (options.credentials.empty() && ::access(access.path_.c_str(), F_OK) != 0) {
    PARTITA_TRY_VALUE(
        id, auth::make_credentials_file(
                access.path_, options.auth == server::Auth::Iam ? auth::MadeKey::OfRoot : auth::MadeKey::OfUser));
    access.made_ = fmt::format("made the access key {}; its secret is in {}\n", id, access.path_);
  }
  PARTITA_TRY_VALUE(keys, access.read());
  access.keys_ = std::make_shared<auth::KeyStore>(std::make_shared<auth::AccessKeys>(std::move(keys)));
  return access;
}

expected<std::vector<auth::AccessKey>, std::string> Access::read() const {
  PARTITA_TRY_VALUE(keys, auth::read_credentials_file(path_));
  if (options_.auth == server::Auth::Iam) {
    PARTITA_TRY(permissions::set_identities(keys, path_, options_.account));
  } else if (std::string fault = permissions::find_permissions(keys, path_); !fault.empty()) {
    return unexpected(std::move(fault));
  }
  return std::move(keys);
}

void Access::apply(server::ServerOptions& options) const {
  options.auth = options_.auth;
  options.keys = keys_;
  options.explain_signatures = options_.explain_signatures ? auth::Explain::Yes : auth::Explain::No;
  options.allow_plaintext = options_.plaintext;
}

void Access::reload(const LogSink& log) const {
  if (!keys_) return;
  const bool had_memory = base::had_memory_for([&] {
    auto keys = read();
    if (!keys) return log(LogLevel::Error, fmt::format("event=credentials_kept reason=\"{}\"", keys.error()));
    const std::size_t count = keys->size();
    keys_->publish(std::make_shared<auth::AccessKeys>(std::move(*keys)));
    log(LogLevel::Info, fmt::format("event=credentials_read keys={} file=\"{}\"", count, path_));
  });
  if (!had_memory)
    (void)base::had_memory_for([&] { log(LogLevel::Error, "event=credentials_kept reason=\"not enough memory\""); });
}

}  // namespace partita::tools
