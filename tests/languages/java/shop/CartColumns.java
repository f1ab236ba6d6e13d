package shop;

import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;
import shop.runtime.Codecs;
import shop.runtime.Column;
import shop.runtime.EntityType;
import shop.runtime.FieldValues;
import shop.runtime.RowReader;
import software.amazon.awssdk.core.SdkBytes;

/** The fields of CART. */
final class CartColumns {
  static final Column<UUID> SESSION = new Column<>(ShopDescription.CART, 0, Codecs.ID);
  static final Column<String> CUSTOMER = new Column<>(ShopDescription.CART, 1, Codecs.TEXT);
  static final Column<String> SKU = new Column<>(ShopDescription.CART, 2, Codecs.TEXT);
  static final Column<Long> COUNT = new Column<>(ShopDescription.CART, 3, Codecs.INTEGER);
  static final Column<SdkBytes> PHOTO = new Column<>(ShopDescription.CART, 4, Codecs.BYTES);
  static final Column<BigInteger> SEEN = new Column<>(ShopDescription.CART, 5, Codecs.UNSIGNED);
  static final Column<Instant> UNTIL = new Column<>(ShopDescription.CART, 6, Codecs.SECONDS);

  static final EntityType<Cart, CartKey, CartDraft> TYPE =
      new EntityType<>(
          ShopDescription.SHOP,
          ShopDescription.CART,
          CartColumns::read,
          key -> FieldValues.none().add(SESSION, key.session()).add(SKU, key.sku()),
          CartDraft::values);

  private CartColumns() {}

  static Cart read(RowReader row) {
    return new Cart(
        row.get(SESSION),
        row.find(CUSTOMER),
        row.get(SKU),
        row.get(COUNT),
        row.find(PHOTO),
        row.find(SEEN),
        row.get(UNTIL));
  }
}
