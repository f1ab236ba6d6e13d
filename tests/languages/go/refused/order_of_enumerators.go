// refused: shop.Orders.Status.Lt undefined

package refused

import "partita.example/languages/shop"

func refused() {
	_ = shop.Orders.Status.Lt(shop.OrderStatusPaid)
}
