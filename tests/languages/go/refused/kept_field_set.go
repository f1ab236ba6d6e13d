// refused: shop.Orders.Version.Set undefined

package refused

import (
	"context"

	"partita.example/languages/shop"
	"partita.example/languages/shop/rt"
)

func refused(ctx context.Context, client *shop.Client, key shop.OrderKey) {
	_, _ = client.Orders.Update(ctx, key, rt.Version(1), shop.Orders.Version.Set(1))
}
