#include "access.h"

#include <fmt/core.h>
#include <unistd.h>

#include "auth/credentials_file.h"
#include "base/lack_of_memory.h"
#include "base/try.h"
#include "choice.h"
#include "identities/directory.h"
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
  app.add_option(
         "--identity-key", options.identity_key,
         "file with the master key that encrypts the secrets which `partita iam` keeps in the data directory; it "
         "is made if it is missing. Default: beside the data directory, DIR.key")
      ->type_name("FILE");
  app.add_flag("--plaintext", options.plaintext,
               "allow a --host that other machines reach without TLS; needs --auth keys or iam");
  app.add_flag(
      "--published", options.published,
      "in a container: listen on its addresses without keys and TLS, because only the ports that the container "
      "publishes lead there");
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
    if (!options.identity_key.empty())
      return "--identity-key needs --auth keys or iam, because other modes know no keys";
    if (options.explain_signatures)
      return "--explain-signatures needs --auth keys or iam, because other modes verify nothing";
    return {};
  }
  if (!options.identity_key.empty() && data.empty())
    return "--identity-key goes with --data, because --memory stores no identities";
  if (options.credentials.empty() && data.empty())
    return "with --memory there is no data directory for the keys: give a file with --credentials FILE";
  return {};
}

expected<Access, std::string> Access::open(const AccessOptions& options, const std::string& data) {
  Access access;
  access.options_ = options;
  if (!server::verifies(options.auth)) return access;
  if (data.empty()) {
    access.store_ = identities::Store::in_memory();
  } else {
    PARTITA_TRY_VALUE(store, identities::Store::open(data, options.identity_key, identities::Opener::Server));
    access.store_ = std::move(store);
  }
  access.changing_ = std::make_unique<std::mutex>();
  access.path_ = options.credentials.empty() ? data + "/credentials" : options.credentials;
  if (options.credentials.empty() && ::access(access.path_.c_str(), F_OK) != 0) {
    if (access.store_->has_file()) {
      access.path_.clear();
    } else {
      PARTITA_TRY_VALUE(
          id, auth::make_credentials_file(
                  access.path_, options.auth == server::Auth::Iam ? auth::MadeKey::OfRoot : auth::MadeKey::OfUser));
      access.made_ = fmt::format("made the access key {}; its secret is in {}\n", id, access.path_);
    }
  }
  PARTITA_TRY_VALUE(table, access.make_table(access.store_->contents(), access.store_->master_key()));
  access.keys_ = std::make_shared<auth::KeyStore>(std::move(table));
  return access;
}

expected<std::vector<auth::AccessKey>, std::string> Access::read_file() const {
  if (path_.empty()) return std::vector<auth::AccessKey>();
  PARTITA_TRY_VALUE(keys, auth::read_credentials_file(path_));
  if (options_.auth == server::Auth::Keys)
    if (std::string fault = permissions::find_permissions(keys, path_); !fault.empty())
      return unexpected(std::move(fault));
  PARTITA_TRY(permissions::set_identities(keys, path_, options_.account));
  return std::move(keys);
}

expected<Access::Table, std::string> Access::make_table(const identities::Contents& contents,
                                                        const identities::MasterKey& master) const {
  PARTITA_TRY_VALUE(keys, read_file());
  return identities::make_key_table(contents, master, std::move(keys), path_);
}

expected<IdentityReply, std::string> Access::run(const IdentityCommand& command, std::int64_t now_ms) const {
  if (!store_)
    return unexpected<std::string>(
        "this server verifies no signatures, so it has no identities; start it with --auth keys or --auth iam");
  const std::lock_guard lock(*changing_);
  Table table;
  const Accept accept = [&](const identities::Contents& contents,
                            const identities::MasterKey& master) -> expected<void, std::string> {
    PARTITA_TRY_VALUE(made, make_table(contents, master));
    table = std::move(made);
    return {};
  };
  PARTITA_TRY_VALUE(reply, run_identity_command(*store_, command, options_.account, now_ms, accept));
  if (table) keys_->publish(std::move(table));
  return std::move(reply);
}

void Access::apply(server::ServerOptions& options) const {
  options.auth = options_.auth;
  options.keys = keys_;
  options.explain_signatures = options_.explain_signatures ? auth::Explain::Yes : auth::Explain::No;
  options.allow_plaintext = options_.plaintext || options_.published;
  options.published = options_.published;
}

void Access::reload(const LogSink& log) const {
  if (!keys_) return;
  const bool had_memory = base::had_memory_for([&] {
    const std::lock_guard lock(*changing_);
    const auto kept = [&](const std::string& why) {
      log(LogLevel::Error, fmt::format("event=credentials_kept reason=\"{}\"", why));
    };
    if (const auto reloaded = store_->reload(); !reloaded) return kept(reloaded.error());
    auto table = make_table(store_->contents(), store_->master_key());
    if (!table) return kept(table.error());
    const std::size_t count = (*table)->size();
    keys_->publish(std::move(*table));
    log(LogLevel::Info, fmt::format("event=credentials_read keys={} file=\"{}\"", count, path_));
  });
  if (!had_memory)
    (void)base::had_memory_for([&] { log(LogLevel::Error, "event=credentials_kept reason=\"not enough memory\""); });
}

}  // namespace partita::tools
