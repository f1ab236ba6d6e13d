package partita.runtime;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads fields from the keys of a stored item. Fields are added only after all the keys agree. */
final class KeyReader {
  private final EntityDescription entity;
  private final KnownValues known;
  private final Map<Integer, AttributeValue> read = new LinkedHashMap<>();
  private final List<KeySegments.Segment> segments = new ArrayList<>();

  private KeyReader(EntityDescription entity, KnownValues known) {
    this.entity = entity;
    this.known = known;
  }

  /**
   * Reads keys of one item. Returns true if the item has each of the attributes, each has the shape
   * of its template, and the values in them agree with each other and with the known values. If so,
   * the fields that the item lacks and that can be read back (those of lossless formats) are added
   * to the known values. Otherwise these are unchanged.
   */
  static boolean read(EntityDescription entity, KnownValues known, List<KeyAttribute> attributes) {
    KeyReader reader = new KeyReader(entity, known);
    for (KeyAttribute attribute : attributes) {
      AttributeValue key = known.get(attribute.attribute());
      if (key == null || !reader.takeApart(attribute, key)) {
        return false;
      }
    }
    if (!reader.readSegments() || !reader.segmentsAgree()) {
      return false;
    }
    reader.read.forEach(
        (position, value) -> {
          FieldDescription field = entity.field(position);
          if (known.ofField(field) == null) {
            known.added().put(field.attribute(), value);
          }
        });
    return true;
  }

  private AttributeValue find(int field) {
    AttributeValue value = known.ofField(entity.field(field));
    return value == null ? read.get(field) : value;
  }

  private boolean takeApart(KeyAttribute attribute, AttributeValue key) {
    if (!attribute.type().isOf(key)) {
      return false;
    }
    if (attribute.natural()) {
      KeyField part = naturalPart(attribute, key);
      if (part == null) {
        return false;
      }
      AttributeValue value = find(part.field());
      if (value == null) {
        read.put(part.field(), key);
      }
      return value == null || Equality.identical(value, key);
    }
    String text = composedText(key);
    List<KeySegments.Segment> found = text == null ? null : KeySegments.of(attribute.parts(), text);
    if (found == null) {
      return false;
    }
    segments.addAll(found);
    return true;
  }

  private boolean readSegments() {
    for (KeySegments.Segment segment : segments) {
      KeyField part = segment.part();
      if (!part.format().isLossless() || find(part.field()) != null) {
        continue;
      }
      AttributeValue value = readValue(part, entity.field(part.field()), segment.text());
      if (value == null) {
        return false;
      }
      read.put(part.field(), value);
    }
    return true;
  }

  private boolean segmentsAgree() {
    for (KeySegments.Segment segment : segments) {
      KeyField part = segment.part();
      FieldDescription field = entity.field(part.field());
      AttributeValue value = find(part.field());
      boolean agrees =
          value == null
              ? isLossyText(part, field, segment.text())
              : writes(part, field, value, segment.text());
      if (!agrees) {
        return false;
      }
    }
    return true;
  }

  // The part of a natural key, if the key can be the field's value.
  private static KeyField naturalPart(KeyAttribute attribute, AttributeValue key) {
    KeyField part = (KeyField) attribute.parts().get(0);
    if (attribute.type() == ScalarType.N) {
      return part;
    }
    byte[] bytes = Values.keyBytes(key);
    if (!Texts.beginsWith(bytes, Texts.utf8(part.mustBegin()))) {
      return null;
    }
    return part.escape() == KeyEscape.REJECT && Escapes.needed(bytes) ? null : part;
  }

  // Bytes that are not a text match no template.
  private static String composedText(AttributeValue key) {
    if (key.b() == null) {
      return key.s() != null ? key.s() : key.n();
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Values.bytesOf(key)))
          .toString();
    } catch (CharacterCodingException error) {
      return null;
    }
  }

  private static AttributeValue numberOrNull(FieldKind kind, BigInteger number) {
    return number == null || !WholeNumbers.fits(kind, number)
        ? null
        : AttributeValue.fromN(number.toString());
  }

  private static AttributeValue readValue(KeyField part, FieldDescription field, String text) {
    if (part.format() == KeyFormat.PADDED) {
      return numberOrNull(field.kind(), WholeNumbers.readPadded(text, part.width()));
    }
    if (part.format() == KeyFormat.SIGNED) {
      return numberOrNull(field.kind(), WholeNumbers.readSignedPadded(text, part.width()));
    }
    if (text.isEmpty() || (part.escape() == KeyEscape.REJECT && Escapes.needed(text))) {
      return null;
    }
    String plain = part.escape() == KeyEscape.RAW ? text : Escapes.unescape(text);
    return plain != null && plain.startsWith(part.mustBegin()) ? readPlain(field, plain) : null;
  }

  // The value whose plain text is the text.
  private static AttributeValue readPlain(FieldDescription field, String text) {
    return switch (field.kind()) {
      case BOOL ->
          text.equals("true") || text.equals("false")
              ? AttributeValue.fromBool(text.equals("true"))
              : null;
      case ENUM ->
          field.enumerators().stream()
              .filter(one -> one.key().equals(text))
              .findFirst()
              .map(one -> AttributeValue.fromS(one.attribute()))
              .orElse(null);
      case BYTES -> {
        byte[] bytes = TextForms.readHex(text);
        yield bytes == null ? null : AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
      }
      case INTEGER, UNSIGNED, SECONDS -> {
        BigInteger number = WholeNumbers.read(text);
        yield number != null && number.toString().equals(text)
            ? numberOrNull(field.kind(), number)
            : null;
      }
      case STRING, TIME, DATE, UUID, ULID ->
          TextForms.has(field.kind(), text) ? AttributeValue.fromS(text) : null;
      default -> null;
    };
  }

  // True if a part that keeps only a piece of the value can have written the text.
  private static boolean isLossyText(KeyField part, FieldDescription field, String text) {
    if (part.format() != KeyFormat.SHARD) {
      return Texts.utf8Size(text) == TextForms.cutSize(field.kind(), part.format())
          && TextForms.begins(field.kind(), text);
    }
    BigInteger shard = WholeNumbers.read(text);
    return shard != null
        && shard.toString().equals(text)
        && shard.signum() >= 0
        && shard.compareTo(BigInteger.valueOf(part.reach())) < 0;
  }

  // True if the part writes the text for the value, or wrote it under the earlier count of shards.
  private static boolean writes(
      KeyField part, FieldDescription field, AttributeValue value, String text) {
    try {
      if (KeyTexts.of(part, field, value).equals(text)) {
        return true;
      }
      int was = part.wasShards();
      return was > 0 && Integer.toString(ShardNumbers.of(field, value, was)).equals(text);
    } catch (ModelException error) {
      return false;
    }
  }
}
