// refused: client.TheCartOfASession("s").From undefined

package refused

import "partita.example/languages/shop"

func refused(client *shop.Client) {
	_ = client.TheCartOfASession("s").From("x")
}
