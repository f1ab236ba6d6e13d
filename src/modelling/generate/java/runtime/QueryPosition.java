package partita.runtime;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * The position from which a query continues.
 *
 * @param kind its kind
 * @param key the exclusive start key of "after", otherwise an empty map
 */
record QueryPosition(Kind kind, Map<String, AttributeValue> key) {
  static final QueryPosition BEGIN = new QueryPosition(Kind.BEGIN, Map.of());
  static final QueryPosition END = new QueryPosition(Kind.END, Map.of());

  /** The kinds of positions. Their order is that of the numbers in page tokens. */
  enum Kind {
    BEGIN,
    AFTER,
    END
  }

  static QueryPosition after(Map<String, AttributeValue> key) {
    return new QueryPosition(Kind.AFTER, key);
  }

  /** Returns the position from which a query continues after one of its pages. */
  static QueryPosition after(QueryResponse page) {
    return page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty()
        ? after(page.lastEvaluatedKey())
        : END;
  }

  boolean isEnd() {
    return kind == Kind.END;
  }
}
