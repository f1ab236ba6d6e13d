#include <partita/connect.h>
#include <partita/open.h>

#include <cstdlib>

#include "client/directory_owner.h"
#include "data_place.h"
#include "demo.h"

namespace partita::tools {

void add_options(CLI::App& app, DemoTarget& target) {
  auto* endpoint =
      app.add_option("--endpoint", target.endpoint,
                     "run on this DynamoDB endpoint, such as http://127.0.0.1:8000; keys and region come from the "
                     "places where the AWS SDKs look for them, and a loopback endpoint needs neither");
  app.add_option(
         "--data", target.data,
         "run on an embedded database in this directory; without --endpoint and --data the database is in memory")
      ->excludes(endpoint)
      ->check(need_text);
}

void add_server_options(CLI::App& app, DemoTarget& target) {
  auto* endpoint = app.add_option("--endpoint", target.endpoint,
                                  "the DynamoDB endpoint; keys and region come from the AWS_ environment "
                                  "variables, and a loopback endpoint needs neither. Default: "
                                  "AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL or " +
                                      std::string(kDefaultEndpoint));
  endpoint->type_name("URL");
  auto* data = app.add_option("--data", target.data, "a data directory, instead of an endpoint")
                   ->type_name("DIR")
                   ->check(need_text)
                   ->excludes(endpoint);
  add_account_options(app, data, target);
}

void use_default_endpoint(DemoTarget& target) {
  if (!target.data.empty() || !target.endpoint.empty()) return;
  target.endpoint = kDefaultEndpoint;
  for (const char* name : {"AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL"})
    if (const char* const url = std::getenv(name); url != nullptr && *url != '\0') {
      target.endpoint = url;
      return;
    }
}

std::string need_text(const std::string& text) { return text.empty() ? "it is empty" : ""; }

void add_account_options(CLI::App& app, CLI::Option* data, DemoTarget& target) {
  add_encryption_key_option(app, target.encryption_key)->needs(data);
  app.add_option(
         "--account", target.account,
         "the account in the data directory, if it is another one than the --account of the server that had the "
         "directory open last")
      ->needs(data);
  app.add_option("--region", target.region,
                 "the region in the data directory, for a server with --regions many, if it is another one than that "
                 "server's --region")
      ->needs(data);
}

std::string name_of(const DemoTarget& target) {
  if (!target.endpoint.empty()) return target.endpoint;
  return target.data.empty() ? "an embedded database in memory" : "an embedded database in " + target.data;
}

Result<std::unique_ptr<Database>> open_target(const DemoTarget& target, OpenOptions options) {
  if (!target.endpoint.empty()) return partita::connect(target.endpoint);
  options.in_memory = target.data.empty();
  // The tables of a server's own account, whichever it was, are not told apart by its name.
  if (!options.in_memory) client::set_owner(options, target.data);
  options.encryption_key_file = target.encryption_key;
  auto database = partita::open(target.data, options);
  if (!database || (target.account.empty() && target.region.empty())) return database;
  return partita::in_account(**database, target.account, target.region);
}

}  // namespace partita::tools
