package partita.runtime;

import java.util.List;

/**
 * A field that a function of the program computes.
 *
 * @param field the position of the field
 * @param from the positions of the fields on which it depends
 */
public record Computed(int field, List<Integer> from) {
  public Computed {
    from = List.copyOf(from);
  }
}
