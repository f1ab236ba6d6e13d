package partita.runtime;

import java.util.ArrayList;
import java.util.List;

/** Takes the text of a composed key apart by its template. */
final class KeySegments {
  private KeySegments() {}

  /** The text of a field in a key. */
  record Segment(KeyField part, String text) {}

  /** Returns the texts of the fields of a key, or null if the key has another shape. */
  static List<Segment> of(List<KeyPart> parts, String key) {
    return match(parts, 0, key, 0, new ArrayList<>());
  }

  // Adds the segments from a part and a place of the key on.
  private static List<Segment> match(
      List<KeyPart> parts, int at, String key, int from, List<Segment> before) {
    if (at == parts.size()) {
      return from == key.length() ? before : null;
    }
    if (parts.get(at) instanceof Literal literal) {
      return key.startsWith(literal.text(), from)
          ? match(parts, at + 1, key, from + literal.text().length(), before)
          : null;
    }
    KeyField part = (KeyField) parts.get(at);
    if (part.format() == KeyFormat.PLAIN && part.escape() == KeyEscape.RAW) {
      return matchRaw(parts, at, key, from, before);
    }
    int end = key.indexOf(Escapes.DELIMITER, from);
    int to = end < 0 ? key.length() : end;
    before.add(new Segment(part, key.substring(from, to)));
    return match(parts, at + 1, key, to, before);
  }

  // A raw field may hold any text, so each end is tried.
  private static List<Segment> matchRaw(
      List<KeyPart> parts, int at, String key, int from, List<Segment> before) {
    boolean isLast = at + 1 == parts.size();
    int known = before.size();
    for (int to = isLast ? key.length() : from + 1; to <= key.length(); ++to) {
      before.add(new Segment((KeyField) parts.get(at), key.substring(from, to)));
      List<Segment> all = match(parts, at + 1, key, to, before);
      if (all != null) {
        return all;
      }
      before.subList(known, before.size()).clear();
    }
    return null;
  }
}
