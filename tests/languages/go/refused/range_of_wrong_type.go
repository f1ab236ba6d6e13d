// refused: cannot use "2026-01-05" (untyped string constant) as

package refused

import "partita.example/languages/shop"

func refused(client *shop.Client) {
	_ = client.OrdersInAStatus(shop.OrderStatusOpen).From("2026-01-05")
}
