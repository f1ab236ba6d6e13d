package partita.junit;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** JSON of maps, lists, texts and numbers. */
final class Json {
  private Json() {}

  static String of(Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  private static void write(StringBuilder out, Object value) {
    if (value instanceof Map<?, ?> map) {
      out.append('{');
      for (Iterator<? extends Map.Entry<?, ?>> each = map.entrySet().iterator(); each.hasNext(); ) {
        Map.Entry<?, ?> entry = each.next();
        text(out, (String) entry.getKey());
        out.append(':');
        write(out, entry.getValue());
        if (each.hasNext()) out.append(',');
      }
      out.append('}');
    } else if (value instanceof List<?> list) {
      out.append('[');
      for (Iterator<?> each = list.iterator(); each.hasNext(); ) {
        write(out, each.next());
        if (each.hasNext()) out.append(',');
      }
      out.append(']');
    } else if (value instanceof Number) {
      // A number that is not finite is not JSON, and the server refuses it.
      out.append(value);
    } else {
      text(out, (String) value);
    }
  }

  private static void text(StringBuilder out, String text) {
    out.append('"');
    for (char one : text.toCharArray()) {
      if (one == '"' || one == '\\') out.append('\\').append(one);
      else if (one < ' ' || Character.isSurrogate(one)) out.append(String.format("\\u%04x", (int) one));
      else out.append(one);
    }
    out.append('"');
  }
}
