package shop;

import static shop.runtime.PlanDescription.SortPlan.EQUAL;
import static shop.runtime.PlanDescription.SortPlan.NONE;
import static shop.runtime.PlanDescription.SortPlan.RANGE;
import static shop.runtime.PlanDescription.SortPlan.TREE;
import static shop.runtime.ScalarType.S;

import java.util.List;
import shop.runtime.DocumentType;
import shop.runtime.EntityDescription;
import shop.runtime.EntityKey;
import shop.runtime.Enumerator;
import shop.runtime.FieldDescription;
import shop.runtime.FieldKind;
import shop.runtime.IndexDescription;
import shop.runtime.KeyAttribute;
import shop.runtime.KeyFormat;
import shop.runtime.KeyPart;
import shop.runtime.PatternDescription;
import shop.runtime.PlanDescription;
import shop.runtime.TableDescription;

/** The model as data. */
final class ShopDescription {
  static final EntityDescription CUSTOMER = customer();
  static final EntityDescription ORDER = order();
  static final EntityDescription CART = cart();
  static final TableDescription SHOP = shop();

  static final PatternDescription ORDER_BY_ITS_KEY =
      PatternDescription.of(
          "Order by its key", List.of(1), List.of(0, 1), PlanDescription.getItem(EQUAL, 2));
  static final PatternDescription CUSTOMER_WITH_ORDERS =
      PatternDescription.of(
          "Customer with orders",
          List.of(0, 1),
          List.of(0),
          PlanDescription.query(-1, TREE, 1, true));
  static final PatternDescription ORDERS_IN_A_STATUS =
      PatternDescription.of(
          "Orders in a status",
          List.of(1),
          List.of(3),
          PlanDescription.query(0, RANGE, 0, false).ranging(2));
  static final PatternDescription ORDERS_OF_SOME_DAYS =
      PatternDescription.of(
          "Orders of some days",
          List.of(1),
          List.of(),
          PlanDescription.query(1, RANGE, 0, true).ranging(2).bucketedBy(2));
  static final PatternDescription OPEN_ORDERS_OF_A_CUSTOMER =
      PatternDescription.of(
              "Open orders of a customer",
              List.of(1),
              List.of(0),
              PlanDescription.query(2, RANGE, 0, false).ranging(2))
          .wanting("order", "placed", "cents");
  static final PatternDescription ORDERS_THAT_WAIT_FOR_PAYMENT =
      PatternDescription.of(
          "Orders that wait for payment",
          List.of(1),
          List.of(3),
          PlanDescription.query(0, RANGE, 0, true).ranging(2));
  static final PatternDescription THE_CART_OF_A_SESSION =
      PatternDescription.of(
          "The cart of a session",
          List.of(2),
          List.of(0),
          PlanDescription.query(-1, NONE, 0, true));

  private ShopDescription() {}

  private static EntityDescription customer() {
    return EntityDescription.builder("CUSTOMER")
        .field(FieldDescription.of("customer", FieldKind.STRING))
        .field(FieldDescription.of("email", FieldKind.STRING))
        .field(FieldDescription.of("name", FieldKind.STRING))
        .field(FieldDescription.of("phone", FieldKind.STRING).asOptional())
        .field(FieldDescription.document("tags", DocumentType.STRING_SET).asOptional())
        .field(FieldDescription.document("address", DocumentType.MAP).asOptional())
        .field(FieldDescription.of("joined", FieldKind.DATE))
        .field(FieldDescription.of("version", FieldKind.INTEGER))
        .field(FieldDescription.of("created", FieldKind.TIME))
        .field(FieldDescription.of("changed", FieldKind.TIME))
        .primary(
            List.of(KeyAttribute.composed("PK", S, KeyPart.text("C#"), KeyPart.field(0))),
            List.of(KeyAttribute.composed("SK", S, KeyPart.text("PROFILE"))))
        .unique(1)
        .version(7)
        .created(8)
        .updated(9)
        .build();
  }

  private static EntityDescription order() {
    return EntityDescription.builder("ORDER")
        .field(FieldDescription.of("customer", FieldKind.STRING))
        .field(FieldDescription.of("order", FieldKind.ULID))
        .field(FieldDescription.of("placed", FieldKind.TIME))
        .field(
            FieldDescription.enumerated(
                "status", Enumerator.of("OPEN"), Enumerator.of("PAID"), Enumerator.of("SENT")))
        .field(FieldDescription.of("cents", FieldKind.INTEGER))
        .field(FieldDescription.of("weight", FieldKind.DOUBLE).asOptional())
        .field(FieldDescription.of("vat", FieldKind.DECIMAL).asOptional())
        .field(FieldDescription.of("gift", FieldKind.BOOL))
        .field(FieldDescription.of("note", FieldKind.STRING).asOptional())
        .field(FieldDescription.document("lines", DocumentType.LIST).asOptional())
        .field(FieldDescription.of("version", FieldKind.INTEGER))
        .primary(
            List.of(KeyAttribute.composed("PK", S, KeyPart.text("C#"), KeyPart.field(0))),
            List.of(
                KeyAttribute.composed("SK", S, KeyPart.text("PROFILE#ORDER#"), KeyPart.field(1))))
        .index(
            EntityKey.in(
                0,
                List.of(KeyAttribute.composed("GSI1PK", S, KeyPart.text("S#"), KeyPart.field(3))),
                List.of(
                    KeyAttribute.composed(
                        "GSI1SK", S, KeyPart.field(2), KeyPart.text("#"), KeyPart.field(1)))))
        .index(
            EntityKey.in(
                1,
                List.of(
                    KeyAttribute.composed(
                        "GSI2PK", S, KeyPart.text("D#"), KeyPart.field(2).cut(KeyFormat.DAY))),
                List.of(
                    KeyAttribute.composed(
                        "GSI2SK", S, KeyPart.field(2), KeyPart.text("#"), KeyPart.field(1)))))
        .index(
            EntityKey.in(
                    2,
                    List.of(
                        KeyAttribute.composed(
                            "GSI3PK", S, KeyPart.text("OPEN#"), KeyPart.field(0))),
                    List.of(
                        KeyAttribute.composed(
                            "GSI3SK", S, KeyPart.field(2), KeyPart.text("#"), KeyPart.field(1))))
                .when(3, "OPEN"))
        .version(10)
        .build();
  }

  private static EntityDescription cart() {
    return EntityDescription.builder("CART")
        .field(FieldDescription.of("session", FieldKind.UUID))
        .field(FieldDescription.of("customer", FieldKind.STRING).asOptional())
        .field(FieldDescription.of("sku", FieldKind.STRING))
        .field(FieldDescription.of("count", FieldKind.INTEGER))
        .field(FieldDescription.of("photo", FieldKind.BYTES).asOptional())
        .field(FieldDescription.of("seen", FieldKind.UNSIGNED).asOptional())
        .field(FieldDescription.of("until", FieldKind.SECONDS))
        .primary(
            List.of(KeyAttribute.composed("PK", S, KeyPart.text("CART#"), KeyPart.field(0))),
            List.of(KeyAttribute.composed("SK", S, KeyPart.field(2))))
        .ttl(6)
        .build();
  }

  private static TableDescription shop() {
    return new TableDescription(
        "shop",
        "PK",
        "SK",
        "type",
        List.of(
            IndexDescription.of("by_status", List.of("GSI1PK"), List.of("GSI1SK")),
            IndexDescription.of("by_day", List.of("GSI2PK"), List.of("GSI2SK")),
            IndexDescription.of("open_orders", List.of("GSI3PK"), List.of("GSI3SK"))
                .including("cents", "status")),
        List.of(CUSTOMER, ORDER, CART),
        ShopTables::shop,
        "until");
  }
}
