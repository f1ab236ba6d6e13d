// refused: .Gift undefined

package refused

import (
	"context"

	"partita.example/languages/shop"
)

func refused(ctx context.Context, client *shop.Client) {
	for row := range client.OpenOrdersOfACustomer("ada").Items(ctx) {
		_ = row.Gift
	}
}
