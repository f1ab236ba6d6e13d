// `partita healthcheck` asks a running server whether it is ready, for the health checks of containers.
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "client/http/transfer.h"
#include "commands.h"
#include "container/container_endpoint.h"
#include "serve/settings.h"

namespace partita::tools {
namespace {

struct HealthOptions {
  std::string endpoint = "http://127.0.0.1:8000";
  std::string ca_bundle;
  double seconds = 2;
  bool of_container = false;
};

int check_health(HealthOptions options, const CLI::App& serve) {
  if (options.of_container) {
    const auto endpoint = container_endpoint(serve);
    if (!endpoint) return print_error(endpoint.error());
    options.endpoint = *endpoint;
  }
  if (const auto loaded = client::load_curl(); !loaded) return print_error(loaded.error());
  const bool verifies = !options.of_container && options.endpoint.starts_with("https:");
  if (options.ca_bundle.empty()) options.ca_bundle = environment_variable("AWS_CA_BUNDLE").value_or("");
  const std::chrono::milliseconds timeout(std::int64_t(options.seconds * 1000));
  std::string url = options.endpoint;
  while (url.ends_with('/')) url.pop_back();
  const client::HttpResult answer = client::fetch(
      {.method = "GET",
       .url = url + "/readyz",
       .headers = {},
       .body = {},
       .connect_timeout = timeout,
       .timeout = timeout,
       .ca_bundle = options.ca_bundle,
       .direct = true,
       .trust = options.of_container ? client::HttpRequest::Trust::Anyone : client::HttpRequest::Trust::Verified});
  if (!answer)
    return print_error(options.endpoint + " does not answer: " + answer.error().why +
                       (verifies && options.ca_bundle.empty()
                            ? "; if its certificate is its own, name the file by --ca-bundle or AWS_CA_BUNDLE"
                            : ""));
  if (answer->status == 200) return 0;
  return print_error(options.endpoint + " is not ready: " + std::to_string(answer->status) + " " + answer->body);
}

}  // namespace

Command add_healthcheck(CLI::App& app) {
  auto options = std::make_shared<HealthOptions>();
  CLI::App* command = app.add_subcommand("healthcheck", "ask a running server whether it can take requests");
  auto* const endpoint =
      command->add_option("--endpoint", options->endpoint, "the server")->capture_default_str()->type_name("URL");
  command
      ->add_flag("--container", options->of_container,
                 "the server that runs in this container: its port and whether it has TLS come from its options, and "
                 "its certificate is not checked")
      ->excludes(endpoint);
  command
      ->add_option("--ca-bundle", options->ca_bundle,
                   "a PEM file that vouches for the certificate of an https endpoint; otherwise AWS_CA_BUNDLE")
      ->type_name("FILE");
  command->add_option("--seconds", options->seconds, "the time that it has to answer")
      ->check(CLI::Range(0.1, 60.0))
      ->capture_default_str();
  command->footer("Exit code: 0 if the server is ready, 1 if it is not, or does not answer.");
  return {command, [options, &app] { return check_health(*options, *app.get_subcommand("serve")); }};
}

}  // namespace partita::tools
