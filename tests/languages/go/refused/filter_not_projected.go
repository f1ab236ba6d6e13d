// refused: shop.OpenOrdersOfACustomerFields.Gift undefined

package refused

import "partita.example/languages/shop"

func refused(client *shop.Client) {
	_ = client.OpenOrdersOfACustomer("ada").Where(shop.OpenOrdersOfACustomerFields.Gift.Eq(true))
}
