package partita.runtime;

import java.util.List;
import java.util.StringJoiner;

/** A batch that ended before all of its requests were carried out. */
public final class BatchUnfinishedException extends PartitaException {
  private static final long serialVersionUID = 1;

  private final transient List<Integer> positions;

  BatchUnfinishedException(String message, List<Integer> positions, Throwable cause) {
    super(message, cause);
    this.positions = List.copyOf(positions);
  }

  /**
   * Returns the error of a batch of writes, of which those at the positions are not written. {@code
   * why} is the reason.
   */
  static BatchUnfinishedException ofWrites(
      String why, List<Integer> positions, int all, Throwable cause) {
    List<Integer> inOrder = positions.stream().sorted().toList();
    String written = rangesWithout(inOrder, all);
    String others =
        written.isEmpty()
            ? ""
            : ("; the requests %s are written; the others are not written, or their outcome "
                    + "is unknown")
                .formatted(written);
    return new BatchUnfinishedException(why + others, inOrder, cause);
  }

  /**
   * Returns the reason of a batch of which the service left requests undone. {@code last} is the
   * error of the last request, if it failed as a whole, otherwise null.
   */
  static String leftUndone(String kind, int left, int all, int attempts, Throwable last) {
    String failure =
        last == null ? "" : ", the last of which failed: " + ServiceErrors.messageOf(last);
    return ("The database left %d of the %d %s undone in %d attempts in a row%s: the error's "
            + "positions say which, so that only they need to be sent again later")
        .formatted(left, all, kind, attempts, failure);
  }

  /**
   * Returns the positions of the requests that are not carried out, or whose outcome is unknown, in
   * ascending order.
   */
  public List<Integer> positions() {
    return positions;
  }

  // The requests 0 to 24 and 30, as a text such as "0 to 24, 30".
  private static String rangesWithout(List<Integer> positions, int all) {
    StringJoiner ranges = new StringJoiner(", ");
    int from = 0;
    for (int i = 0; i <= positions.size(); ++i) {
      int position = i == positions.size() ? all : positions.get(i);
      if (position == from + 1) {
        ranges.add(Integer.toString(from));
      } else if (position > from) {
        ranges.add(from + " to " + (position - 1));
      }
      from = position + 1;
    }
    return ranges.toString();
  }
}
