// Texts of values for people, in messages and explanations.

package rt

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Returns a text such as "text" (in quotes), 5, true, <3 bytes>, [1, 2] and {a: 1}.
func spell(value AttributeValue) string {
	switch is := value.(type) {
	case *types.AttributeValueMemberS:
		return `"` + is.Value + `"`
	case *types.AttributeValueMemberN:
		return is.Value
	case *types.AttributeValueMemberB:
		return fmt.Sprintf("<%d bytes>", len(is.Value))
	case *types.AttributeValueMemberBOOL:
		return strconv.FormatBool(is.Value)
	case *types.AttributeValueMemberNULL:
		return "null"
	case *types.AttributeValueMemberM:
		return spellMap(is.Value)
	case *types.AttributeValueMemberL:
		texts := make([]string, len(is.Value))
		for i, one := range is.Value {
			texts[i] = spell(one)
		}
		return "[" + strings.Join(texts, ", ") + "]"
	case *types.AttributeValueMemberSS:
		return `{"` + strings.Join(is.Value, `", "`) + `"}`
	case *types.AttributeValueMemberNS:
		return "{" + strings.Join(is.Value, ", ") + "}"
	case *types.AttributeValueMemberBS:
		return fmt.Sprintf("<%d binaries>", len(is.Value))
	}
	return "nothing"
}

// Returns a text such as {PK: "CUST#1", SK: "ORDER#7"}.
func spellMap(attributes AttributeMap) string {
	texts := make([]string, 0, len(attributes))
	for _, name := range namesOf(attributes) {
		texts = append(texts, name+": "+spell(attributes[name]))
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// Returns an attribute's name, in backquotes (`a.b`) if a reader could take it for a path.
func spellName(name string) string {
	if strings.ContainsAny(name, ".[]` ") {
		return "`" + name + "`"
	}
	return name
}

// Returns a text such as address.lines[3].`a.b`.
func spellPath(path Path) string {
	var text strings.Builder
	for _, step := range path {
		if step.IsElement {
			fmt.Fprintf(&text, "[%d]", step.Element)
			continue
		}
		if text.Len() > 0 {
			text.WriteByte('.')
		}
		text.WriteString(spellName(step.Name))
	}
	return text.String()
}
