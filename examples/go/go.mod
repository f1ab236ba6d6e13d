module example.com/service

go 1.24

require (
	github.com/aws/aws-sdk-go-v2 v1.48.0
	github.com/aws/aws-sdk-go-v2/config v1.33.0
	github.com/aws/aws-sdk-go-v2/service/dynamodb v1.74.0
	github.com/aws/smithy-go v1.28.9
	partita.test/partitatest v0.1.0
	partita.test/partitatest/awsv2 v0.1.0
)

require (
	github.com/aws/aws-sdk-go-v2/credentials v1.20.0 // indirect
	github.com/aws/aws-sdk-go-v2/feature/ec2/imds v1.19.0 // indirect
	github.com/aws/aws-sdk-go-v2/internal/configsources v1.5.12 // indirect
	github.com/aws/aws-sdk-go-v2/internal/endpoints/v2 v2.8.12 // indirect
	github.com/aws/aws-sdk-go-v2/internal/v4a v1.5.0 // indirect
	github.com/aws/aws-sdk-go-v2/service/internal/accept-encoding v1.13.25 // indirect
	github.com/aws/aws-sdk-go-v2/service/internal/endpoint-discovery v1.13.12 // indirect
	github.com/aws/aws-sdk-go-v2/service/internal/presigned-url v1.14.0 // indirect
	github.com/aws/aws-sdk-go-v2/service/signin v1.7.0 // indirect
	github.com/aws/aws-sdk-go-v2/service/sso v1.35.0 // indirect
	github.com/aws/aws-sdk-go-v2/service/ssooidc v1.40.0 // indirect
	github.com/aws/aws-sdk-go-v2/service/sts v1.47.0 // indirect
)
