module example

go 1.24

require github.com/testcontainers/testcontainers-go v0.40.0
