package shop;

/** The primary key of an order: PK = "C#{customer}", SK = "PROFILE#ORDER#{order}". */
public record OrderKey(String customer, String order) {}
