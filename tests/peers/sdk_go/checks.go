package main

import (
	"fmt"
	"reflect"
)

// failure is the value with which a check panics if an expectation does not hold.
type failure string

var passed, failed int

// check runs one check, prints its line and counts it.
func check(name string, body func()) {
	defer func() {
		switch trouble := recover().(type) {
		case nil:
			passed++
			fmt.Println("ok      ", name)
		case failure:
			failed++
			fmt.Println("FAILED  ", name+":", string(trouble))
		default:
			panic(trouble)
		}
	}()
	body()
}

func expect(holds bool, format string, arguments ...any) {
	if !holds {
		panic(failure(fmt.Sprintf(format, arguments...)))
	}
}

func expectEqual(got, wanted any) {
	expect(reflect.DeepEqual(got, wanted), "got %v in place of %v", got, wanted)
}

// must gives the answer of a request that has to succeed.
func must[Answer any](answer Answer, err error) Answer {
	expect(err == nil, "%v", err)
	return answer
}

func mustDo(err error) { expect(err == nil, "%v", err) }
