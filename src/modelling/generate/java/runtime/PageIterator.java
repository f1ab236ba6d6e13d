package partita.runtime;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Reads page after page. A last page without rows is left out. */
final class PageIterator<P> implements Iterator<P> {
  private final Session session;
  private final Function<RowPage, P> decode;
  private ReadRequest next; // null after the last page
  private RowPage page; // that next() returns, if it has been read

  PageIterator(Session session, ReadRequest request, Function<RowPage, P> decode) {
    this.session = session;
    this.decode = decode;
    boolean oneRound = request.take() == null && request.readAtMost() == null;
    next = request.toBuilder().oneRound(oneRound).build();
  }

  @Override
  public boolean hasNext() {
    if (page == null && next != null) {
      RowPage read = Reading.read(session, next);
      next = read.token() == null ? null : next.toBuilder().after(read.token()).build();
      boolean isEmpty = read.rows().isEmpty() && read.unreadable().isEmpty();
      page = next == null && isEmpty ? null : read;
    }
    return page != null;
  }

  @Override
  public P next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there is no further page");
    }
    RowPage read = page;
    page = null;
    return decode.apply(read);
  }
}
