// refused: not enough arguments in call to client.PlaceAnOrder

package refused

import (
	"context"

	"partita.example/languages/shop"
)

func refused(ctx context.Context, client *shop.Client) {
	_, _ = client.PlaceAnOrder(ctx, shop.Order{})
}
