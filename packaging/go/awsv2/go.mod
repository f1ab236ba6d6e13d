module partita.test/partitatest/awsv2

go 1.21

require github.com/aws/aws-sdk-go-v2 v1.32.0

require github.com/aws/smithy-go v1.22.0 // indirect
