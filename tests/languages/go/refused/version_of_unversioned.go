// refused: as rt.Option[shop.Cart] value in argument

package refused

import (
	"context"

	"partita.example/languages/shop"
	"partita.example/languages/shop/rt"
)

func refused(ctx context.Context, client *shop.Client) {
	_, _, _ = client.Carts.Remove(ctx, shop.CartKey{Session: "s", Sku: "x"}, rt.Version(1))
}
