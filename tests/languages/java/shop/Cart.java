package shop;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.core.SdkBytes;

/** An item CART of the table shop. */
public record Cart(
    UUID session,
    Optional<String> customer,
    String sku,
    long count,
    Optional<SdkBytes> photo,
    Optional<BigInteger> seen,
    Instant until) {
  /** Returns the primary key. */
  public CartKey key() {
    return new CartKey(session, sku);
  }
}
