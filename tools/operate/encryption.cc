// `partita encryption` makes the keys with which a data directory is encrypted, shows which ones are in use, and
// encrypts the other files with the newest one.
#include <fmt/core.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/try.h"
#include "commands.h"
#include "data_place.h"
#include "storage/encrypted_directory.h"
#include "storage/encryption_keys.h"

namespace partita::tools {
namespace {

constexpr const char* kFooter =
    R"(A key file has one key in each line. New files are encrypted with the first one, the others are only read.

Examples:
  partita encryption new-key /etc/partita/data.key
  partita serve --data ./shop --encryption-key /etc/partita/data.key

To replace a key, put a new one before it and restart the server. Files get the new key as they are written anew. When
`status` no longer shows the old key, its line may be removed from the file. `rewrite` does the rest at once:
  partita encryption add-key /etc/partita/data.key
  partita encryption status --data ./shop --encryption-key /etc/partita/data.key
  partita encryption rewrite --data ./shop --encryption-key /etc/partita/data.key

A lost key is lost data, also that of backups. Keep a copy in another place than the data.

Exit code: 0 if it succeeded, 1 if not.)";

int make_file(const std::string& path) {
  const auto id = storage::make_encryption_key_file(path);
  if (!id) return print_error(id.error());
  fmt::print("{} has the key {}; keep a copy of the file in another place, because without it the data is lost\n", path,
             storage::text_of_key_id(*id));
  return 0;
}

int add_key(const std::string& path) {
  const auto id = storage::add_encryption_key(path);
  if (!id) return print_error(id.error());
  fmt::print("{} has the new key {} before its other keys; it is used from the next start of the server on\n", path,
             storage::text_of_key_id(*id));
  return 0;
}

// The id among the keys of the option, for example ", the current key".
std::string place_of(std::uint64_t id, const storage::EncryptionKeys* keys) {
  if (keys == nullptr) return {};
  if (id == keys->current().id) return ", the current key";
  return keys->find(id) != nullptr ? ", a former key" : ", a key that " + keys->source() + " lacks";
}

std::string text_of(const storage::KeyUse& use, const storage::EncryptionKeys* keys) {
  std::string key = "not encrypted";
  if (use.damaged) key = "with a damaged header, so the key is not known";
  if (use.key_id) key = "key " + storage::text_of_key_id(*use.key_id) + place_of(*use.key_id, keys);
  return fmt::format("{} {}, {} bytes: {}{}\n", use.files, use.files == 1 ? "file" : "files", use.bytes, key,
                     use.folder.empty() ? "" : ", in the folder " + use.folder);
}

int print_uses(const DataPlace& place, const storage::EncryptionKeys* keys) {
  const auto uses = storage::keys_in_use(place.data);
  if (!uses) return print_error(uses.error());
  for (const storage::KeyUse& use : *uses) fmt::print("{}", text_of(use, keys));
  if (keys == nullptr) return 0;
  for (const storage::EncryptionKey& key : keys->all()) {
    const auto is_of_key = [&](const storage::KeyUse& use) { return use.key_id == key.id; };
    if (std::ranges::any_of(*uses, is_of_key)) continue;
    fmt::print("0 files: key {}{}\n", storage::text_of_key_id(key.id),
               key.id == keys->current().id ? ", the current key" : ", a former key that may be removed");
  }
  return 0;
}

int print_status(const DataPlace& place) {
  const auto keys = storage::keys_of_option(place.encryption_key, place.data);
  if (!keys) return print_error(keys.error());
  return print_uses(place, keys->get());
}

int rewrite(const DataPlace& place) {
  auto keys = storage::keys_of_option(place.encryption_key, place.data);
  if (!keys) return print_error(keys.error());
  const auto done = storage::encrypt_with_current_key(place.data, {.create_if_missing = false, .keys = *keys});
  if (!done) return print_error(done.error());
  return print_uses(place, keys->get());
}

using Run = std::function<int()>;

void add_place(CLI::App& app, const std::shared_ptr<DataPlace>& place, const char* data_help) {
  app.add_option("--data", place->data, data_help)->type_name("DIR")->required();
  add_encryption_key_option(app, place->encryption_key);
}

}  // namespace

Command add_encryption(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("encryption", "make, show and replace the keys with which a data directory is encrypted");
  command->require_subcommand(1);
  command->footer(kFooter);
  const auto file = std::make_shared<std::string>();
  const auto place = std::make_shared<DataPlace>();
  std::vector<std::pair<CLI::App*, Run>> runs;
  CLI::App* made = command->add_subcommand("new-key", "make a file with a random key");
  made->add_option("FILE", *file, "the file, which must not exist")->required();
  runs.emplace_back(made, [file] { return make_file(*file); });
  CLI::App* added = command->add_subcommand("add-key", "put a random key before the keys of a file");
  added->add_option("FILE", *file, "the file with the keys")->required();
  runs.emplace_back(added, [file] { return add_key(*file); });
  CLI::App* status = command->add_subcommand("status", "show with which keys the files of a directory are encrypted");
  add_place(*status, place, "the data directory; a server may have it open");
  runs.emplace_back(status, [place] { return print_status(*place); });
  CLI::App* rewritten = command->add_subcommand(
      "rewrite", "encrypt with the current key all files that are not, which needs as much room as they take");
  add_place(*rewritten, place, "the data directory; no server may be using it");
  rewritten->get_option("--encryption-key")->required();
  runs.emplace_back(rewritten, [place] { return rewrite(*place); });
  return {command, [runs = std::move(runs)] {
            const auto asked = std::ranges::find_if(runs, [](const auto& one) { return one.first->parsed(); });
            return asked->second();
          }};
}

}  // namespace partita::tools
