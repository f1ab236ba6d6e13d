package partita.runtime;

/** The number of items that one request of a read should evaluate. */
final class PageLimits {
  // Larger limits are left out, because the service ends a page at 1 MB anyway.
  private static final int LARGEST = 1 << 20;
  // The smallest limit if a filter or the member of a collection may drop rows.
  private static final int FILTERED_PAGE = 32;
  // The smallest limit of the second round. It doubles in each later round.
  private static final int SECOND_PAGE = 32;

  private PageLimits() {}

  /**
   * Returns the limit, or null for a full page. {@code counted} are the rows so far, and {@code
   * rounds} the finished rounds.
   */
  static Integer of(PreparedRead prepared, int counted, int rounds) {
    Integer take = prepared.request().take();
    if (take == null) {
      return null;
    }
    MemberPart part = prepared.request().part();
    int singles = part != null && !part.alone() ? part.singles() : 0;
    long wanted = (long) Math.max(take - counted, 1) + singles;
    int shards = prepared.queries().size();
    // Shards hold about equally many items, and a shard that runs dry is asked again.
    long share = wanted / shards * 3 / 2 + 8;
    long limit = shards == 1 ? wanted : Math.min(wanted, share);
    if (prepared.skips()) {
      limit = Math.max(2 * limit, FILTERED_PAGE);
    }
    // Further rounds replace the dropped items. They grow, so that a thousand dropped items do not
    // cost as many requests.
    if (rounds > 0) {
      limit = Math.max(limit, (long) SECOND_PAGE << Math.min(rounds - 1, 20));
    }
    return limit >= LARGEST ? null : Integer.valueOf((int) limit);
  }
}
