package partita.runtime;

import java.util.List;
import java.util.Optional;

/**
 * A page of items.
 *
 * @param <E> the type of the items
 * @param items the items
 * @param token the token of the next page, or an empty Optional after the last item
 * @param unreadable the rows that could not be read; they do not hide the others
 * @param cost the cost of the page
 */
public record Page<E>(
    List<E> items, Optional<String> token, List<UnreadableRowException> unreadable, Cost cost) {
  public Page {
    items = List.copyOf(items);
    unreadable = List.copyOf(unreadable);
  }
}
