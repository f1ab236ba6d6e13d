package partita.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.SearchResultItem;
import software.amazon.awssdk.services.dynamodb.model.SearchVectorsRequest;
import software.amazon.awssdk.services.dynamodb.model.SearchVectorsResponse;

/** Sends the search of a pattern whose plan has a vector index. */
final class VectorSearch {
  private static final int MOST_RESULTS = 100;

  private final Session session;
  private final Request request;
  private final AskedPattern pattern;

  /**
   * A search.
   *
   * @param table the table
   * @param pattern the pattern
   * @param values the fields by which it selects
   * @param vector the vector
   * @param take the number of items, from 1 to 100
   * @param expiredToo true for items too whose time to live has passed
   */
  record Request(
      TableDescription table,
      PatternDescription pattern,
      Map<String, AttributeValue> values,
      List<Float> vector,
      int take,
      boolean expiredToo) {}

  /**
   * The answer of a search.
   *
   * @param rows the items, the best first
   * @param scores their scores
   * @param incomplete true if further items may exist
   * @param unreadable the rows that cannot be used
   * @param cost the cost
   */
  record Answer(
      List<Row> rows,
      List<Double> scores,
      boolean incomplete,
      List<UnreadableRow> unreadable,
      Cost cost) {}

  private VectorSearch(Session session, Request request) {
    this.session = session;
    this.request = request;
    this.pattern = AskedPattern.of(request.table(), request.pattern());
  }

  /**
   * Returns the items that a search found. Items whose time to live has passed are left out, and so
   * are entries whose fields have other values than those asked for. If the answer is then too
   * short, the search is sent again with a greater number of items, up to 100, which is the most
   * that the database gives.
   *
   * @throws ModelException if a value cannot be in a key or is absent
   */
  static Answer run(Session session, Request request) {
    return new VectorSearch(session, request).run();
  }

  private Answer run() {
    SearchVectorsRequest search = toRequest();
    CostMeter cost = new CostMeter();
    for (int asked = request.take(); ; ) {
      cost.addRequests(1);
      SearchVectorsResponse response =
          session.client().searchVectors(search.toBuilder().topK(asked).build());
      int count = response.searchResults().size();
      cost.addEvaluated(count);
      cost.addReturned(count);
      if (response.consumedCapacity() != null
          && response.consumedCapacity().vectorSearchRequestBytes() != null) {
        cost.addSearchBytes(response.consumedCapacity().vectorSearchRequestBytes());
      }
      List<Row> rows = new ArrayList<>();
      List<Double> scores = new ArrayList<>();
      List<UnreadableRow> unreadable = new ArrayList<>();
      int leftOut = take(response, rows, scores, unreadable, cost);
      boolean isFull = rows.size() + unreadable.size() == request.take();
      boolean isShort = !isFull && leftOut > 0 && count >= asked;
      if (!isShort || asked == MOST_RESULTS) {
        return new Answer(rows, scores, isShort, unreadable, cost.toCost());
      }
      asked = Math.min(MOST_RESULTS, asked + Math.max(asked, leftOut));
    }
  }

  // Returns the number of rows that readers may not see.
  private int take(
      SearchVectorsResponse response,
      List<Row> rows,
      List<Double> scores,
      List<UnreadableRow> unreadable,
      CostMeter cost) {
    RowMatch match = RowMatch.of(pattern, request.values(), null);
    int stale = 0;
    int leftOut = 0;
    for (SearchResultItem result : response.searchResults()) {
      if (rows.size() + unreadable.size() == request.take()) {
        break;
      }
      StoredRow row = StoredRow.of(pattern.table(), pattern.plan().index(), result.item());
      boolean isOfEntity = row.entity() == pattern.first();
      boolean isStale = isOfEntity && !match.matches(pattern.first(), row.item());
      if (isStale || (!request.expiredToo() && row.hasExpired(session))) {
        stale += isStale ? 1 : 0;
        ++leftOut;
      } else if (isOfEntity) {
        rows.add(row.toRow());
        scores.add(result.score() == null ? 0.0 : result.score().doubleValue());
      } else {
        unreadable.add(row.toUnreadable(pattern.table(), row.misfit(pattern)));
      }
    }
    cost.setStale(stale);
    return leftOut;
  }

  private SearchVectorsRequest toRequest() {
    if (request.take() < 1 || request.take() > MOST_RESULTS) {
      throw new ModelException(
          "top_k must be from 1 to %d, not %d".formatted(MOST_RESULTS, request.take()));
    }
    Placeholders placeholders = new Placeholders();
    StringJoiner condition = new StringJoiner(" AND ");
    comparedValues()
        .forEach(
            (attribute, value) ->
                condition.add(placeholders.name(attribute) + " = " + placeholders.value(value)));
    StringJoiner projection = new StringJoiner(", ");
    readAttributes().forEach(attribute -> projection.add(placeholders.name(attribute)));
    return SearchVectorsRequest.builder()
        .tableName(session.tableName(pattern.table()))
        .indexName(pattern.index().name())
        .searchVector(
            request.vector().stream()
                .map(one -> AttributeValue.fromN(FloatTexts.ofFloat(one)))
                .toList())
        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
        .projectionExpression(projection.length() == 0 ? null : projection.toString())
        .searchConditionExpression(condition.length() == 0 ? null : condition.toString())
        .expressionAttributeNames(placeholders.names())
        .expressionAttributeValues(placeholders.values())
        .build();
  }

  // The attributes that the search compares, with their values. The fields of the partition key are
  // in it. The others that the call gives are inline filters.
  private Map<String, AttributeValue> comparedValues() {
    EntityDescription entity = pattern.first();
    EntityKey key = pattern.findKey(entity);
    Map<String, AttributeValue> compared = new LinkedHashMap<>();
    Set<Integer> inPartition = new HashSet<>();
    for (KeyAttribute attribute : key == null ? List.<KeyAttribute>of() : key.partition()) {
      AttributeValue value = Composer.value(attribute, KeyRole.PARTITION, entity, request.values());
      if (value == null) {
        throw new ModelException(
            "The search \"%s\" needs a value for each member of the partition key %s of %s"
                .formatted(pattern.name(), attribute.attribute(), pattern.index().name()));
      }
      compared.putIfAbsent(attribute.attribute(), value);
      inPartition.addAll(attribute.fields());
    }
    for (int position : request.pattern().by()) {
      if (inPartition.contains(position)) {
        continue;
      }
      FieldDescription field = entity.field(position);
      AttributeValue value = request.values().get(field.attribute());
      if (value == null) {
        throw new ModelException(
            ("The search \"%s\" selects by a value of %s, and the given one is empty: items "
                    + "without a value cannot be selected")
                .formatted(pattern.name(), field.name()));
      }
      compared.putIfAbsent(field.attribute(), value);
    }
    String tag = pattern.table().typeAttribute();
    VectorFacts vector = pattern.index().vector();
    if (tag != null && entity.aliases().isEmpty() && vector.filters().contains(tag)) {
      compared.putIfAbsent(tag, AttributeValue.fromS(entity.name()));
    }
    return compared;
  }

  // The attributes of which the answer's rows are made, if it has the vector: those of the fields,
  // of the entity's keys, the type tag, and the attribute by which items expire. Empty for an
  // answer
  // with all attributes but the vector.
  private Set<String> readAttributes() {
    EntityDescription entity = pattern.first();
    List<String> wanted = request.pattern().wanted();
    Set<String> names = new LinkedHashSet<>();
    for (FieldDescription field : entity.fields()) {
      if (!field.keyOnly() && (wanted == null || wanted.contains(field.name()))) {
        names.add(field.attribute());
      }
    }
    if (!names.contains(pattern.index().vector().attribute())) {
      return Set.of();
    }
    for (KeyAttribute attribute : entity.primary().attributes()) {
      names.add(attribute.attribute());
    }
    for (KeyAttribute attribute : entity.keyFacts().indexAttributes()) {
      names.add(attribute.attribute());
    }
    if (pattern.table().typeAttribute() != null) {
      names.add(pattern.table().typeAttribute());
    }
    if (entity.ttl() >= 0) {
      names.add(entity.field(entity.ttl()).attribute());
    }
    return names;
  }
}
