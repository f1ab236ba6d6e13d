// refused: cannot use "1" (untyped string constant) as int64 value

package refused

import (
	"context"

	"partita.example/languages/shop"
	"partita.example/languages/shop/rt"
)

func refused(ctx context.Context, client *shop.Client, key shop.OrderKey) {
	_, _ = client.Orders.Update(ctx, key, rt.Version(1), shop.Orders.Cents.Set("1"))
}
