// refused: as shop.OrderKey value in argument

package refused

import (
	"context"

	"partita.example/languages/shop"
)

func refused(ctx context.Context, client *shop.Client) {
	_, _, _ = client.Orders.Get(ctx, shop.CustomerKey{Customer: "ada"})
}
