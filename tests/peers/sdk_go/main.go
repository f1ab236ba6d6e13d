// The AWS SDK for Go v2 against a server that verifies signatures. tests/peers/with_servers.py starts it.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
)

const region = "us-east-1"

var (
	endpoint = os.Getenv("PARTITA_TEST_ENDPOINT")
	ctx      = context.Background()
)

// settings trust the certificate of AWS_CA_BUNDLE, if there is one, as those of any program with this SDK.
func settings(key, secret, token string) aws.Config {
	provider := credentials.NewStaticCredentialsProvider(key, secret, token)
	return must(config.LoadDefaultConfig(ctx, config.WithRegion(region), config.WithCredentialsProvider(provider)))
}

func connect(settings aws.Config, url string, options ...func(*dynamodb.Options)) *dynamodb.Client {
	settings.BaseEndpoint = aws.String(url)
	return dynamodb.NewFromConfig(settings, options...)
}

func connectStreams(settings aws.Config) *dynamodbstreams.Client {
	settings.BaseEndpoint = aws.String(endpoint)
	return dynamodbstreams.NewFromConfig(settings)
}

func main() {
	certificate := os.Getenv("PARTITA_CERTIFICATE")
	os.Setenv("AWS_CA_BUNDLE", certificate)
	checkWork()
	client := connect(settings("local", "local", ""), endpoint)
	checkBackups(client)
	checkMovement(client)
	checkAccess()
	if certificate != "" {
		checkTrust()
	} else {
		checkClocks()
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed != 0 {
		os.Exit(1)
	}
}
