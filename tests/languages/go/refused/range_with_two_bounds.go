// refused: .Below undefined

package refused

import (
	"time"

	"partita.example/languages/shop"
)

func refused(client *shop.Client) {
	_ = client.OrdersInAStatus(shop.OrderStatusOpen).From(time.Now()).Below(time.Now())
}
