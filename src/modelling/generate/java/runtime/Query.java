package partita.runtime;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A read of an access pattern that has not been sent. It is never changed: each option returns a
 * new query. Each of {@link #page}, {@link #all}, {@link #first}, {@link #count}, {@link #pages}
 * and the iterators sends it anew. An interrupt of the thread ends the call.
 *
 * @param <E> the type of the items
 * @param <F> the fields that a filter may name
 */
public final class Query<E, F> implements Iterable<E> {
  private final Session session;
  private final ReadRequest request;
  private final Function<RowReader, E> read;
  private final F fields;

  Query(Session session, ReadRequest request, Function<RowReader, E> read, F fields) {
    this.session = session;
    this.request = request;
    this.read = read;
    this.fields = fields;
  }

  /** Takes at most as many items. A page then has as many, however many are dropped. */
  public Query<E, F> take(int most) {
    return with(request.toBuilder().take(most));
  }

  /** Reads at most as many items for a page. */
  public Query<E, F> readAtMost(int most) {
    return with(request.toBuilder().readAtMost(most));
  }

  /** Continues after the page that gave the token. */
  public Query<E, F> after(String token) {
    return with(request.toBuilder().after(token));
  }

  /** Reads in the other direction than the pattern's. */
  public Query<E, F> reversed() {
    return with(request.toBuilder().forward(!request.isForward()));
  }

  /** Reads the state after all writes that were acknowledged. */
  public Query<E, F> consistent() {
    return with(request.toBuilder().consistent(true));
  }

  /** Reads items too whose time to live has passed. */
  public Query<E, F> withExpired() {
    return with(request.toBuilder().expiredToo(true));
  }

  /** Drops items that do not meet the criteria, after they were read and paid for. */
  public Query<E, F> where(Function<F, Criteria> filter) {
    Condition added = filter.apply(fields).condition();
    return with(request.toBuilder().filter(Condition.both(request.filter(), added)));
  }

  /** Returns the page that the options ask for; without them it has all items. */
  public Page<E> page() {
    return toPage(Reading.read(session, request));
  }

  /** Returns all items, or as many as are to be taken. Throws UnreadableRowException. */
  public List<E> all() {
    Page<E> page = page();
    check(page);
    return page.items();
  }

  /** Returns the first item. Throws UnreadableRowException if it cannot be read. */
  public Optional<E> first() {
    return take(1).all().stream().findFirst();
  }

  /** Returns the number of items, which are counted and not transferred. */
  public long count() {
    return RowCount.of(session, request).count();
  }

  /**
   * Returns page after page, until the end. Each is read when it is asked for. Without an amount to
   * take a page has the items of one request.
   */
  public Iterable<Page<E>> pages() {
    return () -> new PageIterator<>(session, request, this::toPage);
  }

  /** Returns item after item. Throws UnreadableRowException at one that cannot be read. */
  @Override
  public Iterator<E> iterator() {
    return stream().iterator();
  }

  /** Returns the items as a stream, which reads pages as it needs them. */
  public Stream<E> stream() {
    if (request.take() != null) {
      return all().stream();
    }
    return StreamSupport.stream(pages().spliterator(), false)
        .flatMap(
            page -> {
              check(page);
              return page.items().stream();
            });
  }

  private Query<E, F> with(ReadRequest.Builder other) {
    return new Query<>(session, other.build(), read, fields);
  }

  private Page<E> toPage(RowPage page) {
    Rows.Decoded<E> rows = Rows.items(request.table(), page, read);
    return new Page<>(
        rows.items(), Optional.ofNullable(page.token()), rows.unreadable(), page.cost());
  }

  private static void check(Page<?> page) {
    if (!page.unreadable().isEmpty()) {
      throw page.unreadable().get(0);
    }
  }
}
