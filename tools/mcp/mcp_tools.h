// The tools of `partita mcp`.
#pragma once

#include <partita/database.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "demo/demo.h"
#include "documents/node.h"
#include "documents/tree.h"
#include "mcp/data_copy.h"

namespace partita::tools {

struct ToolParameter {
  enum class Type : std::uint8_t { Text, Number, Flag, Object, Texts };
  std::string name;
  Type type = Type::Text;
  std::string description;
  bool is_required = false;
};

struct McpTool {
  std::string name;
  std::string description;
  std::vector<ToolParameter> parameters;
  std::string subcommand = {};  // of `partita model`; empty for an operation on the data
  std::string operation = {};   // of DynamoDB's API
  bool writes = false;
};

// The JSON schema of the tool's arguments.
documents::Tree schema_of(const McpTool& tool);

struct ToolAnswer {
  std::string text;                           // JSON, or the refusal
  std::optional<documents::Tree> value = {};  // the JSON
  bool is_error = false;
  std::string notes = {};  // for the reader beside the answer
};

// The place of the data.
struct McpPlace {
  DemoTarget target;
  bool may_write = false;
  std::string models_below = {};  // the directory with the files that calls may name; empty: each file
};

class McpTools {
 public:
  // Opens the place of the data. Without `may_write`, a data directory is copied first, and the copy is removed in the
  // end, so that writes do not reach it; writes to an endpoint are refused. Errors: a text of one line.
  // A call that runs a program ends when `stop`, a file or -1, becomes readable.
  static expected<std::unique_ptr<McpTools>, std::string> open(const McpPlace& place, int stop);
  ~McpTools();
  McpTools(const McpTools&) = delete;

  const std::vector<McpTool>& all() const { return tools_; }
  const McpTool* find(std::string_view name) const;
  bool may_write() const { return place_.may_write; }
  // The directory of the copy, or an empty path.
  std::string copy_path() const { return copy_ ? copy_->path() : std::string(); }

  // Carries out a call. `arguments` is a map.
  ToolAnswer call(const McpTool& tool, const documents::Node& arguments);

 private:
  McpTools(McpPlace place, int stop);
  ToolAnswer run_model(const McpTool& tool, const documents::Node& arguments);
  ToolAnswer run_operation(const McpTool& tool, const documents::Node& arguments);

  const McpPlace place_;
  const int stop_;
  std::unique_ptr<DataCopy> copy_;  // of the data, or nullptr; it must outlive database_
  std::unique_ptr<Database> database_;
  std::vector<McpTool> tools_;
};

}  // namespace partita::tools
