package partita.runtime;

import java.util.List;

/**
 * A field of an entity.
 *
 * @param name its name in the model
 * @param attribute the attribute that stores it
 * @param kind the kind of its values
 * @param document the type of a document, and null for other kinds
 * @param optional true if items may lack it
 * @param keyOnly true if only keys hold its value
 * @param hasDefault true if an absent attribute means the first value of the kind
 * @param enumerators the enumerators of the kind "enum", otherwise an empty list
 */
public record FieldDescription(
    String name,
    String attribute,
    FieldKind kind,
    DocumentType document,
    boolean optional,
    boolean keyOnly,
    boolean hasDefault,
    List<Enumerator> enumerators) {
  public FieldDescription {
    enumerators = List.copyOf(enumerators);
  }

  /** Returns a required field, which the attribute of the same name stores. */
  public static FieldDescription of(String name, FieldKind kind) {
    return new FieldDescription(name, name, kind, null, false, false, false, List.of());
  }

  /** Returns a required field that is a document of this type. */
  public static FieldDescription document(String name, DocumentType type) {
    return new FieldDescription(
        name, name, FieldKind.DOCUMENT, type, false, false, false, List.of());
  }

  /** Returns a required field with these enumerators. */
  public static FieldDescription enumerated(String name, Enumerator... enumerators) {
    return new FieldDescription(
        name, name, FieldKind.ENUM, null, false, false, false, List.of(enumerators));
  }

  /** Returns the same field, stored in another attribute. */
  public FieldDescription in(String attribute) {
    return new FieldDescription(
        name, attribute, kind, document, optional, keyOnly, hasDefault, enumerators);
  }

  /** Returns the same field, which items may lack. */
  public FieldDescription asOptional() {
    return new FieldDescription(
        name, attribute, kind, document, true, keyOnly, hasDefault, enumerators);
  }

  /** Returns the same field, which no attribute stores. */
  public FieldDescription asKeyOnly() {
    return new FieldDescription(
        name, attribute, kind, document, optional, true, hasDefault, enumerators);
  }

  /** Returns the same field, whose absent attribute means the first value of its kind. */
  public FieldDescription withDefault() {
    return new FieldDescription(
        name, attribute, kind, document, optional, keyOnly, true, enumerators);
  }

  /** Returns true if an enumerator's text in keys differs from its attribute value. */
  boolean hasOwnKeyTexts() {
    for (Enumerator one : enumerators) {
      if (!one.key().equals(one.attribute())) {
        return true;
      }
    }
    return false;
  }
}
