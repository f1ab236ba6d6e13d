package shop;

import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;
import shop.runtime.FieldValues;
import software.amazon.awssdk.core.SdkBytes;

/** The fields of a cart that a program gives: those that the package keeps are not among them. */
public final class CartDraft {
  private final FieldValues values;

  private CartDraft(FieldValues values) {
    this.values = values;
  }

  /**
   * Returns the first step of a builder. Each step gives a required field, and the last one the
   * others.
   */
  public static NeedsSession builder() {
    return new Builder();
  }

  /** Returns a builder with the fields of an item that was read. */
  public static Complete from(Cart item) {
    Builder builder = new Builder();
    builder.session = item.session();
    builder.customer = item.customer().orElse(null);
    builder.sku = item.sku();
    builder.count = item.count();
    builder.photo = item.photo().orElse(null);
    builder.seen = item.seen().orElse(null);
    builder.until = item.until();
    return builder;
  }

  FieldValues values() {
    return values;
  }

  /** The step that gives the field session. */
  public interface NeedsSession {
    NeedsSku session(UUID value);
  }

  /** The step that gives the field sku. */
  public interface NeedsSku {
    NeedsCount sku(String value);
  }

  /** The step that gives the field count. */
  public interface NeedsCount {
    NeedsUntil count(long value);
  }

  /** The step that gives the field until. */
  public interface NeedsUntil {
    Complete until(Instant value);
  }

  /** The last step: it has all required fields, and takes the others. */
  public interface Complete {
    Complete session(UUID value);

    Complete customer(String value);

    Complete sku(String value);

    Complete count(long value);

    Complete photo(SdkBytes value);

    Complete seen(BigInteger value);

    Complete until(Instant value);

    /** Returns the draft. Throws ModelException for a value that its field cannot have. */
    CartDraft build();
  }

  private static final class Builder
      implements NeedsSession, NeedsSku, NeedsCount, NeedsUntil, Complete {
    private UUID session;
    private String customer;
    private String sku;
    private Long count;
    private SdkBytes photo;
    private BigInteger seen;
    private Instant until;

    @Override
    public Builder session(UUID value) {
      session = value;
      return this;
    }

    @Override
    public Builder customer(String value) {
      customer = value;
      return this;
    }

    @Override
    public Builder sku(String value) {
      sku = value;
      return this;
    }

    @Override
    public Builder count(long value) {
      count = value;
      return this;
    }

    @Override
    public Builder photo(SdkBytes value) {
      photo = value;
      return this;
    }

    @Override
    public Builder seen(BigInteger value) {
      seen = value;
      return this;
    }

    @Override
    public Builder until(Instant value) {
      until = value;
      return this;
    }

    @Override
    public CartDraft build() {
      return new CartDraft(
          FieldValues.none()
              .add(CartColumns.SESSION, session)
              .addIfPresent(CartColumns.CUSTOMER, customer)
              .add(CartColumns.SKU, sku)
              .add(CartColumns.COUNT, count)
              .addIfPresent(CartColumns.PHOTO, photo)
              .addIfPresent(CartColumns.SEEN, seen)
              .add(CartColumns.UNTIL, until));
    }
  }
}
