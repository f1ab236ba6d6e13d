package partita.runtime;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Plays recorded calls. */
final class Player {
  private final Session session;
  private final List<TableDescription> tables;
  private final List<PatternDescription> patterns;
  private final List<JsonNode> patternNodes;
  private String token;

  Player(Session session, JsonNode model) {
    this.session = session;
    this.tables = DescriptionReader.tables(model);
    this.patterns = DescriptionReader.patterns(model);
    this.patternNodes = Json.list(model, "patterns");
  }

  /** Returns the result in the form of the recorded one. */
  Map<String, Object> play(JsonNode call) {
    Map<String, Object> result = new TreeMap<>();
    switch (Json.text(call, "call")) {
      case "read", "load" -> addPage(result, page(call));
      case "count" -> result.put("count", RowCount.of(session, read(call)).count());
      case "batchGet" -> {
        KeyedRows rows = BatchGet.run(session, gets(call), Json.isTrue(call, "consistent"));
        result.put("rows", rows.rows().stream().map(this::row).toList());
      }
      case "transactGet" ->
          result.put(
              "rows", Snapshot.read(session, gets(call)).rows().stream().map(this::row).toList());
      case "write" -> {
        WriteAnswer answer = SingleWrite.run(session, write(Json.get(call, "write")));
        if (answer.row() != null) {
          result.put("row", List.of(row(answer.row())));
        }
        if (answer.old() != null) {
          result.put("old", List.of(row(answer.old())));
        }
        result.put("requests", answer.cost().requests());
      }
      case "transact" -> Transaction.run(session, writes(call));
      case "batchWrite" -> BatchWrite.run(session, writes(call));
      default -> throw new IllegalStateException("unknown call " + Json.text(call, "call"));
    }
    return result;
  }

  private RowPage page(JsonNode call) {
    ReadRequest request = read(call);
    if (Json.get(call, "members") == null) {
      return Reading.read(session, request);
    }
    List<CollectedMember> members =
        Json.list(call, "members").stream()
            .map(
                one ->
                    CollectedMember.of(
                        request.table().entities().get(Json.number(one, "entity")),
                        Json.isTrue(one, "single")))
            .toList();
    return CollectionRead.load(session, request, members);
  }

  private void addPage(Map<String, Object> result, RowPage page) {
    token = page.token();
    result.put("rows", page.rows().stream().map(this::row).toList());
    result.put("hasToken", page.token() != null);
    result.put("unreadable", page.unreadable().size());
    result.put("stale", page.cost().stale());
    result.put("requests", page.cost().requests());
  }

  private Object row(Row row) {
    if (row == null) {
      return null;
    }
    for (TableDescription table : tables) {
      int entity = table.entities().indexOf(row.entity());
      if (entity >= 0) {
        Map<String, Object> out = new TreeMap<>();
        out.put("entity", entity);
        out.put("attributes", SdkJson.plain(row.attributes()));
        return out;
      }
    }
    throw new IllegalStateException("a row of no entity");
  }

  private TableDescription table(JsonNode node) {
    String name = Json.text(node, "table");
    return tables.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private static Map<String, AttributeValue> mapOf(JsonNode node) {
    Map<String, AttributeValue> map = new LinkedHashMap<>();
    for (JsonNode entry : node.asArray()) {
      map.put(entry.asArray().get(0).asString(), SdkJson.attribute(entry.asArray().get(1)));
    }
    return map;
  }

  private ReadRequest read(JsonNode call) {
    int number = Json.number(call, "pattern");
    JsonNode range = Json.get(call, "range");
    JsonNode filter = Json.get(call, "filter");
    TableDescription table = tables.get(Json.number(patternNodes.get(number), "table"));
    return ReadRequest.builder(table, patterns.get(number), mapOf(Json.get(call, "values")))
        .range(
            range == null
                ? null
                : new SortRange(
                    RangeKind.valueOf(Json.constant(Json.text(range, "kind"))),
                    SdkJson.attribute(Json.get(range, "low")),
                    SdkJson.attribute(Json.get(range, "high"))))
        .filter(filter == null ? null : condition(filter))
        .take(Json.number(call, "take"))
        .readAtMost(Json.number(call, "readAtMost"))
        .after(Json.get(call, "afterLast") == null ? null : token)
        .forward(Json.truth(call, "forward"))
        .consistent(Json.truth(call, "consistent"))
        .expiredToo(Json.isTrue(call, "expiredToo"))
        .oneRound(Json.isTrue(call, "oneRound"))
        .build();
  }

  private static List<Step> path(JsonNode node) {
    return Json.list(node, "path").stream()
        .map(
            one ->
                one.isNumber()
                    ? Step.at(Integer.parseInt(one.asNumber()))
                    : Step.of(one.asString()))
        .toList();
  }

  private static Condition condition(JsonNode node) {
    List<AbsentValue> absent =
        Json.list(node, "absent").stream()
            .map(
                one ->
                    new AbsentValue(
                        Json.number(one, "steps"),
                        SdkJson.attribute(Json.get(one, "value")),
                        Json.isTrue(one, "isNull")))
            .toList();
    List<AttributeValue> values = new ArrayList<>();
    Json.list(node, "values").forEach(value -> values.add(SdkJson.attribute(value)));
    return new Condition(
        ConditionKind.valueOf(Json.constant(Json.text(node, "kind"))),
        path(node),
        values,
        Json.list(node, "children").stream().map(Player::condition).toList(),
        absent);
  }

  private List<GetRequest> gets(JsonNode call) {
    return Json.list(call, "gets").stream()
        .map(
            one -> {
              TableDescription table = table(one);
              EntityDescription entity = table.entities().get(Json.number(one, "entity"));
              return new GetRequest(table, entity, mapOf(Json.get(one, "values")));
            })
        .toList();
  }

  private List<WriteRequest> writes(JsonNode call) {
    return Json.list(call, "writes").stream().map(this::write).toList();
  }

  private WriteRequest write(JsonNode call) {
    TableDescription table = table(call);
    EntityDescription entity = table.entities().get(Json.number(call, "entity"));
    WriteKind kind = WriteKind.valueOf(Json.constant(Json.text(call, "kind")));
    WriteRequest.Builder builder =
        WriteRequest.builder(kind, table, entity, mapOf(Json.get(call, "values")));
    if (Json.get(call, "movedTo") != null) {
      builder.movedTo(mapOf(Json.get(call, "movedTo")));
    }
    if (Json.get(call, "given") != null) {
      builder.given(mapOf(Json.get(call, "given")));
    }
    if (Json.get(call, "condition") != null) {
      builder.condition(condition(Json.get(call, "condition")));
    }
    if (Json.get(call, "expectedVersion") != null) {
      builder.expectedVersion(Long.valueOf(Json.text(call, "expectedVersion")));
    }
    return builder
        .changes(Json.list(call, "changes").stream().map(Player::change).toList())
        .readFirst(Json.isTrue(call, "readFirst"))
        .mustExist(Json.isTrue(call, "mustExist"))
        .returnsOld(Json.isTrue(call, "returnsOld"))
        .anyVersion(Json.isTrue(call, "anyVersion"))
        .build();
  }

  private static Change change(JsonNode node) {
    JsonNode range = Json.get(node, "range");
    return new Change(
        ChangeKind.valueOf(Json.constant(Json.text(node, "kind"))),
        Json.number(node, "field"),
        path(node),
        Json.isTrue(node, "ofElement"),
        SdkJson.attribute(Json.get(node, "value")),
        range == null
            ? null
            : new WholeRange(
                new BigInteger(Json.text(range, "least")),
                new BigInteger(Json.text(range, "most"))));
  }
}
