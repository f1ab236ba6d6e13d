package shop;

import java.util.UUID;

/** The primary key of a cart: PK = "CART#{session}", SK = "{sku}". */
public record CartKey(UUID session, String sku) {}
