package partita.runtime;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A field of an entity with the type of its values.
 *
 * @param <V> the type of the values
 */
public final class Column<V> {
  private final EntityDescription entity;
  private final int position;
  private final FieldDescription field;
  private final Codec<V> codec;

  /** Makes the column of the field at the position. */
  public Column(EntityDescription entity, int position, Codec<V> codec) {
    this.entity = entity;
    this.position = position;
    this.field = entity.field(position);
    this.codec = codec;
  }

  int position() {
    return position;
  }

  FieldDescription field() {
    return field;
  }

  String name() {
    return entity.name() + "." + field.name();
  }

  /** Returns the attribute value, or null for an empty set, which is an absent attribute. */
  AttributeValue encode(V value) {
    if (value == null) {
      throw new ModelException(name() + " has no value");
    }
    try {
      return codec.encode(value);
    } catch (ModelException error) {
      throw new ModelException(name() + ": " + error.getMessage(), error);
    }
  }

  /** Returns the attribute value. Throws ModelException for an empty set too. */
  AttributeValue encodePresent(V value) {
    AttributeValue encoded = encode(value);
    if (encoded == null) {
      throw new ModelException(name() + ": an empty set is an absent field");
    }
    return encoded;
  }

  /** Returns the value of a stored one. Throws ModelException if it is not one of the field's. */
  V decode(AttributeValue stored) {
    V value = codec.decode(stored);
    if (value == null) {
      throw new ModelException(
          "%s is a %s that is not %s"
              .formatted(field.name(), Values.typeName(stored), field.kind().words()));
    }
    return value;
  }

  /** Returns the value that an absent attribute means, or null if the field must have one. */
  V absent() {
    AttributeValue value = Defaults.ofField(field);
    return value == null || Values.isNull(value) ? null : codec.decode(value);
  }
}
