// refused: client.AllOrdersEver undefined

package refused

import "partita.example/languages/shop"

func refused(client *shop.Client) {
	_ = client.AllOrdersEver()
}
