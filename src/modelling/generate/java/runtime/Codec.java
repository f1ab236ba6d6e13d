package partita.runtime;

import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Turns values of one type into attribute values and back.
 *
 * @param <V> the type of the values
 */
public final class Codec<V> {
  private final Function<V, AttributeValue> encode;
  private final Function<AttributeValue, V> decode;

  private Codec(Function<V, AttributeValue> encode, Function<AttributeValue, V> decode) {
    this.encode = encode;
    this.decode = decode;
  }

  /**
   * Returns a codec.
   *
   * @param encode takes a value, and returns null for one that is an absent attribute
   * @param decode takes a stored value, and returns null if it is not of the type
   */
  public static <V> Codec<V> of(
      Function<V, AttributeValue> encode, Function<AttributeValue, V> decode) {
    return new Codec<>(encode, decode);
  }

  AttributeValue encode(V value) {
    return encode.apply(value);
  }

  V decode(AttributeValue stored) {
    return decode.apply(stored);
  }
}
