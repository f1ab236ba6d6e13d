package partita.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the items of a collection. */
final class CollectionRead {
  private CollectionRead() {}

  /**
   * Returns all rows of a collection. They come in the order of the keys, or in the order of the
   * members if these must be read one by one. With an amount to take, each member that is not
   * single has as many rows, and the token continues all of them. The single items are on each
   * page. One request is sent if the single items come first and one member follows them, or if no
   * row is cut or filtered. Otherwise one request for each member is sent, side by side.
   *
   * @throws ModelException as a read does, and if the keys do not tell the members apart
   */
  static RowPage load(Session session, ReadRequest read, List<CollectedMember> members) {
    CollectionPlan plan = CollectionPlan.of(session, read, members);
    List<Supplier<RowPage>> calls = new ArrayList<>();
    for (CollectionPlan.PlannedRead one : plan.reads()) {
      calls.add(() -> Reading.read(session, one.request()));
    }
    List<RowPage> pages = calls.isEmpty() ? List.of() : SideBySide.all(session.executor(), calls);
    List<Row> rows = new ArrayList<>();
    List<UnreadableRow> unreadable = new ArrayList<>();
    Set<Map<String, AttributeValue>> seen = new HashSet<>();
    CostMeter cost = new CostMeter();
    List<String> pieces = new ArrayList<>(plan.pieces());
    for (int i = 0; i < pages.size(); ++i) {
      RowPage page = pages.get(i);
      int piece = plan.reads().get(i).piece();
      if (piece >= 0) {
        pieces.set(piece, page.token());
      }
      rows.addAll(page.rows());
      // If the members' ranges overlap, a row may be read with several of them.
      for (UnreadableRow row : page.unreadable()) {
        if (seen.add(row.key())) {
          unreadable.add(row);
        }
      }
      cost.add(page.cost());
    }
    return new RowPage(rows, CollectionPlan.join(pieces), unreadable, cost.toCost());
  }
}
