// refused: not enough arguments in call to shop.Orders.SetStatus

package refused

import "partita.example/languages/shop"

func refused() {
	_ = shop.Orders.SetStatus(shop.OrderStatusPaid)
}
