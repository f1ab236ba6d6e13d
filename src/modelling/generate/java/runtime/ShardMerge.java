package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Joins the answers of queries that run side by side into one answer in the order of the sort key.
 *
 * <p>A row is handed out only while every query that has not ended has a row waiting. So no row can
 * come later that belongs before it. A query's position is directly after its last item that was
 * handed out.
 */
final class ShardMerge {
  private final PreparedRead prepared;
  private final List<Query> queries = new ArrayList<>();
  private final List<String> order;

  private static final class Query {
    private List<Map<String, AttributeValue>> items = List.of(); // of the last page
    private int handedOut; // of the items
    private QueryPosition pageStart; // before the last page
    private QueryPosition next; // after the last page

    Query(QueryPosition start) {
      pageStart = start;
      next = start;
    }

    boolean isWaiting() {
      return handedOut < items.size();
    }
  }

  ShardMerge(PreparedRead prepared) {
    this.prepared = prepared;
    AskedPattern pattern = prepared.pattern();
    order = pattern.table().sortAttributes(pattern.plan().index());
    for (int i = 0; i < prepared.queries().size(); ++i) {
      queries.add(new Query(prepared.start(i)));
    }
  }

  /**
   * Returns the numbers of the queries that may have more rows but have no row waiting. If there is
   * no such query, next() can continue or all queries have ended.
   */
  List<Integer> dry() {
    List<Integer> dry = new ArrayList<>();
    for (int i = 0; i < queries.size(); ++i) {
      if (!queries.get(i).isWaiting() && !queries.get(i).next.isEnd()) {
        dry.add(i);
      }
    }
    return dry;
  }

  /** Returns true if all queries have ended and all their rows were handed out. */
  boolean hasEnded() {
    for (Query query : queries) {
      if (query.isWaiting() || !query.next.isEnd()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the position from which a query continues. */
  QueryPosition nextStart(int number) {
    return queries.get(number).next;
  }

  /** Adds a page of a query. Requires: the query is dry. */
  void add(int number, QueryResponse page) {
    Query query = queries.get(number);
    query.pageStart = query.next;
    query.next = QueryPosition.after(page);
    query.handedOut = 0;
    query.items = page.items();
  }

  /** Returns the next item, or null if a query is dry or all have ended. */
  Map<String, AttributeValue> next() {
    Query first = null;
    for (Query query : queries) {
      if (!query.isWaiting()) {
        if (!query.next.isEnd()) {
          return null;
        }
      } else if (first == null || isBefore(query, first)) {
        first = query;
      }
    }
    return first == null ? null : first.items.get(first.handedOut++);
  }

  /** Returns the position of each query after the items that next() has handed out. */
  List<QueryPosition> positions() {
    AskedPattern pattern = prepared.pattern();
    List<String> names = pattern.table().keyAttributes(pattern.plan().index());
    List<QueryPosition> positions = new ArrayList<>(queries.size());
    for (Query query : queries) {
      if (!query.isWaiting()) {
        positions.add(query.next);
      } else if (query.handedOut == 0) {
        positions.add(query.pageStart);
      } else {
        Map<String, AttributeValue> last = query.items.get(query.handedOut - 1);
        positions.add(QueryPosition.after(Identities.keyOf(names, last)));
      }
    }
    return positions;
  }

  private boolean isBefore(Query a, Query b) {
    Map<String, AttributeValue> left = a.items.get(a.handedOut);
    Map<String, AttributeValue> right = b.items.get(b.handedOut);
    for (String name : order) {
      int difference = Equality.orderOrZero(left.get(name), right.get(name));
      if (difference != 0) {
        return prepared.isForward() ? difference < 0 : difference > 0;
      }
    }
    return false;
  }
}
