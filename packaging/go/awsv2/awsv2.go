// Package awsv2 makes the configuration of Amazon's SDK for Go v2 for an account of Partita. It is a module of its own, so that
// partitatest does not force the SDK upon those who use another client.
package awsv2

import (
	"context"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
)

// Account is the account of a configuration: a *partitatest.Fixture or a *partitatest.Account.
type Account interface {
	Client() (endpoint, region, accessKey string)
}

// The connections of all clients, which otherwise would each leave their own open when a test ends.
var connections = awshttp.NewBuildableClient().WithTransportOptions(func(transport *http.Transport) {
	transport.MaxIdleConnsPerHost = 64
})

// Config returns the configuration with which a client of any service uses the account, such as
// dynamodb.NewFromConfig(awsv2.Config(account)). It reads neither the environment nor files. All configurations share their
// connections.
func Config(account Account) aws.Config {
	endpoint, region, accessKey := account.Client()
	return aws.Config{
		Region:       region,
		BaseEndpoint: aws.String(endpoint),
		HTTPClient:   connections,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: accessKey, SecretAccessKey: "local", Source: "partitatest"}, nil
		}),
	}
}
