package partita.runtime;

/**
 * The place of a write, for its errors.
 *
 * @param text a text such as "ORDER" or "request 2 (ORDER)"
 * @param position the position in a transaction, or -1
 */
record Where(String text, int position) {}
