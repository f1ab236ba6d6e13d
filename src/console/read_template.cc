#include "console/read_template.h"

#include <fmt/format.h>

#include "console/wire.h"
#include "documents/read_file.h"
#include "protocol/codec.h"
#include "templates/read_template.h"

namespace partita::console {

struct ReadTemplateRequest {
  std::string name = {};
  std::string text = {};
};
template <class V, protocol::Is<ReadTemplateRequest> T>
void fields(V& v, T& of) {
  v("Name", of.name);
  v("Text", of.text);
}

struct TableOfTemplate {
  RawJson request = {};
  std::optional<std::string> time_to_live_attribute = {};
};
template <class V, protocol::Is<TableOfTemplate> T>
void fields(V& v, T& of) {
  v("Request", of.request);
  v("TimeToLiveAttribute", of.time_to_live_attribute);
}

struct ReadTemplateAnswer {
  std::vector<TableOfTemplate> tables = {};
  std::vector<std::string> notes = {};
};
template <class V, protocol::Is<ReadTemplateAnswer> T>
void fields(V& v, T& of) {
  v("Tables", of.tables);
  v("Notes", of.notes);
}

namespace {

constexpr std::size_t kMostTemplateBytes = 1 << 20;

}  // namespace

Result<std::string> read_template(std::string_view body) {
  PARTITA_TRY_VALUE(request, read_request<ReadTemplateRequest>(body));
  if (request.text.size() > kMostTemplateBytes)
    return invalid(fmt::format("A template has at most {} bytes", kMostTemplateBytes));
  // The name is only for errors. It has no folder, so that it does not name a file.
  std::string name = request.name.substr(request.name.find_last_of("/\\") + 1);
  if (name.empty()) name = "template";
  PARTITA_TRY_VALUE(root, documents::read_text(request.text, name));
  const templates::TemplateOptions options{.stage = {},
                                           .parameters = {},
                                           .environment = {},
                                           .unsupported = templates::Unsupported::Warn,
                                           .other_files = templates::OtherFiles::Refuse};
  PARTITA_TRY_VALUE(read, templates::read_template(root, name, options));
  ReadTemplateAnswer answer{.tables = {}, .notes = read.warnings};
  for (const std::string& skipped : read.skipped) answer.notes.push_back("no table: " + skipped);
  for (const templates::TemplateTable& table : read.tables) {
    TableOfTemplate& out = answer.tables.emplace_back();
    out.request.text.clear();
    protocol::encode_request(table.request, out.request.text);
    if (table.time_to_live) out.time_to_live_attribute = table.time_to_live->attribute_name;
    if (table.recovery)
      answer.notes.push_back(table.logical_id + " has point-in-time recovery, which CreateTable does not set");
  }
  return json_of(answer);
}

}  // namespace partita::console
