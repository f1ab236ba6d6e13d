package partita.runtime;

import java.io.ByteArrayOutputStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes unambiguous sequences of integers, texts and key values, for page tokens. */
final class BinaryWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  void oneByte(int value) {
    out.write(value);
  }

  /** Writes 4 bytes, big-endian. */
  void number(int value) {
    out.write(value >>> 24);
    out.write(value >>> 16);
    out.write(value >>> 8);
    out.write(value);
  }

  /** Writes the size as a number and then the bytes. */
  void bytes(byte[] value) {
    number(value.length);
    out.writeBytes(value);
  }

  void text(String value) {
    bytes(Texts.utf8(value));
  }

  /** Writes the letter of the type and then the text, number or bytes as a text. */
  void keyValue(AttributeValue value) {
    oneByte(value.s() != null ? 'S' : value.n() != null ? 'N' : 'B');
    bytes(Values.keyBytes(value));
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}
