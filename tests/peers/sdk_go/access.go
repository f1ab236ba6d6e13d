package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go"
)

const (
	mismatch = "The request signature we calculated does not match the signature you provided. Check your AWS Secret " +
		"Access Key and signing method. Consult the service documentation for details."
	invalidToken = "The security token included in the request is invalid."
)

func list(client *dynamodb.Client) error {
	_, err := client.ListTables(ctx, &dynamodb.ListTablesInput{})
	return err
}

// expectRefusal expects an error of the service with this code, whose text begins with this one.
func expectRefusal(err error, code, beginning string) {
	var refused smithy.APIError
	expect(errors.As(err, &refused), "%v", err)
	expectEqual(refused.ErrorCode(), code)
	expect(strings.HasPrefix(refused.ErrorMessage(), beginning), "the text is %q", refused.ErrorMessage())
}

func checkAccess() {
	good := settings("local", "local", "")
	refused := func(name string, keys aws.Config, code, text string) {
		check(name, func() { expectRefusal(list(connect(keys, endpoint)), code, text) })
	}
	refused("a wrong secret", settings("local", "wrong", ""), "InvalidSignatureException", mismatch)
	refused("an unknown key", settings("other", "local", ""), "UnrecognizedClientException", invalidToken)
	refused("an expired token", settings("ASIAEXPIRED", "expired", "token"), "ExpiredTokenException",
		"The security token included in the request is expired")
	refused("a temporary key without its token", settings("ASIATEMPORARY", "temporary/secret+", ""),
		"UnrecognizedClientException", invalidToken)
	check("a temporary key with its token", func() {
		mustDo(list(connect(settings("ASIATEMPORARY", "temporary/secret+", "a/session+token=="), endpoint)))
	})
	check("a time of signing that is past", func() {
		expectRefusal(list(connect(good, endpoint, shiftedBy(-6*time.Minute))), "InvalidSignatureException", "Signature expired: ")
	})
	check("a time of signing that is to come", func() {
		expectRefusal(list(connect(good, endpoint, shiftedBy(6*time.Minute))), "InvalidSignatureException", "Signature not yet current: ")
	})
	check("a body that was altered after it was signed", func() {
		client := connect(good, endpoint, func(options *dynamodb.Options) {
			options.HTTPClient = alteringClient{options.HTTPClient}
		})
		expectRefusal(list(client), "InvalidSignatureException", mismatch)
	})
	check("a presigned query", func() {
		status, text := sendPresigned(good, func(url string) string { return url })
		expect(status == 200 && strings.Contains(text, "TableNames"), "%d %s", status, text)
		status, text = sendPresigned(good, func(url string) string { return strings.Replace(url, "Expires=60", "Expires=61", 1) })
		expect(status == 400 && strings.Contains(text, "InvalidSignatureException"), "%d %s", status, text)
	})
}

type shiftedSigner struct {
	dynamodb.HTTPSignerV4
	shift time.Duration
}

func (signer shiftedSigner) SignHTTP(
	ctx context.Context, credentials aws.Credentials, request *http.Request, hash, service, region string, now time.Time,
	options ...func(*v4.SignerOptions),
) error {
	return signer.HTTPSignerV4.SignHTTP(ctx, credentials, request, hash, service, region, now.Add(signer.shift), options...)
}

func shiftedBy(shift time.Duration) func(*dynamodb.Options) {
	return func(options *dynamodb.Options) { options.HTTPSignerV4 = shiftedSigner{v4.NewSigner(), shift} }
}

type alteringClient struct{ dynamodb.HTTPClient }

func (client alteringClient) Do(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	expectEqual(string(body), "{}")
	request.Body = io.NopCloser(strings.NewReader("{ "))
	return client.HTTPClient.Do(request)
}

func sendPresigned(settings aws.Config, change func(string) string) (int, string) {
	body := []byte("{}")
	hash := sha256.Sum256(body)
	request := must(http.NewRequest("POST", endpoint+"/?X-Amz-Expires=60", bytes.NewReader(body)))
	request.Header.Set("X-Amz-Target", "DynamoDB_20120810.ListTables")
	request.Header.Set("Content-Type", "application/x-amz-json-1.0")
	keys := must(settings.Credentials.Retrieve(ctx))
	// Otherwise the signer moves the target into the query, in which no service looks for it.
	stay := func(options *v4.SignerOptions) { options.DisableHeaderHoisting = true }
	url, signed, err := v4.NewSigner().PresignHTTP(
		ctx, keys, request, hex.EncodeToString(hash[:]), "dynamodb", region, time.Now(), stay)
	mustDo(err)
	sent := must(http.NewRequest("POST", change(url), bytes.NewReader(body)))
	sent.Header = signed
	answer := must(connect(settings, endpoint).Options().HTTPClient.Do(sent))
	defer answer.Body.Close()
	return answer.StatusCode, string(must(io.ReadAll(answer.Body)))
}

// checkTrust expects that only the certificate in AWS_CA_BUNDLE makes the SDK connect.
func checkTrust() {
	check("a certificate that is not trusted", func() {
		certificate := os.Getenv("AWS_CA_BUNDLE")
		os.Unsetenv("AWS_CA_BUNDLE")
		defer os.Setenv("AWS_CA_BUNDLE", certificate)
		err := list(connect(settings("local", "local", ""), endpoint, func(options *dynamodb.Options) { options.RetryMaxAttempts = 1 }))
		expect(err != nil && strings.Contains(err.Error(), "certificate signed by unknown authority"), "%v", err)
	})
}

type countingClient struct {
	dynamodb.HTTPClient
	sent *int
}

func (client countingClient) Do(request *http.Request) (*http.Response, error) {
	*client.sent++
	return client.HTTPClient.Do(request)
}

// checkClocks expects that the SDK takes over the server's time when it was refused, and keeps it.
func checkClocks() {
	for _, variable := range []string{"PARTITA_TEST_AHEAD", "PARTITA_TEST_BEHIND"} {
		check("a server whose clock is an hour wrong: "+variable, func() {
			sent := 0
			client := connect(settings("local", "local", ""), os.Getenv(variable), func(options *dynamodb.Options) {
				options.HTTPClient = countingClient{options.HTTPClient, &sent}
			})
			mustDo(list(client))
			expectEqual(sent, 2)
			mustDo(list(client))
			expectEqual(sent, 3)
		})
	}
}
