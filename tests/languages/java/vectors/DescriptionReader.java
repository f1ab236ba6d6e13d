package partita.runtime;

import java.util.List;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/** Reads the description of a model from JSON. */
final class DescriptionReader {
  private DescriptionReader() {}

  static List<TableDescription> tables(JsonNode model) {
    return Json.list(model, "tables").stream().map(DescriptionReader::table).toList();
  }

  static List<PatternDescription> patterns(JsonNode model) {
    return Json.list(model, "patterns").stream().map(DescriptionReader::pattern).toList();
  }

  private static TableDescription table(JsonNode node) {
    return new TableDescription(
        Json.text(node, "name"),
        Json.text(node, "partition"),
        Json.text(node, "sort"),
        Json.text(node, "typeAttribute"),
        Json.list(node, "indexes").stream().map(DescriptionReader::index).toList(),
        Json.list(node, "entities").stream().map(DescriptionReader::entity).toList(),
        () -> {
          throw new IllegalStateException("recorded calls create no table");
        },
        Json.text(node, "ttlAttribute"));
  }

  private static IndexDescription index(JsonNode node) {
    JsonNode shards = Json.get(node, "shards");
    JsonNode vector = Json.get(node, "vector");
    return new IndexDescription(
        Json.text(node, "name"),
        Json.texts(node, "partition"),
        Json.texts(node, "sort"),
        Json.text(node, "projection").equals("ALL"),
        Json.texts(node, "include"),
        shards == null
            ? null
            : new Shards(
                Json.number(shards, "count"),
                Json.number(shards, "was", 0),
                Json.text(shards, "of"),
                Json.text(shards, "attribute")),
        vector == null
            ? null
            : new VectorFacts(
                Json.text(vector, "attribute"),
                Json.number(vector, "dimensions"),
                Json.text(vector, "distance"),
                Json.texts(vector, "filters")));
  }

  private static EntityDescription entity(JsonNode node) {
    EntityDescription.Builder builder =
        EntityDescription.builder(Json.text(node, "name"))
            .aliases(Json.texts(node, "aliases").toArray(String[]::new))
            .version(Json.number(node, "version", -1))
            .ttl(Json.number(node, "ttl", -1))
            .created(Json.number(node, "created", -1))
            .updated(Json.number(node, "updated", -1))
            .sentinels(Json.text(node, "sentinels"));
    Json.list(node, "fields").forEach(field -> builder.field(field(field)));
    EntityKey primary = key(Json.get(node, "primary"));
    builder.primary(primary.partition(), primary.sort());
    Json.list(node, "indexes").forEach(index -> builder.index(key(index)));
    for (JsonNode unique : Json.list(node, "unique")) {
      builder.unique(
          unique.asArray().stream()
              .map(one -> Integer.valueOf(one.asNumber()))
              .toArray(Integer[]::new));
    }
    for (JsonNode computed : Json.list(node, "computed")) {
      builder.computed(
          Json.number(computed, "field"), Json.numbers(computed, "from").toArray(Integer[]::new));
    }
    return builder.build();
  }

  private static FieldDescription field(JsonNode node) {
    String document = Json.text(node, "document");
    return new FieldDescription(
        Json.text(node, "name"),
        Json.text(node, "attribute"),
        FieldKind.valueOf(Json.constant(Json.text(node, "kind"))),
        document == null ? null : DocumentType.valueOf(Json.constant(document)),
        Json.isTrue(node, "optional"),
        Json.isTrue(node, "keyOnly"),
        Json.isTrue(node, "hasDefault"),
        Json.list(node, "enumerators").stream()
            .map(
                one ->
                    new Enumerator(
                        Json.text(one, "name"), Json.text(one, "attribute"), Json.text(one, "key")))
            .toList());
  }

  private static EntityKey key(JsonNode node) {
    JsonNode when = Json.get(node, "when");
    return new EntityKey(
        Json.number(node, "index", -1),
        Json.list(node, "partition").stream().map(DescriptionReader::attribute).toList(),
        Json.list(node, "sort").stream().map(DescriptionReader::attribute).toList(),
        when == null ? null : new When(Json.number(when, "field"), Json.text(when, "equals")));
  }

  private static KeyAttribute attribute(JsonNode node) {
    return new KeyAttribute(
        Json.text(node, "attribute"),
        ScalarType.valueOf(Json.text(node, "type")),
        Json.isTrue(node, "natural"),
        Json.list(node, "parts").stream().map(DescriptionReader::part).toList());
  }

  private static KeyPart part(JsonNode node) {
    if (node.isString()) {
      return KeyPart.text(node.asString());
    }
    String format = Json.text(node, "format");
    String escape = Json.text(node, "escape");
    String mustBegin = Json.text(node, "mustBegin");
    return new KeyField(
        Json.number(node, "field"),
        format == null ? KeyFormat.PLAIN : KeyFormat.valueOf(Json.constant(format)),
        Json.number(node, "width", 0),
        Json.number(node, "shards", 1),
        Json.number(node, "wasShards", 0),
        escape == null ? KeyEscape.ESCAPED : KeyEscape.valueOf(Json.constant(escape)),
        mustBegin == null ? "" : mustBegin);
  }

  private static PatternDescription pattern(JsonNode node) {
    JsonNode plan = Json.get(node, "plan");
    return new PatternDescription(
        Json.text(node, "name"),
        Json.numbers(node, "entities"),
        Json.numbers(node, "by"),
        new PlanDescription(
            PlanDescription.Operation.valueOf(Json.constant(Json.text(plan, "operation"))),
            Json.number(plan, "index", -1),
            PlanDescription.SortPlan.valueOf(Json.constant(Json.text(plan, "sort"))),
            Json.number(plan, "sortParts"),
            Json.number(plan, "rangeField", -1),
            Json.isTrue(plan, "forward"),
            Json.isTrue(plan, "consistent"),
            Json.number(plan, "bucketField", -1)),
        Json.get(node, "wanted") == null ? null : Json.texts(node, "wanted"),
        Json.isTrue(node, "withExpired"));
  }
}
