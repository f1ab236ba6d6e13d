// Starts the service: AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 PORT=3000 go run .
package main

import (
	"cmp"
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"example.com/service/shop/rt"
)

//go:generate partita model gen go model.yaml -o shop

func main() {
	ctx := context.Background()
	settings, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		log.Fatal(err)
	}
	var options rt.Options
	if secret := os.Getenv("PAGE_TOKEN_KEY"); secret != "" {
		options.PageTokenKeys = [][]byte{[]byte(secret)}
	}
	client, err := openShop(ctx, dynamodb.NewFromConfig(settings), options)
	if err != nil {
		log.Fatal(err)
	}
	address := "127.0.0.1:" + cmp.Or(os.Getenv("PORT"), "3000")
	log.Printf("listening on http://%s", address)
	server := &http.Server{Addr: address, Handler: newService(client), ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}
