package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Counts the rows of an access pattern on the database, so that they do not cross the network. */
final class RowCount {
  private RowCount() {}

  /** The number of rows and the cost of the call. */
  record Count(long count, Cost cost) {}

  /**
   * Returns the number of rows on all pages. Only the numbers come over the wire, unless no filter
   * can tell which rows count. Rows that could not be read are counted too.
   *
   * @throws ModelException as a read does, and for a request with an amount to take or to read
   */
  static Count of(Session session, ReadRequest request) {
    if (request.take() != null || request.readAtMost() != null) {
      throw new ModelException("count counts all items: leave out take and read_at_most");
    }
    AskedPattern pattern = AskedPattern.of(request.table(), request.pattern());
    FieldDescription expires = expiryOf(pattern, request);
    Condition asked = RowMatch.of(pattern, request.values(), request.range()).asFilter();
    boolean isGet = pattern.plan().operation() == PlanDescription.Operation.GET_ITEM;
    if (isGet || asked == null || !canFilter(pattern, expires)) {
      return countRows(session, request);
    }
    Condition filter = Condition.both(asked.children().isEmpty() ? null : asked, request.filter());
    if (expires != null) {
      filter = Condition.both(filter, notExpired(expires.attribute(), session.now()));
    }
    PreparedRead prepared = PreparedRead.of(session, request.toBuilder().filter(filter).build());
    if (prepared.queries().get(0).excluded() != null || prepared.hasNextBucket()) {
      return countRows(session, request);
    }
    return countQueries(session, prepared);
  }

  // The field by which rows of the pattern expire, or null if they do not.
  private static FieldDescription expiryOf(AskedPattern pattern, ReadRequest request) {
    if (request.expiredToo()) {
      return null;
    }
    for (EntityDescription entity : pattern.entities()) {
      if (entity.ttl() >= 0) {
        return entity.field(entity.ttl());
      }
    }
    return null;
  }

  // A filter can use only attributes that the index projects and that are not key attributes.
  private static boolean canFilter(AskedPattern pattern, FieldDescription expires) {
    if (expires == null) {
      return true;
    }
    TableDescription table = pattern.table();
    int index = pattern.plan().index();
    return pattern.entities().size() == 1
        && table.holdsAttribute(index, expires)
        && !table.keyAttributes(index).contains(expires.attribute());
  }

  // The condition of rows that have not expired.
  private static Condition notExpired(String attribute, long nowMs) {
    long now = nowMs / 1000;
    return Condition.not(
        Condition.compare(
            ConditionKind.BETWEEN,
            attribute,
            Values.number(now - Expiry.LONGEST_PAST_SECONDS),
            Values.number(now)));
  }

  private static Count countRows(Session session, ReadRequest request) {
    RowPage page = Reading.read(session, request);
    return new Count(page.rows().size() + page.unreadable().size(), page.cost());
  }

  // Sends the queries side by side, until each has ended.
  private static Count countQueries(Session session, PreparedRead prepared) {
    CostMeter cost = new CostMeter();
    long count = 0;
    int size = prepared.queries().size();
    QueryPosition[] positions = new QueryPosition[size];
    for (int i = 0; i < size; ++i) {
      positions[i] = prepared.start(i);
    }
    for (; ; ) {
      List<Integer> round =
          IntStream.range(0, size).filter(i -> !positions[i].isEnd()).boxed().toList();
      if (round.isEmpty()) {
        return new Count(count, cost.toCost());
      }
      cost.addRequests(round.size());
      List<Supplier<QueryResponse>> calls = new ArrayList<>();
      for (int query : round) {
        QueryRequest request =
            prepared.queryRequest(query, positions[query]).select(Select.COUNT).build();
        calls.add(() -> session.client().query(request));
      }
      List<QueryResponse> answers = SideBySide.all(session.executor(), calls);
      for (int i = 0; i < answers.size(); ++i) {
        QueryResponse answer = answers.get(i);
        int matching = answer.count() == null ? 0 : answer.count();
        count += matching;
        cost.addReturned(matching);
        cost.addEvaluated(answer.scannedCount() == null ? 0 : answer.scannedCount());
        cost.addCapacity(answer.consumedCapacity());
        positions[round.get(i)] = QueryPosition.after(answer);
      }
    }
  }
}
