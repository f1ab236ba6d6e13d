package shop;

/** The values of ORDER.status. */
public enum OrderStatus {
  OPEN,
  PAID,
  SENT
}
