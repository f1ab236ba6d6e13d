// refused: cannot find symbol
import java.time.Instant;
import shop.OrderDraft;
import shop.OrderStatus;
import shop.Shop;

final class RequiredFieldMissing {
  static void call(Shop shop) {
    OrderDraft.builder()
        .customer("ada")
        .order("o")
        .placed(Instant.EPOCH)
        .status(OrderStatus.OPEN)
        .cents(1)
        .build();
  }
}
