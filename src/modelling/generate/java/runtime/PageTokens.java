package partita.runtime;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Page tokens. A token says how far a read of an access pattern has come, as text that only the
 * same read accepts.
 *
 * <p>A token is base64url without padding of these bytes: the version (1), the number of queries,
 * for each query the position after which it continues, and an HMAC-SHA256 over the binding and all
 * bytes before it. The binding is not in the token. Integers are big-endian, and a text follows its
 * length in 4 bytes. A position is 0 (the beginning), 1 (a key) or 2 (the end was reached).
 */
final class PageTokens {
  private static final int VERSION = 1;
  private static final int MAC_BYTES = 32;

  private PageTokens() {}

  /**
   * Returns the read that a token belongs to, as bytes: the table, the direction, the keys that are
   * read, and a digest of everything that only the program decides (the pattern, the index, and the
   * key templates of the pattern's entities). The filter and the amounts to read are not part of
   * it, because they may change between pages.
   */
  static byte[] binding(
      AskedPattern pattern, String tableName, List<KeyRange> ranges, boolean forward) {
    BinaryWriter out = new BinaryWriter();
    out.bytes(digestOf(pattern));
    out.text(tableName);
    out.oneByte(forward ? 1 : 0);
    out.number(ranges.size());
    for (KeyRange range : ranges) {
      out.number(range.comparisons().size());
      for (KeyComparison comparison : range.comparisons()) {
        out.text(comparison.attribute());
        out.text(comparison.kind().name());
        out.keyValue(comparison.low());
        if (comparison.high() != null) {
          out.keyValue(comparison.high());
        }
      }
      out.oneByte(range.excluded() == null ? 0 : 1);
      if (range.excluded() != null) {
        out.keyValue(range.excluded());
      }
    }
    return out.toBytes();
  }

  /** Returns the token of these positions. Requires: there is a key. The first one signs. */
  static String make(List<QueryPosition> positions, byte[] binding, List<byte[]> keys) {
    BinaryWriter out = new BinaryWriter();
    out.oneByte(VERSION);
    out.number(positions.size());
    for (QueryPosition position : positions) {
      out.oneByte(position.kind().ordinal());
      if (position.kind() == QueryPosition.Kind.AFTER) {
        out.number(position.key().size());
        position
            .key()
            .forEach(
                (name, value) -> {
                  out.text(name);
                  out.keyValue(value);
                });
      }
    }
    byte[] payload = out.toBytes();
    byte[] mac = macOf(binding, payload, keys.get(0));
    byte[] token = Arrays.copyOf(payload, payload.length + MAC_BYTES);
    System.arraycopy(mac, 0, token, payload.length, MAC_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }

  /**
   * Returns the positions of a token, as many as there are queries.
   *
   * @throws ModelException that names the pattern, if another key made the token, or if it was made
   *     for another read or was changed
   */
  static List<QueryPosition> read(
      String token, byte[] binding, List<byte[]> keys, int queries, String patternName) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(token);
      // The decoder accepts several texts of the same bytes.
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
      if (bytes.length <= MAC_BYTES || !text.equals(token)) {
        throw foreign(patternName);
      }
      byte[] payload = Arrays.copyOf(bytes, bytes.length - MAC_BYTES);
      byte[] mac = Arrays.copyOfRange(bytes, payload.length, bytes.length);
      if (!verifies(binding, payload, mac, keys)) {
        throw foreign(patternName);
      }
      return readPositions(payload, queries);
    } catch (IllegalArgumentException error) {
      throw foreign(patternName);
    }
  }

  /** Returns the error of a token that does not belong to this read. */
  static ModelException foreign(String patternName) {
    return new ModelException(
        ("The page token does not belong to this read of \"%s\": it was changed, or made for"
             + " another access pattern, table, key values, range or direction, by another version"
             + " of the model, or with a page token key that this session does not have. Read the"
             + " first page again without a token; to use tokens across processes, give all of them"
             + " the same pageTokenKeys")
            .formatted(patternName));
  }

  // The binding's part that comes from the pattern. Only the program writes a pattern.
  private static byte[] digestOf(AskedPattern pattern) {
    BinaryWriter shape = new BinaryWriter();
    shape.text(pattern.name());
    shape.text(pattern.index() == null ? "" : pattern.index().name());
    for (EntityDescription entity : pattern.entities()) {
      shape.text(entity.name());
      entity.fields().forEach(field -> shape.text(field.attribute()));
      shape.text(entity.primary().toString());
      EntityKey key = pattern.findKey(entity);
      shape.text(key == null ? "" : key.toString());
    }
    try {
      return MessageDigest.getInstance("SHA-256").digest(shape.toBytes());
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static byte[] macOf(byte[] binding, byte[] payload, byte[] key) {
    BinaryWriter signed = new BinaryWriter();
    signed.bytes(binding);
    signed.bytes(payload);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(signed.toBytes());
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  // Compares with all keys, also after one has matched, so that the time does not tell which key it
  // was.
  private static boolean verifies(byte[] binding, byte[] payload, byte[] mac, List<byte[]> keys) {
    boolean matches = false;
    for (byte[] key : keys) {
      matches |= MessageDigest.isEqual(macOf(binding, payload, key), mac);
    }
    return matches;
  }

  private static List<QueryPosition> readPositions(byte[] payload, int queries) {
    BinaryReader from = new BinaryReader(payload);
    if (from.oneByte() != VERSION || from.number() != queries) {
      throw new IllegalArgumentException("a token of another read");
    }
    List<QueryPosition> positions = new ArrayList<>(queries);
    for (int i = 0; i < queries; ++i) {
      positions.add(readPosition(from));
    }
    if (!from.atEnd()) {
      throw new IllegalArgumentException("a token with further bytes");
    }
    return positions;
  }

  private static QueryPosition readPosition(BinaryReader from) {
    int kind = from.oneByte();
    return switch (kind) {
      case 0 -> QueryPosition.BEGIN;
      case 1 -> {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        for (int count = from.number(); count > 0; --count) {
          String name = from.text();
          key.put(name, from.keyValue());
        }
        yield QueryPosition.after(key);
      }
      case 2 -> QueryPosition.END;
      default -> throw new IllegalArgumentException("a position of kind " + kind);
    };
  }
}
