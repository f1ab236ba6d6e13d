package partita.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * One attribute of a key, with the value that an entity writes there.
 *
 * @param attribute the name of the attribute
 * @param type the type of the attribute
 * @param natural true if the attribute belongs to a field itself, which is then the only part
 * @param parts the template
 */
public record KeyAttribute(
    String attribute, ScalarType type, boolean natural, List<KeyPart> parts) {
  public KeyAttribute {
    parts = List.copyOf(parts);
  }

  /** Returns an attribute that is composed of these parts. */
  public static KeyAttribute composed(String attribute, ScalarType type, KeyPart... parts) {
    return new KeyAttribute(attribute, type, false, List.of(parts));
  }

  /** Returns an attribute that has the value and the type of a field. */
  public static KeyAttribute natural(String attribute, ScalarType type, KeyField field) {
    return new KeyAttribute(attribute, type, true, List.of(field));
  }

  /** Returns true if the field is a part of the attribute. */
  boolean holds(int field) {
    for (KeyPart part : parts) {
      if (part instanceof KeyField one && one.field() == field) {
        return true;
      }
    }
    return false;
  }

  /** Returns the positions of the fields, in the order of the parts. */
  List<Integer> fields() {
    List<Integer> fields = new ArrayList<>();
    for (KeyPart part : parts) {
      if (part instanceof KeyField one) {
        fields.add(one.field());
      }
    }
    return fields;
  }
}
