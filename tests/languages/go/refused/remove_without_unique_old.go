// refused: not enough arguments in call to client.Customers.Remove

package refused

import (
	"context"

	"partita.example/languages/shop"
	"partita.example/languages/shop/rt"
)

func refused(ctx context.Context, client *shop.Client) {
	_, _, _ = client.Customers.Remove(ctx, shop.CustomerKey{Customer: "ada"}, rt.Version(1))
}
