package shop;

/** The primary key of a customer: PK = "C#{customer}", SK = "PROFILE". */
public record CustomerKey(String customer) {}
