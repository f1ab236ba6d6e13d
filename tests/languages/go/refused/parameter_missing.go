// refused: not enough arguments in call to client.OrdersInAStatus

package refused

import "partita.example/languages/shop"

func refused(client *shop.Client) {
	_ = client.OrdersInAStatus()
}
