// refused: rt.Condition[shop.Cart]) as rt.Condition[shop.Order] value

package refused

import "partita.example/languages/shop"

func refused(client *shop.Client) {
	_ = client.OrdersInAStatus(shop.OrderStatusOpen).Where(shop.Carts.Count.Eq(1))
}
