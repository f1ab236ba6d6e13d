// refused: missing method knowsItsKeys

package refused

import (
	"partita.example/languages/shop"
	"partita.example/languages/shop/rt"
)

func refused(key shop.OrderKey) {
	_ = shop.Orders.Update(key, rt.Version(1), shop.Orders.Status.Set(shop.OrderStatusPaid))
}
