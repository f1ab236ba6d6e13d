// refused: cannot find symbol
import java.util.UUID;
import shop.CartDraft;
import shop.Shop;

final class UpsertNotWhole {
  static void call(Shop shop) {
    shop.cart().upsert(CartDraft.builder().session(new UUID(0, 0)).sku("x").count(1).build());
  }
}
