package partita.runtime;

/**
 * An item that a search found.
 *
 * @param <E> the type of the item
 * @param item the item
 * @param score its score
 */
public record Found<E>(E item, double score) {}
