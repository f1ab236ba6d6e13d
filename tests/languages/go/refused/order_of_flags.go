// refused: shop.Orders.Gift.Gt undefined

package refused

import "partita.example/languages/shop"

func refused() {
	_ = shop.Orders.Gift.Gt(true)
}
