#include "mcp/mcp_tools.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>

#include "base/operation.h"
#include "base/try.h"
#include "commands.h"
#include "demo/demo.h"
#include "documents/read_json.h"
#include "documents/tree_of.h"
#include "mcp/model_call.h"
#include "mcp/run_program.h"
#include "protocol/codec.h"

namespace partita::tools {
namespace {

namespace files = std::filesystem;
using documents::Node;
using documents::Tree;
using documents::tree_flag;
using documents::tree_list;
using documents::tree_map;
using documents::tree_of;
using documents::tree_text;
using Type = ToolParameter::Type;

const std::vector<ToolParameter> kModel = {
    {"model", Type::Text, "the path of the model's file: YAML, JSON or HCL of any format that Partita reads"},
    {"text", Type::Text, "the model itself, in place of a path"}};

std::vector<ToolParameter> with_model(std::vector<ToolParameter> more) {
  more.insert(more.begin(), kModel.begin(), kModel.end());
  return more;
}

const ToolParameter kOptions = {
    "options", Type::Texts,
    "further options of the subcommand that only read, such as [\"--region\", \"eu-central-1\"] of model_cost"};

std::vector<McpTool> model_tools() {
  return {
      {"model_lint",
       "Findings in a data model: keys, patterns and indexes that are wrong, unsafe or too dear, with cures",
       with_model({kOptions}), "lint"},
      {"model_show",
       "An outline of a data model with the plan of each access pattern: its key condition, or why it is refused",
       with_model({kOptions}), "show"},
      {"model_ask",
       "The request, with its plan, that answers an access pattern of a model for given values; the tool of its "
       "operation, such as query, then sends it",
       with_model({{"pattern", Type::Text, "the name of the pattern", true},
                   {"values", Type::Texts,
                    "a value for each field of the pattern, such as [\"customer=7\", "
                    "\"placed_at>=2026-01-05T00:00:00.000Z\"]"},
                   kOptions}),
       "ask"},
      {"model_cost", "The monthly bill of a data model, by table, index and pattern, and changes that make it cheaper",
       with_model({kOptions}), "cost"},
      {"model_simulate", "The throttling of a model's traffic, by partition and key", with_model({kOptions}),
       "simulate"},
      {"model_run", "Runs each access pattern in memory and compares its answer with a search through plain lists",
       with_model({kOptions}), "run"},
      {"model_design",
       "The cheapest tables, keys and indexes for entities and questions with frequencies, proven, with reasons. The "
       "answer's member model is the proposal, which the other tools take as text",
       with_model({kOptions}), "design"},
      {"model_diff",
       "The steps from one model to another for tables in use, and which are unsafe",
       {{"before", Type::Text, "the path of the earlier model", true},
        {"after", Type::Text, "the path of the later model", true},
        kOptions},
       "diff"},
      {"model_export", "A model in another format, such as cloudformation, terraform or workbench",
       with_model({{"to", Type::Text, "the format", true}, kOptions}), "export"},
  };
}

std::vector<McpTool> data_tools() {
  const std::vector<ToolParameter> request = {
      {"request", Type::Object,
       "the operation's request, as in DynamoDB's API, with typed values such as {\"S\": \"x\"}", true}};
  // The request of ListTables may be empty.
  std::vector<ToolParameter> optional_request = request;
  optional_request.front().is_required = false;
  std::vector<McpTool> out;
  const auto add = [&](const char* name, const char* operation, const char* description) {
    const auto traits =
        std::ranges::find(base::kOperationTraits, std::string_view(operation), &base::OperationTraits::name);
    out.push_back({name,
                   description,
                   std::string_view(operation) == "ListTables" ? optional_request : request,
                   {},
                   operation,
                   traits->effect != base::Effect::Reads});
  };
  add("list_tables", "ListTables", "The names of the tables");
  add("describe_table", "DescribeTable", "A table's keys, indexes, sizes and state");
  add("get_item", "GetItem", "An item by its key");
  add("query", "Query", "The items of a partition key, by a key condition");
  add("scan", "Scan", "Items of a whole table, page by page; a Query is nearly always better");
  add("execute_statement", "ExecuteStatement",
      "A statement in PartiQL; without writes allowed, a SELECT reaches the data and "
      "any other statement a copy");
  add("put_item", "PutItem", "Puts an item");
  add("update_item", "UpdateItem", "Changes attributes of an item");
  add("delete_item", "DeleteItem", "Deletes an item");
  add("transact_write_items", "TransactWriteItems", "Writes up to 100 items together, or not any");
  add("create_table", "CreateTable", "Creates a table");
  add("delete_table", "DeleteTable", "Deletes a table with its items");
  return out;
}

std::string_view type_text(Type type) {
  switch (type) {
    case Type::Number:
      return "number";
    case Type::Flag:
      return "boolean";
    case Type::Object:
      return "object";
    case Type::Texts:
      return "array";
    default:
      return "string";
  }
}

ToolAnswer refusal(std::string text) { return {std::move(text), {}, true}; }

// The JSON as an answer. A text that is not JSON, such as an outline, is the answer as it is.
ToolAnswer answer_with(std::string text, bool is_error) {
  ToolAnswer out{std::move(text), {}, is_error};
  const auto read = documents::read_json(out.text, std::make_shared<const std::string>("answer"));
  if (read && read->is_map()) out.value = tree_of(*read);
  return out;
}

// A file with the text of a model, which is removed in the end.
class TemporaryFile {
 public:
  // Errors: a text of one line, if the text cannot be written whole.
  static expected<std::unique_ptr<TemporaryFile>, std::string> make(std::string_view text) {
    std::error_code error;
    const files::path directory = files::temp_directory_path(error);
    if (error) return unexpected("there is no directory for temporary files: " + error.message());
    std::string pattern = (directory / "partita-model-XXXXXX").string();
    const int file = ::mkstemp(pattern.data());
    if (file < 0)
      return unexpected(fmt::format("no file can be made in {}: {}", directory.string(), std::strerror(errno)));
    ::close(file);
    std::unique_ptr<TemporaryFile> made(new TemporaryFile(pattern));
    std::ofstream out(pattern, std::ios::binary);
    out << text;
    out.close();
    if (!out) return unexpected(fmt::format("the model cannot be written to {}", directory.string()));
    return made;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    files::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  const std::string path_;
};

// Faults of the arguments: an unknown one, one of another type, or one that is missing.
std::string fault_of(const McpTool& tool, const Node& arguments) {
  if (!arguments.is_map()) return "the arguments are not an object";
  for (const documents::Member& given : arguments.members) {
    const auto known = std::ranges::find(tool.parameters, given.name, &ToolParameter::name);
    if (known == tool.parameters.end()) return fmt::format("{} has no argument '{}'", tool.name, given.name);
    const bool fits = known->type == Type::Object  ? given.value.is_map()
                      : known->type == Type::Texts ? given.value.is_list()
                                                   : given.value.is_scalar();
    if (!fits)
      return fmt::format("the argument '{}' of {} is not of the type {}", given.name, tool.name,
                         type_text(known->type));
  }
  for (const ToolParameter& known : tool.parameters)
    if (known.is_required && !arguments.find(known.name))
      return fmt::format("{} needs the argument '{}'", tool.name, known.name);
  return {};
}

std::string text_in(const Node& arguments, std::string_view name) {
  const Node* const value = arguments.find(name);
  return value ? value->text : std::string();
}

// The options that make a subcommand print JSON.
std::vector<std::string> json_options(const std::string& subcommand) {
  if (subcommand == "show" || subcommand == "export") return {};
  return {subcommand == "ask" ? "--explain" : "--json"};
}

std::vector<std::string> texts_in(const Node& arguments, std::string_view name) {
  std::vector<std::string> out;
  if (const Node* const texts = arguments.find(name))
    for (const Node& text : texts->items) out.push_back(text.text);
  return out;
}

// The command line of a call. `file` has the text of the model, or is empty. A model and its options are all that it
// may read, and files beside a model that is a path; these are in `below`, unless that is empty.
expected<std::vector<std::string>, std::string> words_of(const McpTool& tool, const Node& arguments,
                                                         const std::string& file, const std::string& below) {
  std::vector<std::string> models, places;
  const auto add_path = [&](const std::string& path) -> expected<void, std::string> {
    PARTITA_TRY_VALUE(checked, checked_path(path, below));
    places.push_back(files::is_directory(checked) ? checked : files::path(checked).parent_path().string());
    models.push_back(std::move(checked));
    return {};
  };
  if (tool.subcommand == "diff") {
    for (const char* one : {"before", "after"}) PARTITA_TRY(add_path(text_in(arguments, one)));
  } else if (file.empty() == (arguments.find("model") == nullptr)) {
    return unexpected(fmt::format("{} needs either 'model', a path, or 'text', the model itself", tool.name));
  } else if (file.empty()) {
    PARTITA_TRY(add_path(text_in(arguments, "model")));
  } else {
    models = places = {file};
  }
  PARTITA_TRY_VALUE(options, checked_options(tool.subcommand, texts_in(arguments, "options"), below));
  places.insert(places.end(), options.files.begin(), options.files.end());
  std::vector<std::string> words = {"model"};
  for (const std::string& place : places) words.push_back("--only-below=" + place);
  words.push_back(tool.subcommand);
  if (tool.subcommand != "ask") words.insert(words.end(), models.begin(), models.end());
  if (tool.subcommand == "export") words.push_back("--to=" + text_in(arguments, "to"));
  for (const std::string& option : json_options(tool.subcommand)) words.push_back(option);
  words.insert(words.end(), options.words.begin(), options.words.end());
  if (tool.subcommand != "ask") return words;
  // The name of a pattern and its values are never options.
  words.push_back("--");
  words.push_back(models.front());
  words.push_back(text_in(arguments, "pattern"));
  for (std::string& value : texts_in(arguments, "values")) words.push_back(std::move(value));
  return words;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Whether the call may change something: a statement that is not a SELECT, or a tool that writes.
bool may_change(const McpTool& tool, const Node& request) {
  if (tool.operation != "ExecuteStatement") return tool.writes;
  const Node* const statement = request.find("Statement");
  if (!statement || !statement->is_scalar()) return true;
  const std::string_view text = statement->text;
  const auto begin = text.find_first_not_of(" \t\r\n");
  constexpr std::string_view kSelect = "select";
  return begin == text.npos || !std::ranges::equal(text.substr(begin, kSelect.size()), kSelect, {},
                                                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
}

template <class Request, class Response>
Result<std::string> carry_out(Database& database, Result<Response> (Database::*operation)(Request),
                              std::string_view body) {
  PARTITA_TRY_VALUE(request, protocol::decode_request<Request>(body));
  PARTITA_TRY_VALUE(response, (database.*operation)(std::move(request)));
  std::string out;
  protocol::encode_response(response, out);
  return out.empty() ? "{}" : out;
}

Result<std::string> carry_out(Database& database, std::string_view operation, std::string_view body) {
#define PARTITA_OPERATION(function, Name) \
  if (operation == #Name) return carry_out<Name##Request, Name##Response>(database, &Database::function, body);
#include <partita/operations.def>
#undef PARTITA_OPERATION
  return fail(ErrorCode::ValidationException, fmt::format("there is no operation {}", operation));
}

}  // namespace

Tree schema_of(const McpTool& tool) {
  Tree out = tree_map();
  out.add("type", tree_text("object"));
  Tree& properties = out.add("properties", tree_map());
  Tree required = tree_list();
  for (const ToolParameter& parameter : tool.parameters) {
    Tree& one = properties.add(parameter.name, tree_map());
    one.add("type", tree_text(type_text(parameter.type)));
    one.add("description", tree_text(parameter.description));
    if (parameter.type == Type::Texts) one.add("items", tree_map()).add("type", tree_text("string"));
    if (parameter.is_required) required.push(tree_text(parameter.name));
  }
  if (!required.items.empty()) out.add("required", std::move(required));
  out.add("additionalProperties", tree_flag(false));
  return out;
}

McpTools::McpTools(McpPlace place, int stop) : place_(std::move(place)), stop_(stop), tools_(model_tools()) {
  for (McpTool& tool : data_tools()) tools_.push_back(std::move(tool));
}

McpTools::~McpTools() = default;

expected<std::unique_ptr<McpTools>, std::string> McpTools::open(const McpPlace& place, int stop) {
  std::unique_ptr<McpTools> tools(new McpTools(place, stop));
  DemoTarget target = place.target;
  if (!target.data.empty() && !place.may_write) {
    PARTITA_TRY_VALUE(copy, DataCopy::make(target.data));
    tools->copy_ = std::move(copy);
    target.data = tools->copy_->path();
  }
  auto database = open_target(target);
  if (!database) return unexpected(text_of(database.error()));
  tools->database_ = std::move(*database);
  return tools;
}

const McpTool* McpTools::find(std::string_view name) const {
  const auto found = std::ranges::find(tools_, name, &McpTool::name);
  return found == tools_.end() ? nullptr : &*found;
}

ToolAnswer McpTools::call(const McpTool& tool, const Node& arguments) {
  if (const std::string fault = fault_of(tool, arguments); !fault.empty()) return refusal(fault);
  return tool.subcommand.empty() ? run_operation(tool, arguments) : run_model(tool, arguments);
}

ToolAnswer McpTools::run_model(const McpTool& tool, const Node& arguments) {
  std::unique_ptr<TemporaryFile> file;
  if (arguments.find("text") != nullptr) {
    auto made = TemporaryFile::make(text_in(arguments, "text"));
    if (!made) return refusal(made.error());
    file = std::move(*made);
  }
  const auto words = words_of(tool, arguments, file ? file->path() : "", place_.models_below);
  if (!words) return refusal(words.error());
  // A command line ends a word there, and the rest would be lost without a sign.
  for (const std::string& word : *words)
    if (word.find('\0') != word.npos) return refusal("an argument has a zero byte, which a tool of models cannot take");
  auto done = run_program(own_path(), *words, stop_);
  if (!done) return refusal(done.error());
  // The agent does not know the name of the file that has its text.
  if (file)
    for (std::string* text : {&done->out, &done->err}) replace_all(*text, file->path(), "model");
  // Findings and refused patterns are answers. Input that cannot be read has no output.
  if (done->out.empty()) return refusal(done->err.empty() ? "there is no output" : done->err);
  ToolAnswer answer = answer_with(std::move(done->out), false);
  answer.notes = std::move(done->err);
  return answer;
}

ToolAnswer McpTools::run_operation(const McpTool& tool, const Node& arguments) {
  const Node* const given = arguments.find("request");
  const Node request = given ? *given : documents::empty_map(arguments.place);
  if (may_change(tool, request) && !place_.target.endpoint.empty() && !place_.may_write)
    return refusal(fmt::format("{} may write, and this server works on an endpoint without --allow-writes", tool.name));
  const auto done = carry_out(*database_, tool.operation, documents::to_json_line(tree_of(request)));
  if (!done) return refusal(fmt::format("{}: {}", describe(done.error().code).name, text_of(done.error())));
  return answer_with(*done, false);
}

}  // namespace partita::tools
