package partita.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The answer of a read of several items by primary key. */
final class KeyedRows {
  private final Row[] rows;
  private final List<Unreadable> unreadable = new ArrayList<>();
  private final CostMeter cost = new CostMeter();

  /** A row of another entity than the requested one, with the position of its request. */
  record Unreadable(int position, UnreadableRow row) {}

  KeyedRows(int requests) {
    rows = new Row[requests];
  }

  /** Returns the rows by position. A null means that the table has no such item. */
  List<Row> rows() {
    return Arrays.asList(rows);
  }

  void set(int position, Row row) {
    rows[position] = row;
  }

  List<Unreadable> unreadable() {
    return unreadable;
  }

  CostMeter cost() {
    return cost;
  }
}
