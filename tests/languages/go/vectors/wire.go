// Requests and answers of the service as JSON, to and from the structs of the SDK.

package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type fields = map[string]any

var attributeValue = reflect.TypeFor[types.AttributeValue]()

// Returns the attribute value that JSON has, or nil for null.
func valueOf(tree any) types.AttributeValue {
	if tree == nil {
		return nil
	}
	for kind, of := range tree.(fields) {
		switch kind {
		case "S":
			return &types.AttributeValueMemberS{Value: of.(string)}
		case "N":
			return &types.AttributeValueMemberN{Value: of.(string)}
		case "B":
			return &types.AttributeValueMemberB{Value: bytesOf(of)}
		case "BOOL":
			return &types.AttributeValueMemberBOOL{Value: of.(bool)}
		case "NULL":
			return &types.AttributeValueMemberNULL{Value: of.(bool)}
		case "SS":
			return &types.AttributeValueMemberSS{Value: each(of, func(one any) string { return one.(string) })}
		case "NS":
			return &types.AttributeValueMemberNS{Value: each(of, func(one any) string { return one.(string) })}
		case "BS":
			return &types.AttributeValueMemberBS{Value: each(of, bytesOf)}
		case "L":
			return &types.AttributeValueMemberL{Value: each(of, valueOf)}
		case "M":
			members := make(map[string]types.AttributeValue)
			for name, one := range of.(fields) {
				members[name] = valueOf(one)
			}
			return &types.AttributeValueMemberM{Value: members}
		}
	}
	panic(fmt.Sprintf("no attribute value: %v", tree))
}

func each[Out any](list any, make func(any) Out) []Out {
	out := []Out{}
	for _, one := range list.([]any) {
		out = append(out, make(one))
	}
	return out
}

func bytesOf(text any) []byte {
	bytes, err := base64.StdEncoding.DecodeString(text.(string))
	if err != nil {
		panic(err)
	}
	return bytes
}

// Sets a value of the SDK from JSON. Names of members may begin with a small letter.
func fill(to reflect.Value, tree any) {
	if tree == nil {
		return
	}
	if to.Type() == attributeValue {
		to.Set(reflect.ValueOf(valueOf(tree)))
		return
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		fill(to.Elem(), tree)
	case reflect.Struct:
		for name, one := range tree.(fields) {
			if field := to.FieldByName(strings.ToUpper(name[:1]) + name[1:]); field.IsValid() {
				fill(field, one)
			}
		}
	case reflect.Map:
		to.Set(reflect.MakeMap(to.Type()))
		for name, one := range tree.(fields) {
			element := reflect.New(to.Type().Elem()).Elem()
			fill(element, one)
			to.SetMapIndex(reflect.ValueOf(name), element)
		}
	case reflect.Slice:
		for _, one := range tree.([]any) {
			element := reflect.New(to.Type().Elem()).Elem()
			fill(element, one)
			to.Set(reflect.Append(to, element))
		}
	default:
		fillScalar(to, tree)
	}
}

func fillScalar(to reflect.Value, tree any) {
	switch one := tree.(type) {
	case string:
		to.SetString(one)
	case bool:
		to.SetBool(one)
	case float64:
		if to.CanInt() {
			to.SetInt(int64(one))
		} else {
			to.SetFloat(one)
		}
	}
}

// Returns the tree of a value of the SDK. Members that are not set are left out.
func treeOf(from reflect.Value) any {
	switch from.Kind() {
	case reflect.Interface, reflect.Pointer:
		if from.IsNil() {
			return nil
		}
		if from.Type() == attributeValue {
			return treeOfValue(from.Interface().(types.AttributeValue))
		}
		return treeOf(from.Elem())
	case reflect.Struct:
		out := make(fields)
		for i := range from.NumField() {
			if one := from.Type().Field(i); one.IsExported() && !from.Field(i).IsZero() {
				out[one.Name] = treeOf(from.Field(i))
			}
		}
		return out
	case reflect.Map:
		out := make(fields)
		for _, key := range from.MapKeys() {
			out[key.String()] = treeOf(from.MapIndex(key))
		}
		return out
	case reflect.Slice:
		out := make([]any, from.Len())
		for i := range out {
			out[i] = treeOf(from.Index(i))
		}
		return out
	case reflect.String:
		return from.String()
	case reflect.Bool:
		return from.Bool()
	case reflect.Float64:
		return from.Float()
	}
	return float64(from.Int())
}

func treeOfValue(value types.AttributeValue) any {
	kind := strings.TrimPrefix(reflect.TypeOf(value).Elem().Name(), "AttributeValueMember")
	of := reflect.ValueOf(value).Elem().FieldByName("Value")
	switch is := of.Interface().(type) {
	case []byte:
		return fields{kind: base64.StdEncoding.EncodeToString(is)}
	case [][]byte:
		texts := make([]any, len(is))
		for i := range is {
			texts[i] = base64.StdEncoding.EncodeToString(is[i])
		}
		return fields{kind: texts}
	}
	return fields{kind: treeOf(of)}
}

// Equal texts for equal requests: members sorted, sets sorted, and ids of writes all alike.
func canonical(tree any) string {
	text, err := json.Marshal(plain(tree, ""))
	if err != nil {
		panic(err)
	}
	return string(text)
}

func plain(tree any, name string) any {
	switch one := tree.(type) {
	case string:
		if strings.HasPrefix(one, "fefefefe-") {
			return "<id>"
		}
	case []any:
		out := make([]any, len(one))
		for i := range one {
			out[i] = plain(one[i], "")
		}
		if name == "SS" || name == "NS" || name == "BS" {
			slices.SortFunc(out, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		}
		return out
	case fields:
		out := make(fields)
		for key, member := range one {
			out[key] = plain(member, key)
		}
		return out
	}
	return tree
}
