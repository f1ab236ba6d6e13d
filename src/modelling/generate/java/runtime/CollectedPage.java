package partita.runtime;

import java.util.List;
import java.util.Optional;

/**
 * A page of a collection.
 *
 * @param <W> the type of the whole
 * @param value the whole, which is empty if the one item that it must have does not exist
 * @param token the token that continues all lists
 * @param unreadable the rows that could not be read
 * @param cost the cost of the page
 */
public record CollectedPage<W>(
    Optional<W> value, Optional<String> token, List<UnreadableRowException> unreadable, Cost cost) {
  public CollectedPage {
    unreadable = List.copyOf(unreadable);
  }
}
