// Models for the tests of modelling/write: an ordinary one, one with every setting of a table, and a hostile one.
#pragma once

#include <memory>

#include "modelling/core/model.h"
#include "support/hostile_texts.h"

namespace partita::modelling::samples {

inline Field field(std::string name, model::FieldKind kind = model::FieldKind::String) {
  return {.name = name, .attribute = name, .kind = kind};
}

inline Index global_index(std::string name, std::vector<std::string> partition, std::vector<std::string> sort = {}) {
  return {.name = std::move(name), .partition = std::move(partition), .sort = std::move(sort)};
}

// Orders with their lines, in one table with one index.
inline Model shop() {
  using model::FieldKind;
  Field status = field("status", FieldKind::Enum);
  status.enumerators = {{"CREATED", "CREATED", "CREATED"}, {"PAID", "PAID", "PAID"}};
  Field coupon = field("coupon");
  coupon.optional = true;
  Entity order{
      .name = "ORDER",
      .fields = {field("customer"), field("id", FieldKind::Ulid), field("created", FieldKind::Time), status,
                 field("cents", FieldKind::Integer), coupon, field("version", FieldKind::Integer)},
      .primary = {.partition = {"CUST#{customer}"}, .sort = {"ORDER#{id}"}},
      .indexes = {{.index = "by_status", .partition = {"STATUS#{status}"}, .sort = {"{created}#{customer}#{id}"}}},
      .version = "version",
      .samples = {Item({{"customer", "ada"},
                        {"id", "01J0000000000000000000000A"},
                        {"created", "2026-01-05T10:00:00.000Z"},
                        {"status", "PAID"},
                        {"cents", 1250},
                        {"version", 1}})}};
  Entity line{.name = "LINE",
              .fields = {field("customer"), field("order", FieldKind::Ulid), field("id"), field("sku"),
                         field("quantity", FieldKind::Integer)},
              .primary = {.partition = {"CUST#{customer}"}, .sort = {"ORDER#{order}#LINE#{id}"}}};
  Table table{.name = "shop",
              .partition_key = "PK",
              .sort_key = "SK",
              .type_attribute = "type",
              .indexes = {global_index("by_status", {"GSI1PK"}, {"GSI1SK"})},
              .entities = {order, line}};
  return {.name = "shop",
          .tables = {table},
          .patterns = {{.name = "Orders in one status, newest first",
                        .entities = {"ORDER"},
                        .by = {"status"},
                        .range = "created",
                        .forward = false},
                       {.name = "An order with its lines", .entities = {"ORDER", "LINE"}, .by = {"customer", "id"}},
                       {.name = "Pay an order",
                        .operation = PatternOperation::Update,
                        .actions = {{.kind = Action::Kind::Update, .entity = "ORDER", .set = {"status"}}}}}};
}

// Three tables that have together every setting which a definition of tables can hold.
inline Model settings() {
  using model::FieldKind;
  using model::IndexScope;
  Entity game{.name = "GAME",
              .fields = {field("player"), field("score", FieldKind::Integer), field("level", FieldKind::Integer),
                         field("played", FieldKind::Date), field("region"), field("expires", FieldKind::Seconds)},
              .primary = {.partition = {"{player}"}, .sort = {"{score}"}},
              .indexes = {{.index = "by_region", .partition = {"{region}", "{level}"}, .sort = {"{score}", "{played}"}},
                          {.index = "by_date", .sort = {"{played}"}}},
              .ttl = "expires"};
  Table games{.name = "games",
              .partition_key = "player",
              .sort_key = "score",
              .indexes = {global_index("by_region", {"region", "level"}, {"score", "played"}),
                          {.name = "by_date",
                           .scope = IndexScope::Local,
                           .sort = {"played"},
                           .projection = ProjectionType::Include,
                           .include = {"level"}}},
              .entities = {game},
              .stream = StreamViewType::NewAndOldImages,
              .point_in_time_recovery = true,
              .deletion_protection = true,
              .infrequent_access = true,
              .tags = {{"team", "games"}, {"cost center", "42"}}};
  Index by_kind = global_index("by_kind", {"kind"});
  by_kind.projection = ProjectionType::KeysOnly;
  by_kind.throughput = ProvisionedThroughput{3, 4};
  Table counted{.name = "counted.things",
                .partition_key = "id",
                .attribute_types = {{"id", ScalarAttributeType::B}, {"kind", ScalarAttributeType::N}},
                .indexes = {by_kind},
                .billing = BillingMode::Provisioned,
                .throughput = ProvisionedThroughput{5, 6}};
  Entity note{.name = "NOTE",
              .fields = {field("tenant"), field("id"), field("kind"), field("embedding", FieldKind::Document)},
              .primary = {.partition = {"TENANT#{tenant}"}, .sort = {"NOTE#{id}"}}};
  Index by_meaning{.name = "by_meaning",
                   .scope = IndexScope::Vector,
                   .partition = {"tenant"},
                   .vector = Vector{.attribute = "embedding", .dimensions = 3, .inline_filters = {"kind"}}};
  Table notes{.name = "notes", .partition_key = "PK", .sort_key = "SK", .indexes = {by_meaning}, .entities = {note}};
  return {.name = "settings", .tables = {games, counted, notes}};
}

// A table that SAM has a short form for.
inline Model simple() {
  Table table{.name = "simple-table", .partition_key = "id", .tags = {{"owner", "ada"}}};
  table.attribute_types = {{"id", ScalarAttributeType::N}};
  return {.name = "simple", .tables = {table}};
}

using test::hostile_texts;

// Each hostile text is the name of an attribute of an index's key or of an included attribute, and the value of a tag.
inline Model hostile() {
  const auto& texts = hostile_texts();
  Table table{.name = "hostile", .partition_key = texts[0], .sort_key = texts[1]};
  Index all = global_index("all", {texts[2], texts[3], texts[4], texts[5]}, {texts[6], texts[7], texts[8], texts[9]});
  all.projection = ProjectionType::Include;
  all.include = std::vector<std::string>(texts.begin() + 10, texts.end());
  table.indexes = {all};
  table.ttl_attribute = texts[4];
  return {.name = texts[0], .description = texts[3], .tables = {table}};
}

inline std::shared_ptr<const Model> shared(Model model) { return std::make_shared<const Model>(std::move(model)); }

}  // namespace partita::modelling::samples
