// Runs the calls of files of vectors (record_vectors) through the run time, at an endpoint that knows the recorded
// answers. Each call must send the recorded requests, no others, and give the recorded result.
//
//	go run ./vectors FILE...
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/aws/smithy-go"

	rt "partita.example/languages/runtime"
)

type vectorCase struct {
	Call      fields
	Exchanges []exchange
	Answer    fields
}

type vectorFile struct {
	Description rt.Model
	NowMs       int64
	Cases       []vectorCase
}

func describeError(err error) string {
	var unknown *rt.OutcomeUnknown
	var refused *rt.WriteRefused
	var wrong *rt.ModelError
	switch {
	case errors.As(err, &unknown):
		return "error OutcomeUnknown: " + unknown.Message
	case errors.As(err, &refused):
		return "refused " + string(refused.Reason)
	case errors.As(err, &wrong):
		return "wrong " + wrong.Message
	}
	var known smithy.APIError
	if !errors.As(err, &known) {
		return "error: " + err.Error()
	}
	message := known.ErrorMessage()
	var of *rt.RequestError
	if errors.As(err, &of) {
		message = fmt.Sprintf("request %d: %s", of.Position, message)
	}
	return "error " + known.ErrorCode() + ": " + message
}

func expectedError(tree fields) string {
	if tree["code"] == "VersionConflict" {
		return "refused VersionConflict"
	}
	switch refusal, ok := tree["refusal"].(string); {
	case ok && (refusal == "NotAsGiven" || refusal == "ConditionFalse" || refusal == "OutOfRange"):
		return "refused ConditionFailed"
	case ok:
		return "refused " + refusal
	}
	return fmt.Sprintf("wrong %v", tree["message"])
}

func playCase(player *player, at *endpoint, one *vectorCase) []string {
	at.begin(one.Exchanges)
	result, err := player.play(context.Background(), one.Call)
	at.end()
	faults := at.faults
	expected, fails := one.Answer["error"].(fields)
	switch {
	case fails && err == nil:
		faults = append(faults, "it succeeds, and should fail: "+expectedError(expected))
	case fails:
		service := fmt.Sprintf("error %v: %v", expected["code"], expected["message"])
		if is := describeError(err); is != expectedError(expected) && is != service {
			faults = append(faults, "it fails with: "+is+"\n  and not: "+expectedError(expected))
		}
	case err != nil:
		faults = append(faults, "it fails with: "+describeError(err))
	case canonical(result) != canonical(one.Answer):
		faults = append(faults, "result: "+canonical(result)+"\n  and not: "+canonical(one.Answer))
	}
	return faults
}

func playFile(path string, report func(i int, one *vectorCase, faults []string)) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var file vectorFile
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	at := &endpoint{}
	ids := 0
	id := func() string {
		ids++
		return fmt.Sprintf("fefefefe-%d", ids)
	}
	session, err := rt.NewSession(at, rt.Options{
		PageTokenKeys: [][]byte{[]byte("a key of the vectors")}, WriteID: id, RequestToken: id,
		Now: func() time.Time { return time.UnixMilli(file.NowMs) },
	})
	if err != nil {
		return err
	}
	player := &player{session: session, model: &file.Description}
	for i := range file.Cases {
		report(i, &file.Cases[i], playCase(player, at, &file.Cases[i]))
	}
	return nil
}

func main() {
	played, wrong := 0, 0
	for _, path := range os.Args[1:] {
		err := playFile(path, func(i int, one *vectorCase, faults []string) {
			played++
			if len(faults) == 0 {
				return
			}
			if wrong++; wrong <= 20 {
				fmt.Printf("%s case %d: %s\n", path, i, canonical(one.Call))
				for _, fault := range faults {
					fmt.Println("  " + fault)
				}
			}
		})
		if err != nil {
			fmt.Println(path, err)
			wrong++
		}
	}
	fmt.Printf("%d passed, %d failed\n", played-wrong, wrong)
	if wrong > 0 {
		os.Exit(1)
	}
}
