package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Carries out the plan of an access pattern: a GetItem, or pages of queries until enough rows are
 * read or the end is reached. All shards of a sharded index are read side by side and merged by the
 * sort key.
 */
final class Reading {
  private final Session session;
  private PreparedRead prepared;
  private ShardMerge merge;
  private RowMatch match;
  private final List<Row> rows = new ArrayList<>();
  private final List<UnreadableRow> unreadable = new ArrayList<>();
  private final CostMeter cost = new CostMeter();
  private int counted; // of the page's rows
  private int rounds;
  private List<QueryPosition> stopped; // positions before a row of the next page, or null

  private Reading(Session session, PreparedRead prepared) {
    this.session = session;
    begin(prepared);
  }

  /**
   * Returns the rows of an access pattern. Rows that belong to no entity of the pattern are listed
   * as unreadable.
   *
   * @throws ModelException if the token belongs to another read or a value cannot be in a key
   */
  static RowPage read(Session session, ReadRequest request) {
    PreparedRead prepared = PreparedRead.of(session, request);
    Reading reading = new Reading(session, prepared);
    if (prepared.itemKey() != null) {
      return reading.readOne();
    }
    while (reading.readRound()) {
      continue;
    }
    return reading.page(reading.token());
  }

  private void begin(PreparedRead read) {
    prepared = read;
    rounds = 0;
    if (read.itemKey() == null) {
      merge = new ShardMerge(read);
      match = RowMatch.of(read.pattern(), read.request().values(), read.request().range());
    }
  }

  private RowPage page(String token) {
    return new RowPage(rows, token, unreadable, cost.toCost());
  }

  private RowPage readOne() {
    cost.addRequests(1);
    GetItemResponse answer = session.client().getItem(prepared.getRequest());
    cost.addCapacity(answer.consumedCapacity());
    if (answer.hasItem()) {
      cost.addEvaluated(1);
      cost.addReturned(1);
      AskedPattern pattern = prepared.pattern();
      take(StoredRow.of(pattern.table(), pattern.plan().index(), answer.item()));
    }
    return page(null);
  }

  private boolean isFull() {
    Integer take = prepared.request().take();
    return take != null && counted >= take;
  }

  private boolean hasEnough() {
    MemberPart part = prepared.request().part();
    // Items that belong to the part's items come after their owners in the order of the read.
    boolean isFollowed = prepared.isForward() && part != null && !part.below().isEmpty();
    return isFull() && (stopped != null || !isFollowed);
  }

  // True if the key condition, which includes both ends of a range, let an end through that the
  // range excludes.
  private boolean isExcluded(Map<String, AttributeValue> item) {
    if (prepared.queries().isEmpty() || prepared.queries().get(0).excluded() == null) {
      return false;
    }
    KeyRange range = prepared.queries().get(0);
    AttributeValue value = item.get(range.last().attribute());
    return value != null && Equality.identical(value, range.excluded());
  }

  // Hands the item out if readers may see it. A read of one item by its primary key has no match.
  private void take(StoredRow row) {
    AskedPattern pattern = prepared.pattern();
    EntityDescription entity = row.entity();
    if (isExcluded(row.item())) {
      return;
    }
    if (entity == null || !pattern.names(entity)) {
      ++counted;
      unreadable.add(row.toUnreadable(pattern.table(), row.misfit(pattern)));
      return;
    }
    if (match != null && !match.matches(entity, row.item())) {
      cost.addStale(1);
      return;
    }
    if (!prepared.request().expiredToo() && row.hasExpired(session)) {
      return;
    }
    MemberPart part = prepared.request().part();
    if (part != null && entity != part.entity()) {
      if (!part.alone() || part.isBelow(entity)) {
        rows.add(row.toRow());
      }
      return;
    }
    ++counted;
    rows.add(row.toRow());
  }

  // Hands out items of the merge, up to the wanted number.
  private void collect() {
    AskedPattern pattern = prepared.pattern();
    MemberPart part = prepared.request().part();
    while (!hasEnough()) {
      boolean full = isFull();
      List<QueryPosition> before = full ? merge.positions() : null;
      Map<String, AttributeValue> item = merge.next();
      if (item == null) {
        return;
      }
      StoredRow row = StoredRow.of(pattern.table(), pattern.plan().index(), item);
      if (full && row.entity() != null && part != null && row.entity() == part.entity()) {
        stopped = before;
        return;
      }
      take(row);
    }
  }

  // Hands out the merged items, then asks the queries that ran dry for their next pages, side by
  // side. Returns false if the page is complete.
  private boolean readRound() {
    collect();
    if (merge.hasEnded() && !hasEnough() && prepared.hasNextBucket()) {
      begin(prepared.nextBucket());
    }
    List<Integer> dry = merge.dry();
    if (dry.isEmpty() || hasEnough() || (prepared.request().oneRound() && rounds > 0)) {
      return false;
    }
    List<QueryRequest> requests = roundRequests(dry);
    if (requests.isEmpty()) {
      return false;
    }
    ++rounds;
    cost.addRequests(requests.size());
    List<Supplier<QueryResponse>> calls = new ArrayList<>(requests.size());
    for (QueryRequest request : requests) {
      calls.add(() -> session.client().query(request));
    }
    List<QueryResponse> answers = SideBySide.all(session.executor(), calls);
    for (int i = 0; i < answers.size(); ++i) {
      QueryResponse answer = answers.get(i);
      cost.addEvaluated(answer.scannedCount() == null ? 0 : answer.scannedCount());
      cost.addReturned(answer.count() == null ? 0 : answer.count());
      cost.addCapacity(answer.consumedCapacity());
      merge.add(dry.get(i), answer);
    }
    return true;
  }

  // One request for each dry query. Their limits keep the read from reading more than is wanted and
  // allowed. The result is empty if no more items may be read.
  private List<QueryRequest> roundRequests(List<Integer> dry) {
    Integer limit = PageLimits.of(prepared, counted, rounds);
    Integer readAtMost = prepared.request().readAtMost();
    if (readAtMost != null) {
      int share = (readAtMost - cost.evaluated()) / dry.size();
      if (share < 1) {
        return List.of();
      }
      limit = limit == null ? share : Math.min(limit, share);
    }
    List<QueryRequest> requests = new ArrayList<>(dry.size());
    for (int query : dry) {
      requests.add(prepared.queryRequest(query, merge.nextStart(query)).limit(limit).build());
    }
    return requests;
  }

  private String token() {
    if (stopped == null && merge.hasEnded() && !prepared.hasNextBucket()) {
      return null;
    }
    List<QueryPosition> positions = stopped == null ? merge.positions() : stopped;
    MemberPart part = prepared.request().part();
    return part != null && !part.alone()
        ? tokenOfPart(part, positions)
        : prepared.tokenOf(positions);
  }

  // A page that was read together with other members has a token that continues with this member
  // only.
  private String tokenOfPart(MemberPart part, List<QueryPosition> positions) {
    MemberPart alone =
        new MemberPart(part.entity(), part.below(), true, part.mixed(), part.singles());
    PreparedRead own = PreparedRead.of(session, prepared.request().toBuilder().part(alone).build());
    List<QueryPosition> all = new ArrayList<>(positions.size());
    for (int i = 0; i < positions.size(); ++i) {
      QueryPosition position = positions.get(i);
      boolean isForeign =
          position.kind() == QueryPosition.Kind.AFTER
              && !MemberRanges.contains(own.queries().get(i), position.key());
      all.add(isForeign ? QueryPosition.BEGIN : position);
    }
    return own.tokenOf(all);
  }
}
