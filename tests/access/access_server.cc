#include "access_server.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>
#include <stdexcept>

namespace partita::test {
namespace {

void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  if (chmod(path.c_str(), 0600) != 0) throw std::runtime_error(path + " cannot be written");
}

std::string key_id(const std::string& user) { return "AKID" + user; }

}  // namespace

AccessServer::AccessServer(const std::vector<User>& users, const std::vector<std::string>& more_options) {
  std::string credentials = section_of({.name = kRoot, .lines = {"root = true"}});
  for (const User& user : users) credentials += section_of(user);
  const std::string file = directory_ / "credentials";
  write_file(file, credentials);
  std::vector<std::string> options = {"--memory", "--auth", "iam", "--credentials", file, "--log-level", "error"};
  options.insert(options.end(), more_options.begin(), more_options.end());
  process_ = std::make_unique<ServerProcess>(options, Stderr::Shown);
}

std::string AccessServer::section_of(const User& user) {
  Known& known = users_[user.name];
  std::string settings, documents;
  std::string* document = nullptr;
  std::map<std::string, std::string> texts;  // of "policy" and "boundary"
  for (const std::string& line : user.lines) {
    for (const char* kind : {"policy", "boundary"})
      if (line.starts_with(std::string(kind) + " {")) document = &texts[kind];
    if (line.find(" = ") != line.npos && line.front() >= 'a' && line.front() <= 'z') {
      document = nullptr;
      settings += line + "\n";
      if (line == "root = true") known.is_root = true;
      if (line.starts_with("aws_account_id = ")) known.account = line.substr(17);
      continue;
    }
    if (!document) throw std::runtime_error(user.name + ": a line is neither a setting nor a part of a document");
    *document += line.substr(document->empty() ? line.find('{') : 0) + "\n";
  }
  for (const auto& [kind, text] : texts) {
    const std::string path = directory_ / fmt::format("{}.{}.json", user.name, kind);
    write_file(path, text);
    documents += fmt::format("{} = {}\n", kind, path);
  }
  return fmt::format("[{0}]\naws_access_key_id = {1}\naws_secret_access_key = secret-of-{0}\n{2}{3}", user.name,
                     key_id(user.name), settings, documents);
}

Database& AccessServer::as(const std::string& user) {
  const auto known = users_.find(user.empty() ? kRoot : user);
  if (known == users_.end()) throw std::runtime_error("there is no user " + user);
  std::unique_ptr<Database>& database = known->second.database;
  if (!database) {
    ConnectOptions options;
    options.credentials = Credentials{key_id(known->first), "secret-of-" + known->first};
    options.region = "us-east-1";
    options.max_attempts = 1;
    database = connect(process_->endpoint(), options).value();
  }
  return *database;
}

std::string AccessServer::arn(const std::string& user) const {
  const Known& known = users_.at(user.empty() ? kRoot : user);
  if (known.is_root) return fmt::format("arn:aws:iam::{}:root", known.account);
  return fmt::format("arn:aws:iam::{}:user/{}", known.account, user);
}

}  // namespace partita::test
