package partita.runtime;

import java.util.List;

/**
 * The vector of an index.
 *
 * @param attribute the attribute that holds it
 * @param dimensions the number of its elements
 * @param distance the name of the distance
 * @param filters the attributes by which a search selects
 */
public record VectorFacts(String attribute, int dimensions, String distance, List<String> filters) {
  public VectorFacts {
    filters = List.copyOf(filters);
  }
}
