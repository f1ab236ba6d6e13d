package partita.runtime;

import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The types of key attributes. */
public enum ScalarType {
  S,
  N,
  B;

  /** Returns true if the value has this type. */
  boolean isOf(AttributeValue value) {
    return switch (this) {
      case S -> value.s() != null;
      case N -> value.n() != null;
      case B -> value.b() != null;
    };
  }

  /** Returns the value of this type whose text, number or bytes are the text. */
  AttributeValue of(String text) {
    return switch (this) {
      case S -> AttributeValue.fromS(text);
      case N -> AttributeValue.fromN(text);
      case B -> AttributeValue.fromB(SdkBytes.fromUtf8String(text));
    };
  }
}
