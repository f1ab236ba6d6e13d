// refused: client.Orders.PutMany undefined

package refused

import (
	"context"

	"partita.example/languages/shop"
)

func refused(ctx context.Context, client *shop.Client) {
	_ = client.Orders.PutMany(ctx, []shop.Order{})
}
