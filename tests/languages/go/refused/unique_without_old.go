// refused: not enough arguments in call to client.ChangeTheEmail

package refused

import (
	"context"

	"partita.example/languages/shop"
	"partita.example/languages/shop/rt"
)

func refused(ctx context.Context, client *shop.Client) {
	_, _ = client.ChangeTheEmail(ctx, shop.CustomerKey{Customer: "ada"}, rt.Version(1), "a@example.org")
}
