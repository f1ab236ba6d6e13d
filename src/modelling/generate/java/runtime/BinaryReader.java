package partita.runtime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads the sequences of BinaryWriter. Each function throws IllegalArgumentException if the bytes
 * do not hold the requested value.
 */
final class BinaryReader {
  private final ByteBuffer bytes;

  BinaryReader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  int oneByte() {
    check(1);
    return bytes.get() & 0xff;
  }

  int number() {
    check(4);
    return bytes.getInt();
  }

  byte[] piece() {
    int size = number();
    check(size);
    byte[] piece = new byte[size];
    bytes.get(piece);
    return piece;
  }

  String text() {
    return new String(piece(), StandardCharsets.UTF_8);
  }

  AttributeValue keyValue() {
    int type = oneByte();
    return switch (type) {
      case 'S' -> AttributeValue.fromS(text());
      case 'N' -> AttributeValue.fromN(text());
      case 'B' -> AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(piece()));
      default -> throw new IllegalArgumentException("a key value of type " + type);
    };
  }

  boolean atEnd() {
    return !bytes.hasRemaining();
  }

  private void check(int size) {
    if (size < 0 || bytes.remaining() < size) {
      throw new IllegalArgumentException("the bytes end too early");
    }
  }
}
