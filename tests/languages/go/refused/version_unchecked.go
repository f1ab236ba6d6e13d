// refused: as rt.VersionCheck value in argument

package refused

import (
	"context"

	"partita.example/languages/shop"
)

func refused(ctx context.Context, client *shop.Client, key shop.OrderKey) {
	_, _ = client.Orders.Update(ctx, key, shop.Orders.Note.Set("n"))
}
