package partita.runtime;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A read of a partition whose items are of several entities, put together into one object. It has
 * not been sent, and each function sends it anew.
 *
 * @param <W> the type of the whole
 */
public final class CollectionQuery<W> {
  private final Session session;
  private final ReadRequest request;
  private final List<CollectedMember> members;
  private final Function<CollectedRows, W> make;

  CollectionQuery(
      Session session,
      ReadRequest request,
      List<CollectedMember> members,
      Function<CollectedRows, W> make) {
    this.session = session;
    this.request = request;
    this.members = members;
    this.make = make;
  }

  /** Takes at most as many items of each list. */
  public CollectionQuery<W> take(int most) {
    return with(request.toBuilder().take(most));
  }

  /** Continues after the page that gave the token. */
  public CollectionQuery<W> after(String token) {
    return with(request.toBuilder().after(token));
  }

  /** Reads in the other direction than the pattern's. */
  public CollectionQuery<W> reversed() {
    return with(request.toBuilder().forward(!request.isForward()));
  }

  /** Reads the state after all writes that were acknowledged. */
  public CollectionQuery<W> consistent() {
    return with(request.toBuilder().consistent(true));
  }

  /** Reads items too whose time to live has passed. */
  public CollectionQuery<W> withExpired() {
    return with(request.toBuilder().expiredToo(true));
  }

  /**
   * Returns the whole. It is empty if its one item does not exist.
   *
   * @throws UnreadableRowException if an item cannot be read
   */
  public Optional<W> load() {
    CollectedPage<W> page = page();
    if (!page.unreadable().isEmpty()) {
      throw page.unreadable().get(0);
    }
    return page.value();
  }

  /** Returns a page, which has the single items, and as many items of each list as are taken. */
  public CollectedPage<W> page() {
    RowPage page = CollectionRead.load(session, request, members);
    CollectedRows rows = new CollectedRows(request.table(), page);
    W whole = make.apply(rows);
    if (rows.lacksOne() && !rows.unreadable().isEmpty()) {
      throw rows.unreadable().get(0);
    }
    return new CollectedPage<>(
        rows.lacksOne() ? Optional.empty() : Optional.of(whole),
        Optional.ofNullable(page.token()),
        rows.unreadable(),
        page.cost());
  }

  private CollectionQuery<W> with(ReadRequest.Builder other) {
    return new CollectionQuery<>(session, other.build(), members, make);
  }
}
