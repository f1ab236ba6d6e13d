// refused: as rt.Condition[shop.OpenOrdersOfACustomerFilter] value

package refused

import "partita.example/languages/shop"

func refused(client *shop.Client) {
	_ = client.OpenOrdersOfACustomer("ada").Where(shop.Orders.Gift.Eq(true))
}
