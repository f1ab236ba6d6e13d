package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * A prepared read of an access pattern: everything that can be worked out without a database. It
 * has either the key of one item or a query for each shard.
 */
final class PreparedRead {
  // In a token of a read over several partitions the first position holds the number of the
  // partition to which the other positions belong.
  private static final String BUCKET = "bucket";

  private final Session session;
  private final ReadRequest request;
  private final AskedPattern pattern;
  private Map<String, AttributeValue> itemKey;
  private List<KeyRange> queries = List.of();
  private List<QueryPosition> starts = List.of();
  private Condition filter;
  private Bucket bucket;

  /**
   * The place of a read in a series of partitions that follow each other.
   *
   * @param all the partitions
   * @param number the number of the one that the queries read
   * @param filter the filter of the call, or null
   * @param binding the binding of page tokens, made from the first partition and the whole range
   */
  private record Bucket(Buckets all, int number, Condition filter, byte[] binding) {
    Bucket at(int other) {
      return new Bucket(all, other, filter, binding);
    }
  }

  private PreparedRead(Session session, ReadRequest request, AskedPattern pattern) {
    this.session = session;
    this.request = request;
    this.pattern = pattern;
  }

  /**
   * Returns the read.
   *
   * @throws ModelException for values, ranges, amounts, filters and tokens that do not fit the
   *     pattern
   */
  static PreparedRead of(Session session, ReadRequest request) {
    checkAmount("take", request.take());
    checkAmount("read_at_most", request.readAtMost());
    AskedPattern pattern = AskedPattern.of(request.table(), request.pattern());
    if (pattern.plan().bucketField() >= 0) {
      return ofBuckets(session, request, pattern);
    }
    if (pattern.plan().operation() == PlanDescription.Operation.QUERY) {
      return ofQuery(session, request, pattern, pattern);
    }
    // A GetItem has no page token, so the query path gets the token and refuses it. Nor can it
    // filter, so a pattern that names one item becomes a query if the read has a filter.
    if (request.filter() != null || request.after() != null) {
      return ofQuery(session, request, pattern, asQuery(pattern));
    }
    if (request.range() != null) {
      throw new ModelException(
          "The access pattern \"" + pattern.name() + "\" has no field for a range");
    }
    PreparedRead prepared = new PreparedRead(session, request, pattern);
    prepared.itemKey = Composer.primaryKey(pattern.first(), request.values());
    return prepared;
  }

  Session session() {
    return session;
  }

  ReadRequest request() {
    return request;
  }

  AskedPattern pattern() {
    return pattern;
  }

  /** Returns the key of the one item, or null for queries. */
  Map<String, AttributeValue> itemKey() {
    return itemKey;
  }

  /** Returns the queries, which are equal except for the partition key's values. */
  List<KeyRange> queries() {
    return queries;
  }

  QueryPosition start(int query) {
    return starts.isEmpty() ? QueryPosition.BEGIN : starts.get(query);
  }

  boolean isForward() {
    return request.isForward();
  }

  /** Returns true if rows that are not counted may come between rows that are. */
  boolean skips() {
    return filter != null || (request.part() != null && request.part().mixed());
  }

  /** Returns true if another partition must be read after this one. */
  boolean hasNextBucket() {
    return bucket != null
        && (isForward() ? bucket.number() + 1 < bucket.all().count() : bucket.number() > 0);
  }

  /** Returns the read of the next partition, from its beginning. Requires: there is one. */
  PreparedRead nextBucket() {
    int number = bucket.number() + (isForward() ? 1 : -1);
    return inBucket(session, request, pattern, bucket.at(number));
  }

  GetItemRequest getRequest() {
    return GetItemRequest.builder()
        .tableName(session.tableName(pattern.table()))
        .key(itemKey)
        .consistentRead(request.isConsistent())
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  /** Returns the request of one of the queries, without a limit, from a position. */
  QueryRequest.Builder queryRequest(int number, QueryPosition from) {
    Placeholders placeholders = new Placeholders();
    String condition = queries.get(number).render(placeholders);
    String filterText = filter == null ? null : Conditions.render(filter, placeholders);
    QueryRequest.Builder builder =
        QueryRequest.builder()
            .tableName(session.tableName(pattern.table()))
            .indexName(pattern.index() == null ? null : pattern.index().name())
            .consistentRead(request.isConsistent())
            .scanIndexForward(isForward())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .keyConditionExpression(condition)
            .filterExpression(filterText)
            .expressionAttributeNames(placeholders.names())
            .expressionAttributeValues(placeholders.values());
    return from.kind() == QueryPosition.Kind.AFTER
        ? builder.exclusiveStartKey(from.key())
        : builder;
  }

  /** Returns the token of a page that ended at these positions, one for each query. */
  String tokenOf(List<QueryPosition> positions) {
    List<QueryPosition> all = new ArrayList<>();
    if (bucket != null) {
      all.add(QueryPosition.after(Map.of(BUCKET, Values.number(bucket.number()))));
    }
    all.addAll(positions);
    return PageTokens.make(all, binding(), session.pageTokenKeys());
  }

  private byte[] binding() {
    return bucket == null ? bindingOfQueries() : bucket.binding();
  }

  private byte[] bindingOfQueries() {
    return PageTokens.binding(pattern, session.tableName(pattern.table()), queries, isForward());
  }

  private static void checkAmount(String name, Integer amount) {
    if (amount != null && amount < 1) {
      throw new ModelException(name + " must be at least 1");
    }
  }

  private static AskedPattern asQuery(AskedPattern pattern) {
    int sort = pattern.first().primary().sort().size();
    PlanDescription.SortPlan known =
        sort == 0 ? PlanDescription.SortPlan.NONE : PlanDescription.SortPlan.EQUAL;
    return pattern.withPlan(
        PlanDescription.query(pattern.plan().index(), known, sort, pattern.plan().forward()));
  }

  // Prepares queries that read from the beginning. The keys are those of the pattern, perhaps with
  // another plan.
  private static PreparedRead ofQueries(
      Session session, ReadRequest request, AskedPattern pattern, AskedPattern keysOf) {
    List<KeyRange> queries = KeyRanges.of(keysOf, request.values(), request.range());
    MemberPart part = request.part();
    if (part != null && part.alone()) {
      queries = MemberRanges.narrow(keysOf, part.entity(), queries);
    }
    if (request.readAtMost() != null && request.readAtMost() < queries.size()) {
      throw new ModelException(
          "read_at_most must be at least %d, because the read has %d queries, one for each shard"
              .formatted(queries.size(), queries.size()));
    }
    PreparedRead prepared = new PreparedRead(session, request, pattern);
    prepared.queries = queries;
    if (request.filter() != null) {
      Condition all =
          part != null ? request.filter() : Defaults.extend(pattern.first(), request.filter());
      boolean restricts = Conditions.render(all, new Placeholders()) != null;
      prepared.filter = restricts ? all : null;
    }
    return prepared;
  }

  private static PreparedRead ofQuery(
      Session session, ReadRequest request, AskedPattern pattern, AskedPattern keysOf) {
    PreparedRead prepared = ofQueries(session, request, pattern, keysOf);
    if (request.after() != null) {
      prepared.starts = prepared.readToken(prepared.queries.size());
    }
    return prepared;
  }

  private List<QueryPosition> readToken(int count) {
    return PageTokens.read(
        request.after(), binding(), session.pageTokenKeys(), count, pattern.name());
  }

  // ---- one partition after the other

  private static PreparedRead inBucket(
      Session session, ReadRequest whole, AskedPattern pattern, Bucket bucket) {
    Buckets all = bucket.all();
    int number = bucket.number();
    boolean isRange = pattern.plan().sort() == PlanDescription.SortPlan.RANGE;
    boolean isCut = !isRange && (number == 0 || number + 1 == all.count());
    ReadRequest request =
        whole.toBuilder()
            .values(all.valuesIn(number, whole.values()))
            .range(isRange ? all.range() : null)
            .filter(Condition.both(bucket.filter(), isCut ? all.filter() : null))
            .build();
    PreparedRead prepared = ofQueries(session, request, pattern, pattern);
    prepared.bucket = bucket;
    return prepared;
  }

  private static PreparedRead ofBuckets(
      Session session, ReadRequest request, AskedPattern pattern) {
    Buckets all = Buckets.of(pattern, request.range());
    int first = request.isForward() ? 0 : all.count() - 1;
    Bucket unbound = new Bucket(all, first, request.filter(), null);
    PreparedRead prepared = inBucket(session, request, pattern, unbound);
    // The keys do not hold the range, so the binding gets it.
    BinaryWriter binding = new BinaryWriter();
    binding.bytes(prepared.bindingOfQueries());
    binding.text(all.range().kind().name());
    binding.keyValue(all.range().low());
    if (all.range().high() != null) {
      binding.keyValue(all.range().high());
    }
    Bucket bound = new Bucket(all, first, request.filter(), binding.toBytes());
    prepared.bucket = bound;
    if (request.after() == null) {
      return prepared;
    }
    List<QueryPosition> positions = prepared.readToken(prepared.queries.size() + 1);
    String number = Values.numberOf(positions.get(0).key().get(BUCKET));
    PreparedRead continued =
        inBucket(
            session, request, pattern, bound.at(number == null ? 0 : Integer.parseInt(number)));
    continued.starts = positions.subList(1, positions.size());
    return continued;
  }
}
