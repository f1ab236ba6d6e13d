#include "mcp/mcp_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "documents/read_json.h"
#include "documents/tree.h"
#include "documents/tree_of.h"

namespace partita::tools {
namespace {

using documents::Node;
using documents::Tree;
using documents::tree_flag;
using documents::tree_list;
using documents::tree_map;
using documents::tree_number;
using documents::tree_of;
using documents::tree_text;

// The newest one is offered to a client that asks for another.
constexpr std::array<std::string_view, 3> kVersions = {"2025-06-18", "2025-03-26", "2024-11-05"};

constexpr std::string_view kInstructions =
    "Partita designs and checks DynamoDB data models, and answers DynamoDB's API. Begin with model_show or model_lint "
    "for a "
    "model that exists, and with model_design for a new one. Findings and proofs come from the compiler of models and "
    "not from "
    "a language model. Tools that write work on a copy of the data that is thrown away, unless the server allows "
    "writes.";

enum ErrorNumber { kNotJson = -32700, kNotARequest = -32600, kNoMethod = -32601, kWrongParameters = -32602 };

Tree message_with(const Tree& id) {
  Tree out = tree_map();
  out.add("jsonrpc", tree_text("2.0"));
  out.add("id", id);
  return out;
}

std::string error(const Tree& id, ErrorNumber number, std::string_view text) {
  Tree out = message_with(id);
  Tree& fault = out.add("error", tree_map());
  fault.add("code", tree_number(std::int64_t{number}));
  fault.add("message", tree_text(text));
  return documents::to_json_line(out);
}

std::string result(const Tree& id, Tree value) {
  Tree out = message_with(id);
  out.add("result", std::move(value));
  return documents::to_json_line(out);
}

auto read_message(std::string_view message) {
  return documents::read_json(message, std::make_shared<const std::string>("message"));
}

Tree handshake(const Node* parameters) {
  const Node* const wanted = parameters ? parameters->find("protocolVersion") : nullptr;
  const bool is_known = wanted && McpServer::speaks(wanted->text);
  Tree out = tree_map();
  out.add("protocolVersion", tree_text(is_known ? std::string_view(wanted->text) : kVersions.front()));
  out.add("capabilities", tree_map()).add("tools", tree_map()).add("listChanged", tree_flag(false));
  Tree& server = out.add("serverInfo", tree_map());
  server.add("name", tree_text("partita"));
  server.add("version", tree_text(PARTITA_VERSION));
  out.add("instructions", tree_text(kInstructions));
  return out;
}

Tree list_of(const McpTools& tools) {
  Tree out = tree_map();
  Tree& list = out.add("tools", tree_list());
  for (const McpTool& tool : tools.all()) {
    Tree& one = list.push(tree_map());
    one.add("name", tree_text(tool.name));
    one.add("description", tree_text(tool.description));
    one.add("inputSchema", schema_of(tool));
    Tree& hints = one.add("annotations", tree_map());
    hints.add("readOnlyHint", tree_flag(!tool.writes));
    hints.add("destructiveHint", tree_flag(tool.writes && tools.may_write()));
    hints.add("openWorldHint", tree_flag(false));
  }
  return out;
}

Tree answer_of(const ToolAnswer& answer) {
  Tree out = tree_map();
  Tree& content = out.add("content", tree_list());
  for (const std::string* text : {&answer.text, &answer.notes}) {
    if (text->empty() && text != &answer.text) continue;
    Tree& one = content.push(tree_map());
    one.add("type", tree_text("text"));
    one.add("text", tree_text(*text));
  }
  if (answer.value && answer.value->kind == Tree::Kind::Map) out.add("structuredContent", *answer.value);
  if (answer.is_error) out.add("isError", tree_flag(true));
  return out;
}

}  // namespace

bool McpServer::speaks(std::string_view version) { return std::ranges::find(kVersions, version) != kVersions.end(); }

std::string McpServer::id_of(std::string_view message) {
  const auto read = read_message(message);
  const Node* const id = read && read->is_map() ? read->find("id") : nullptr;
  return id ? documents::to_json_line(tree_of(*id)) : std::string();
}

std::optional<std::string> McpServer::cancelled_by(std::string_view message) {
  constexpr std::string_view kMethod = "notifications/cancelled";
  // JSON may escape the slash.
  if (message.find("cancelled") == message.npos) return std::nullopt;
  const auto read = read_message(message);
  if (!read || !read->is_map()) return std::nullopt;
  const Node* const method = read->find("method");
  const Node* const parameters = read->find("params");
  const Node* const id = parameters ? parameters->find("requestId") : nullptr;
  if (!method || method->text != kMethod || !id) return std::nullopt;
  return documents::to_json_line(tree_of(*id));
}

std::optional<std::string> McpServer::answer(std::string_view message) {
  const auto read = read_message(message);
  if (!read) return error({}, kNotJson, "the message is not JSON, has a name twice, or is nested too deeply");
  if (!read->is_list()) return answer_one(*read);
  // A batch, which version 2025-03-26 has.
  if (read->items.empty()) return error({}, kNotARequest, "the batch has no message");
  std::string answers;
  for (const Node& one : read->items) {
    auto answer = answer_one(one);
    if (!answer) continue;
    while (answer->ends_with('\n')) answer->pop_back();
    answers += (answers.empty() ? "[" : ", ") + *answer;
  }
  if (answers.empty()) return std::nullopt;
  return answers + "]\n";
}

std::optional<std::string> McpServer::answer_one(const Node& message) {
  const Node* const method = message.find("method");
  const Node* const given_id = message.find("id");
  const Tree id = given_id ? tree_of(*given_id) : Tree{};
  if (!message.is_map() || (method && !method->is_scalar()))
    return error(id, kNotARequest, "a message is an object with a method");
  // An answer of the client to a request that this server never makes.
  if (!method && (message.find("result") || message.find("error"))) return std::nullopt;
  if (!method) return error(id, kNotARequest, "the message has no method");
  if (!given_id) return std::nullopt;  // a notification
  const Node* const parameters = message.find("params");
  if (method->text == "initialize") return result(id, handshake(parameters));
  if (method->text == "ping") return result(id, tree_map());
  if (method->text == "tools/list") return result(id, list_of(tools_));
  if (method->text != "tools/call") return error(id, kNoMethod, "there is no method '" + method->text + "'");
  const Node* const name = parameters ? parameters->find("name") : nullptr;
  if (!name || !name->is_scalar()) return error(id, kWrongParameters, "the call has no name of a tool");
  const McpTool* const tool = tools_.find(name->text);
  if (!tool) return error(id, kWrongParameters, "there is no tool '" + name->text + "'");
  const Node no_arguments = documents::empty_map(message.place);
  const Node* const arguments = parameters->find("arguments");
  return result(id, answer_of(tools_.call(*tool, arguments ? *arguments : no_arguments)));
}

}  // namespace partita::tools
