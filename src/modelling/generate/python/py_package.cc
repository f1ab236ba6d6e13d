#include "modelling/generate/python/py_package.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/generate/python/py_module.h"
#include "modelling/generate/python/py_text.h"

namespace partita::modelling::python {
namespace {

std::vector<LanguageLimit> scans_of(const Model& model) {
  std::vector<LanguageLimit> out;
  for (const Pattern& pattern : model.patterns)
    if (pattern.operation == PatternOperation::Scan) out.push_back({{}, {}, pattern.name, {}, "it scans the table"});
  return out;
}
constexpr Language kPython{scans_of, false};

// The names of the library that a package exports.
std::vector<std::string> exported_by_library() {
  return {"AsyncClient",
          "AsyncCollection",
          "AsyncQuery",
          "AttributeMap",
          "AttributeValue",
          "BatchUnfinishedError",
          "Between",
          "Changed",
          "Client",
          "CollectedPage",
          "Collection",
          "Condition",
          "Cost",
          "DocumentList",
          "DocumentMap",
          "DocumentSet",
          "DocumentValue",
          "Found",
          "MemberChange",
          "ModelError",
          "OutcomeUnknownError",
          "Page",
          "Query",
          "Range",
          "RefusalReason",
          "SessionOptions",
          "ThreadedClient",
          "UnreadableRowError",
          "Version",
          "Where",
          "Write",
          "WriteRefusedError",
          "member"};
}

class PyPackageWriter {
 public:
  PyPackageWriter(const PyModel& model, const std::vector<std::string>& left_out)
      : model_(model), left_out_(left_out), sources_(py_library_sources()) {}

  Package write() {
    add("description", "The model as data, with the plans that the planner of Partita has proven.",
        py_description(model_));
    add("entities", "The entities: their keys, new items, items, and the fields that conditions may name.", entities());
    add("writers", "The writes of the entities, and the types of their changes.", writers());
    add("patterns", "The access patterns, with the types of their answers and filters.", patterns());
    add("client", "The client for programs that wait for each answer.", client(PyForm::Sync));
    add("aio", "The client for programs of asyncio.", client(PyForm::Async));
    out_.files.insert(out_.files.begin(), PackageFile{"__init__.py", init()});
    out_.files.push_back({"py.typed", ""});
    return std::move(out_);
  }

 private:
  std::string source() const {
    return model_.options.source.empty() ? std::string("a data model") : model_.options.source;
  }

  void add(const std::string& name, const std::string& doc, std::string body) {
    body.erase(0, body.find_first_not_of('\n'));
    // Two empty lines are in front of a class, and one is in front of other code behind the imports.
    if (body.starts_with('@') || body.starts_with("class ")) body.insert(0, 1, '\n');
    const std::string made = fmt::format(
        "`partita model gen python` made this file from {}. Do not change it: change the model, and make it again.",
        source());
    out_.files.push_back({name + ".py", py_module(py_doc({doc, made}, 0), body, sources_)});
    sources_.push_back({"." + name, py_defined(body)});
    // The order of the import sorter.
    std::ranges::stable_sort(sources_, [](const PySource& a, const PySource& b) {
      const bool a_is_own = a.module.starts_with('.'), b_is_own = b.module.starts_with('.');
      return a_is_own != b_is_own ? b_is_own : a.module < b.module;
    });
  }

  template <class Each>
  void for_each_entity(Each each) const {
    const auto& tables = model_.model().tables;
    for (std::size_t t = 0; t < tables.size(); ++t)
      for (std::size_t e = 0; e < tables[t].entities.size(); ++e)
        each(model_.of(tables[t], tables[t].entities[e].name), t, e);
  }

  std::string entities() const {
    std::string out;
    std::vector<PyNode> all;
    for_each_entity([&](const PyEntity& entity, std::size_t table, std::size_t position) {
      std::string text = py_entity(model_, table, position);
      if (!text.starts_with('\n')) text.insert(0, out.empty() ? "\n" : "\n\n");
      out += text;
      all.push_back(py_text(entity.constant));
    });
    return out + '\n' + py_line(py_before("ENTITIES = ", py_tuple(std::move(all))));
  }

  std::string writers() const {
    std::string out = "\n_Written = TypeVar(\"_Written\")\n_Removed = TypeVar(\"_Removed\")\n", all;
    for_each_entity([&](const PyEntity& entity, std::size_t table, std::size_t position) {
      const Table& declared = model_.model().tables[table];
      out += py_writer(model_, declared, declared.entities[position]);
      all += fmt::format("        self.{} = {}Writes({})\n", entity.property, entity.type, entity.constant);
    });
    out += fmt::format("\n\nclass {}Writes:\n", model_.client) +
           py_doc({"The writes of each entity as parts of a transaction."}, 4);
    return all.empty() ? out : out + "\n    def __init__(self) -> None:\n" + all;
  }

  std::string patterns() const {
    std::string out;
    std::size_t position = 0;
    for (const ProvenPattern& pattern : model_.provable->proof->patterns()) {
      std::string text = py_pattern(model_, pattern, position);
      out += text;
      if (pattern.served()) ++position;
    }
    std::vector<std::string> changes;
    for_each_entity([&](const PyEntity& entity, std::size_t, std::size_t) {
      changes.push_back(fmt::format("Changed[{}]", entity.type));
    });
    if (changes.empty()) return out;
    return out + "\n\n# A change of an item, as a stream tells it.\n" +
           py_union_line(model_.client + "Change: TypeAlias", changes);
  }

  std::string entity_client(const PyEntity& entity, bool batches, PyForm form) const {
    const bool is_async = form == PyForm::Async;
    const std::string& type = entity.type;
    const std::string base = fmt::format("{}{}", is_async ? "Async" : "", batches ? "BatchClient" : "EntityClient");
    std::vector<std::string> of = {type + "Key", type};
    if (batches) of.insert(of.begin() + 1, type + "Input");
    const auto answer = [&](const std::string& one) {
      return is_async ? fmt::format("Coroutine[Any, Any, {}]", one) : one;
    };
    return "\n\n" +
           py_line(py_call(fmt::format("class {}{}Client", is_async ? "Async" : "", type),
                           {py_list(base, py_texts(of)),
                            py_list(type + "Writer", py_texts({answer(type), answer(type + " | None")}))},
                           ":")) +
           py_doc({fmt::format("The operations on {}.", entity.property)}, 4);
  }

  std::string client(PyForm form) const {
    const bool is_async = form == PyForm::Async;
    std::string out, members;
    for_each_entity([&](const PyEntity& entity, std::size_t table, std::size_t position) {
      const Entity& declared = model_.model().tables[table].entities[position];
      out += entity_client(entity, declared.version.empty() && declared.unique.empty(), form);
      members +=
          py_line(py_call(fmt::format("self.{} = {}{}Client", entity.property, is_async ? "Async" : "", entity.type),
                          py_texts({"self._session", entity.constant})),
                  8);
    });
    const Model& model = model_.model();
    out += fmt::format("\n\nclass {}{}({}ModelClient):\n", is_async ? "Async" : "", model_.client,
                       is_async ? "Async" : "");
    out += py_doc(
        {model.description.empty() ? "The entities and access patterns, each of which is served by a key condition."
                                   : model.description},
        4);
    out += fmt::format("\n    def __init__(self, client: {}, options: SessionOptions | None = None) -> None:\n",
                       is_async ? "AsyncClient" : "Client");
    out += py_doc({is_async ? "Takes a client whose methods are coroutines, such as that of aiobotocore, or a "
                              "ThreadedClient over one of boto3."
                            : "Takes a client of boto3: boto3.client(\"dynamodb\")."},
                  8);
    out += "        super().__init__(DESCRIPTION, client, options)\n" + members;
    out += fmt::format("        self.writes = {}Writes()\n", model_.client);
    if (!members.empty()) out += parse_change();
    for (const ProvenPattern& pattern : model_.provable->proof->patterns())
      out += is_read(pattern.declared->operation) ? py_read(model_, pattern, form)
                                                  : py_write(model_, *pattern.declared, form);
    return out;
  }

  std::string parse_change() const {
    return fmt::format("\n    def parse_change(self, record: Mapping[str, Any]) -> {}Change | None:\n", model_.client) +
           py_doc({"Returns the change that a record of a stream says, or None if its item belongs to no entity."}, 8) +
           "        return parse_change(ENTITIES, record)\n";
  }

  std::string init() const {
    std::vector<std::string> paragraphs = {
        fmt::format("The entities and access patterns of {}, made by `partita model gen python`.", source()),
        "Do not change this package: change the model, and make it again."};
    paragraphs.insert(paragraphs.end(), left_out_.begin(), left_out_.end());
    std::string out = py_doc(paragraphs, 0) + "\nfrom __future__ import annotations\n\n";
    std::vector<std::string> all = exported_by_library();
    std::vector<PySource> sources = sources_;
    sources.push_back({".runtime", all});
    std::ranges::stable_sort(sources, {}, &PySource::module);
    for (const PySource& source : sources) {
      if (source.module == ".runtime") {
        out += py_import(source.module, source.names);
        continue;
      }
      if (!source.module.starts_with('.') || source.module.starts_with(".runtime")) continue;
      std::vector<std::string> names;
      for (const std::string& name : source.names)
        if (!name.starts_with('_') && !name.ends_with("_PATTERN") && !name.ends_with("_MEMBERS") &&
            !name.ends_with("_TYPE") && name != "ENTITIES" && name != "DESCRIPTION")
          names.push_back(name);
      if (names.empty()) continue;
      all.insert(all.end(), names.begin(), names.end());
      out += py_import(source.module, names);
    }
    py_sort_exported(all);
    out += "\n__all__ = [\n";
    for (const std::string& name : all) out += fmt::format("    {},\n", py_literal(name));
    return out + "]\n";
  }

  const PyModel& model_;
  const std::vector<std::string>& left_out_;
  std::vector<PySource> sources_;
  Package out_;
};

}  // namespace

Package py_package(const Model& model, const PyOptions& options) {
  const Provable provable = provable_part(model, kPython);
  std::vector<std::string> left_out;
  for (const LeftOut& one : provable.left_out)
    left_out.push_back(fmt::format("The {} {} is left out: {}", one.what, one.name, one.why));
  for (const Pattern& pattern : provable.proof->model().patterns)
    if (std::string lacks = py_lacks(pattern); !lacks.empty()) left_out.push_back(std::move(lacks));
  const ModelUnits units = units_of_model(provable.proof);
  const PyModel names = py_names(provable, units, options);
  Package out = PyPackageWriter(names, left_out).write();
  out.left_out = std::move(left_out);
  for (const auto& [path, text] : py_runtime())
    out.files.push_back({fmt::format("runtime/{}", path), std::string(text)});
  return out;
}

}  // namespace partita::modelling::python
