// refused: shop.Orders.Placed.Increment undefined

package refused

import (
	"context"

	"partita.example/languages/shop"
	"partita.example/languages/shop/rt"
)

func refused(ctx context.Context, client *shop.Client, key shop.OrderKey) {
	_, _ = client.Orders.Update(ctx, key, rt.Version(1), shop.Orders.Placed.Increment(1))
}
