package partita.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The codecs of the kinds of fields. */
public final class Codecs {
  /** Texts of any form. */
  public static final Codec<String> TEXT = Codec.of(AttributeValue::fromS, AttributeValue::s);

  /** Bytes. */
  public static final Codec<SdkBytes> BYTES = Codec.of(AttributeValue::fromB, AttributeValue::b);

  /** Booleans. */
  public static final Codec<Boolean> BOOL =
      Codec.of(AttributeValue::fromBool, AttributeValue::bool);

  /** Whole numbers with a sign, of 64 bits. */
  public static final Codec<Long> INTEGER = Codec.of(Values::number, Codecs::integerOf);

  /** Whole numbers from 0 to 2^64 - 1. */
  public static final Codec<BigInteger> UNSIGNED =
      Codec.of(Codecs::unsigned, stored -> wholeOf(FieldKind.UNSIGNED, stored));

  /** Floating-point numbers. */
  public static final Codec<Double> DOUBLE =
      Codec.of(value -> AttributeValue.fromN(FloatTexts.ofDouble(value)), Codecs::doubleOf);

  /** Exact numbers of up to 38 digits. */
  public static final Codec<BigDecimal> DECIMAL =
      Codec.of(
          value -> AttributeValue.fromN(Numbers.text(Numbers.parse(value.toString()))),
          Codecs::decimalOf);

  /** Times, of which the milliseconds are kept. */
  public static final Codec<Instant> TIME =
      Codec.of(value -> AttributeValue.fromS(Times.text(value.toEpochMilli())), Codecs::timeOf);

  /** Dates of the years 0000 to 9999. */
  public static final Codec<LocalDate> DATE =
      Codec.of(value -> AttributeValue.fromS(Times.dateText(value)), Codecs::dateOf);

  /** UUIDs. */
  public static final Codec<UUID> ID =
      Codec.of(value -> AttributeValue.fromS(value.toString()), Codecs::uuidOf);

  /** ULIDs, in upper case. */
  public static final Codec<String> ULID = Codec.of(Codecs::ulid, Codecs::ulidOf);

  /** Times, of which the seconds are kept. */
  public static final Codec<Instant> SECONDS =
      Codec.of(value -> Values.number(value.getEpochSecond()), Codecs::secondsOf);

  /** Maps, whose values are those that {@link Documents} describes. */
  public static final Codec<Map<String, Object>> MAP =
      Codec.of(
          Documents::encodeMap, stored -> stored.hasM() ? Documents.decodeMap(stored.m()) : null);

  /** Lists, whose values are those that {@link Documents} describes. */
  public static final Codec<List<Object>> LIST =
      Codec.of(
          Documents::encodeList, stored -> stored.hasL() ? Documents.decodeList(stored.l()) : null);

  /** Values of any type, as {@link Documents} describes them. */
  public static final Codec<Object> ANY = Codec.of(Documents::encode, Documents::decode);

  /** Sets of texts. */
  public static final Codec<Set<String>> TEXT_SET =
      Codec.of(
          value -> value.isEmpty() ? null : AttributeValue.fromSs(List.copyOf(value)),
          stored -> stored.hasSs() ? setOf(stored.ss(), text -> text) : null);

  /** Sets of exact numbers. */
  public static final Codec<Set<BigDecimal>> NUMBER_SET =
      Codec.of(
          value ->
              value.isEmpty()
                  ? null
                  : AttributeValue.fromNs(value.stream().map(Documents::numberText).toList()),
          stored ->
              stored.hasNs()
                  ? setOf(stored.ns(), text -> Numbers.plain(Numbers.parse(text)))
                  : null);

  /** Sets of bytes. */
  public static final Codec<Set<SdkBytes>> BINARY_SET =
      Codec.of(
          value -> value.isEmpty() ? null : AttributeValue.fromBs(List.copyOf(value)),
          stored -> stored.hasBs() ? setOf(stored.bs(), bytes -> bytes) : null);

  /** Vectors of single-precision numbers. */
  public static final Codec<List<Float>> VECTOR =
      Codec.of(
          value ->
              AttributeValue.fromL(
                  value.stream()
                      .map(one -> AttributeValue.fromN(FloatTexts.ofFloat(one)))
                      .toList()),
          stored ->
              stored.hasL()
                  ? stored.l().stream().map(one -> Float.valueOf(one.n())).toList()
                  : null);

  private Codecs() {}

  /** Returns the codec of an enumeration. The texts are those of the constants, in their order. */
  public static <V extends Enum<V>> Codec<V> enumeration(V[] constants, String... texts) {
    AttributeValue[] values = new AttributeValue[texts.length];
    Map<String, V> byText = new HashMap<>();
    for (int i = 0; i < texts.length; ++i) {
      values[i] = AttributeValue.fromS(texts[i]);
      byText.put(texts[i], constants[i]);
    }
    return Codec.of(value -> values[value.ordinal()], stored -> byText.get(stored.s()));
  }

  private static BigInteger wholeOf(FieldKind kind, AttributeValue stored) {
    BigInteger number = stored.n() == null ? null : WholeNumbers.read(stored.n());
    return number == null || !WholeNumbers.fits(kind, number) ? null : number;
  }

  private static Long integerOf(AttributeValue stored) {
    if (stored.n() != null && WholeNumbers.isPlain(stored.n())) {
      return Long.valueOf(stored.n());
    }
    BigInteger number = wholeOf(FieldKind.INTEGER, stored);
    return number == null ? null : Long.valueOf(number.longValue());
  }

  private static AttributeValue unsigned(BigInteger value) {
    if (value.signum() < 0 || value.bitLength() > 64) {
      throw new ModelException(value + " is not from 0 to 18446744073709551615");
    }
    return AttributeValue.fromN(value.toString());
  }

  private static Double doubleOf(AttributeValue stored) {
    return stored.n() == null ? null : Double.valueOf(stored.n());
  }

  private static BigDecimal decimalOf(AttributeValue stored) {
    BigDecimal number = Numbers.read(stored.n());
    return number == null ? null : Numbers.plain(number);
  }

  private static Instant timeOf(AttributeValue stored) {
    return stored.s() == null ? null : Times.read(stored.s());
  }

  private static LocalDate dateOf(AttributeValue stored) {
    return stored.s() == null ? null : Times.readDate(stored.s());
  }

  private static UUID uuidOf(AttributeValue stored) {
    boolean isId = stored.s() != null && TextForms.has(FieldKind.UUID, stored.s());
    return isId ? UUID.fromString(stored.s()) : null;
  }

  private static AttributeValue ulid(String value) {
    if (!TextForms.has(FieldKind.ULID, value)) {
      throw new ModelException("\"" + value + "\" is not a ULID");
    }
    return AttributeValue.fromS(value);
  }

  private static String ulidOf(AttributeValue stored) {
    boolean isId = stored.s() != null && TextForms.has(FieldKind.ULID, stored.s());
    return isId ? stored.s() : null;
  }

  private static Instant secondsOf(AttributeValue stored) {
    Long seconds = integerOf(stored);
    boolean isTime =
        seconds != null
            && seconds >= Instant.MIN.getEpochSecond()
            && seconds <= Instant.MAX.getEpochSecond();
    return isTime ? Instant.ofEpochSecond(seconds) : null;
  }

  private static <S, V> Set<V> setOf(List<S> stored, Function<S, V> decode) {
    Set<V> all = new LinkedHashSet<>();
    stored.forEach(one -> all.add(decode.apply(one)));
    return Collections.unmodifiableSet(all);
  }
}
