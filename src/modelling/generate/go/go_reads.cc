#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/generate/go/go_parts.h"
#include "modelling/generate/go/go_text.h"
#include "modelling/generate/model_facts.h"
#include "modelling/generate/pattern_facts.h"

namespace partita::modelling::go {
namespace {

using model::FieldKind;
using model::kNone;

// The number of milliseconds is that of the text, which the model has checked.
std::string time_text(const std::string& text) { return fmt::format("rt.TimeOf({})", go_literal(text)); }

class ReadWriter {
 public:
  ReadWriter(const GoModel& model, const ProvenPattern& proven)
      : model_(model),
        proven_(proven),
        pattern_(*proven.declared),
        entity_(model.of(pattern_.entities.front(), pattern_.table)) {}

  std::string answer() const {
    std::string out;
    if (const auto filter = model_.filters.find(&pattern_); filter != model_.filters.end())
      out += go_filter_fields(entity_, filter->second, filter_fields(proven_, *entity_.declared)) + '\n';
    if (const auto answer = model_.answers.find(&pattern_); answer != model_.answers.end())
      out += (pattern_.entities.size() > 1 ? collection_type(answer->second) : row_type(answer->second)) + '\n';
    return out;
  }

  std::string write(std::size_t position) const {
    if (pattern_.operation == PatternOperation::BatchGet || pattern_.operation == PatternOperation::TransactGet)
      return keyed();
    DistinctNames names;
    std::vector<std::string> parameters;
    const std::string by = values(names, parameters);
    const std::string arguments = fmt::format("c.session, &model, {}, {}", position, decoder());
    if (pattern_.operation == PatternOperation::Search) return search(parameters, arguments, by);
    if (pattern_.entities.size() > 1) return collection(parameters, position, by);
    if (proven_.info.plan.operation == model::PlanOperation::GetItem) return get(parameters, arguments, by);
    return query(names, parameters, arguments, by);
  }

 private:
  std::string row() const { return pattern_.wanted.empty() ? entity_.type : model_.answers.at(&pattern_); }
  std::string filter() const {
    const auto found = model_.filters.find(&pattern_);
    return found == model_.filters.end() ? entity_.type : found->second;
  }
  std::string decoder() const {
    return pattern_.wanted.empty() ? entity_.small + "Codec.Decode" : "decode" + model_.answers.at(&pattern_);
  }
  const GoField& field_at(model::FieldPosition position) const {
    return entity_.field(std::string(proven_.info.entities.front()->at(position).name));
  }

  std::string function(const std::vector<std::string>& parameters, const std::string& result,
                       const std::string& body) const {
    const std::string& name = model_.methods.at(&pattern_);
    return go_pattern_doc(model_, pattern_, name, plan_sentence(proven_, *entity_.table)) +
           go_parameters(fmt::format("func (c *Client) {}", name), parameters,
                         fmt::format(" {} {{\n{}}}\n", result, body));
  }

  // The value that all calls ask for.
  static std::string constant_text(const GoField& field, const std::string& text) {
    switch (field.declared->kind) {
      case FieldKind::Enum:
        for (const Enumerator& one : field.declared->enumerators)
          if (one.attribute == text) return go_literal(one.name);
        return go_literal(text);
      case FieldKind::Bool:
      case FieldKind::Integer:
      case FieldKind::Unsigned:
      case FieldKind::Seconds:
      case FieldKind::Double:
        return text;
      case FieldKind::Time:
        return time_text(text);
      case FieldKind::Decimal:
        return fmt::format("rt.DecimalFrom({})", go_literal(text));
      default:
        return go_literal(text);
    }
  }

  // The argument that encodes the fields that the pattern asks for, and their parameters.
  std::string values(DistinctNames& names, std::vector<std::string>& parameters) const {
    std::string lines;
    for (const std::string& name : pattern_.by) {
      const GoField& field = entity_.field(name);
      std::string value;
      if (const std::string* constant = constant_of(pattern_, name)) {
        value = constant_text(field, *constant);
      } else {
        value = go_parameter(name, names);
        parameters.push_back(fmt::format("{} {}", value, field.type));
      }
      lines += fmt::format("\t\trt.Encode(e, {}, {}, {})\n", field.at, field.codec, value);
    }
    return lines.empty() ? "nil" : fmt::format("func(e *rt.Encoder) {{\n{}\t}}", lines);
  }

  std::string search(std::vector<std::string> parameters, const std::string& arguments, const std::string& by) const {
    parameters.insert(parameters.begin(), {"ctx context.Context", "vector []float32", "take int"});
    return function(parameters, fmt::format("([]rt.Found[{}], error)", row()),
                    fmt::format("\treturn rt.SearchItems(ctx, {}, {}, vector, take)\n", arguments, by));
  }

  std::string get(std::vector<std::string> parameters, const std::string& arguments, const std::string& by) const {
    parameters.insert(parameters.begin(), "ctx context.Context");
    parameters.emplace_back("options ...rt.GetOption");
    return function(parameters, fmt::format("({}, bool, error)", row()),
                    fmt::format("\treturn rt.GetOne(ctx, {}, {}, options)\n", arguments, by));
  }

  std::string query(DistinctNames& names, std::vector<std::string> parameters, const std::string& arguments,
                    const std::string& by) const {
    const model::Plan& plan = proven_.info.plan;
    const std::string types = fmt::format("{}, {}", row(), filter());
    const std::string read = fmt::format("rt.NewQuery[{}]({}, {})", filter(), arguments, by);
    if (plan.bucket_field != kNone) {
      const GoField& field = field_at(plan.bucket_field);
      const std::string first = go_parameter("first_" + field.declared->name, names);
      const std::string last = go_parameter("last_" + field.declared->name, names);
      parameters.push_back(fmt::format("{}, {} {}", first, last, field.type));
      return function(parameters, fmt::format("rt.Query[{}]", types),
                      fmt::format("\tquery := {}\n\treturn rt.NewRangedQuery(query, {}).Between({}, {})\n", read,
                                  field.codec, first, last));
    }
    if (plan.sort == model::SortCondition::Range && plan.range_field != kNone) {
      const GoField& field = field_at(plan.range_field);
      if (field.codec == "rt.Strings")
        return function(parameters, fmt::format("rt.RangedTextQuery[{}]", types),
                        fmt::format("\treturn rt.NewRangedTextQuery({})\n", read));
      return function(parameters, fmt::format("rt.RangedQuery[{}, {}]", types, field.type),
                      fmt::format("\treturn rt.NewRangedQuery({}, {})\n", read, field.codec));
    }
    return function(parameters, fmt::format("rt.Query[{}]", types), fmt::format("\treturn {}\n", read));
  }

  std::vector<std::string> member_names() const {
    DistinctNames names;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < pattern_.entities.size(); ++i) {
      const GoEntity& entity = model_.of(pattern_.entities[i], pattern_.table);
      out.push_back(names.distinct(has_at_most_one(proven_, i) ? entity.type : entity.plural));
    }
    return out;
  }

  std::string collection_type(const std::string& type) const {
    std::vector<std::pair<std::string, std::string>> rows;
    const std::vector<std::string> names = member_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string& item = model_.of(pattern_.entities[i], pattern_.table).type;
      rows.emplace_back(names[i], !has_at_most_one(proven_, i) ? "[]" + item : i == 0 ? item : "*" + item);
    }
    return go_doc({fmt::format("{} has the items of the pattern \"{}\".", type, pattern_.name)}) +
           fmt::format("type {} struct {{\n", type) + go_columns(rows, "\t") + "}\n";
  }

  std::string collection(std::vector<std::string> parameters, std::size_t position, const std::string& by) const {
    const std::string& type = model_.answers.at(&pattern_);
    const std::vector<std::string> names = member_names();
    std::string members;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const GoEntity& entity = model_.of(pattern_.entities[i], pattern_.table);
      const bool is_list = !has_at_most_one(proven_, i);
      members += fmt::format("\t\trt.{}({}Codec, func(whole *{}) {}{} {{ return &whole.{} }}),\n",
                             is_list  ? "Many"
                             : i == 0 ? "One"
                                      : "Maybe",
                             entity.small, type,
                             is_list  ? "*[]"
                             : i == 0 ? "*"
                                      : "**",
                             entity.type, names[i]);
    }
    std::string body =
        fmt::format("rt.NewCollection(\n\t\tc.session, &model, {}, {},\n{}\t)", position, by_argument(by), members);
    const std::string head = by == "nil" ? std::string() : fmt::format("\tby := {}\n", by);
    const model::Plan& plan = proven_.info.plan;
    if (plan.sort != model::SortCondition::Range || plan.range_field == kNone)
      return function(parameters, fmt::format("rt.Collection[{}]", type), fmt::format("{}\treturn {}\n", head, body));
    const GoField& field = field_at(plan.range_field);
    return function(parameters, fmt::format("rt.RangedCollection[{}, {}]", type, field.type),
                    fmt::format("{}\tcollection := {}\n\treturn rt.NewRangedCollection(collection, {})\n", head, body,
                                field.codec));
  }
  static const char* by_argument(const std::string& by) { return by == "nil" ? "nil" : "by"; }

  std::string row_type(const std::string& type) const {
    std::vector<GoRow> rows;
    std::string lines;
    for (const std::string& name : pattern_.wanted) {
      const GoField& field = entity_.field(name);
      rows.push_back(go_item_row(field));
      lines += fmt::format("\t{}(d, {}, {}, &item.{})\n", go_decoder(field), field.at, field.codec, field.name);
    }
    return go_doc({fmt::format("{} has the fields of {} that the pattern \"{}\" reads.", type, entity_.declared->name,
                               pattern_.name)}) +
           fmt::format("type {} struct {{\n", type) + go_struct_rows(rows) +
           fmt::format("}}\n\nfunc decode{0}(d *rt.Decoder, item *{0}) {{\n{1}}}\n", type, lines);
  }

  // Entities of one read are in one table.
  std::string keyed() const {
    const bool is_snapshot = pattern_.operation == PatternOperation::TransactGet;
    std::string out;
    for (std::size_t i = 0; i < pattern_.entities.size(); ++i) {
      const GoEntity& entity = model_.of(pattern_.entities[i], pattern_.table);
      const std::string& method = model_.parts.at(&pattern_)[i];
      if (!out.empty()) out += '\n';
      out += go_pattern_doc(model_, pattern_, method, plan_sentence(proven_, *entity.table));
      std::vector<std::string> parameters = {"ctx context.Context", fmt::format("keys []{}Key", entity.type)};
      if (!is_snapshot) parameters.emplace_back("options ...rt.GetOption");
      out += go_parameters(fmt::format("func (c *Client) {}", method), parameters,
                           fmt::format(" ([]*{}, error) {{\n\treturn c.{}.{}\n}}\n", entity.type, entity.plural,
                                       is_snapshot ? "Snapshot(ctx, keys)" : "GetMany(ctx, keys, options...)"));
    }
    return out;
  }

  const GoModel& model_;
  const ProvenPattern& proven_;
  const Pattern& pattern_;
  const GoEntity& entity_;
};

}  // namespace

std::string go_pattern_doc(const GoModel& model, const Pattern& pattern, const std::string& name,
                           const std::string& plan) {
  const std::string sentence = pattern.description.empty()
                                   ? fmt::format("{} is the pattern \"{}\".", name, pattern.name)
                                   : fmt::format("{}: {}", name, pattern.description);
  return go_doc({sentence, plan, cost_sentence(*model.units, pattern)});
}

std::string go_answer(const GoModel& model, const ProvenPattern& pattern) {
  return is_read(pattern.declared->operation) && pattern.served() ? ReadWriter(model, pattern).answer() : std::string();
}

std::string go_read(const GoModel& model, const ProvenPattern& pattern, std::size_t position) {
  return ReadWriter(model, pattern).write(position);
}

}  // namespace partita::modelling::go
