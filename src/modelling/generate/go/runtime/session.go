// The connection to the tables, with the settings of all calls.

package rt

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Client has the functions of *dynamodb.Client that are used, so that a test can replace it.
type Client interface {
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error)
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (
		*dynamodb.UpdateItemOutput, error)
	DeleteItem(context.Context, *dynamodb.DeleteItemInput, ...func(*dynamodb.Options)) (
		*dynamodb.DeleteItemOutput, error)
	BatchGetItem(context.Context, *dynamodb.BatchGetItemInput, ...func(*dynamodb.Options)) (
		*dynamodb.BatchGetItemOutput, error)
	BatchWriteItem(context.Context, *dynamodb.BatchWriteItemInput, ...func(*dynamodb.Options)) (
		*dynamodb.BatchWriteItemOutput, error)
	TransactGetItems(context.Context, *dynamodb.TransactGetItemsInput, ...func(*dynamodb.Options)) (
		*dynamodb.TransactGetItemsOutput, error)
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (
		*dynamodb.TransactWriteItemsOutput, error)
	SearchVectors(context.Context, *dynamodb.SearchVectorsInput, ...func(*dynamodb.Options)) (
		*dynamodb.SearchVectorsOutput, error)
	CreateTable(context.Context, *dynamodb.CreateTableInput, ...func(*dynamodb.Options)) (
		*dynamodb.CreateTableOutput, error)
	DescribeTable(context.Context, *dynamodb.DescribeTableInput, ...func(*dynamodb.Options)) (
		*dynamodb.DescribeTableOutput, error)
	DescribeTimeToLive(context.Context, *dynamodb.DescribeTimeToLiveInput, ...func(*dynamodb.Options)) (
		*dynamodb.DescribeTimeToLiveOutput, error)
	UpdateTimeToLive(context.Context, *dynamodb.UpdateTimeToLiveInput, ...func(*dynamodb.Options)) (
		*dynamodb.UpdateTimeToLiveOutput, error)
}

// ComputedFunction returns the value of a computed field. It takes and returns attribute values by attribute names; nil
// means an absent attribute.
type ComputedFunction func(values AttributeMap) (AttributeValue, error)

// Options are the settings of a session. The zero value is usable.
type Options struct {
	TablePrefix string            // in front of each table's name
	TableNames  map[string]string // by the model's name, in the place of prefix and name
	// Tokens of pages are signed with the first key, and accepted with any. Without keys the session makes one, and its
	// tokens are valid in this session only.
	PageTokenKeys [][]byte
	Attempts      int // of a request whose items stay unprocessed, and of a write that reads first; 0: 10
	Now           func() time.Time
	// The text that each write of a versioned item stores beside the version; the default is random.
	WriteID      func() string
	RequestToken func() string               // the ClientRequestToken of a transaction; the default is random
	Computed     map[string]ComputedFunction // by "ENTITY.field"
}

// Session is a client with its settings. Goroutines may share it.
type Session struct {
	client   Client
	options  Options
	keys     [][]byte
	attempts int
}

// NewSession returns a session. The error is of an empty key of page tokens.
func NewSession(client Client, options Options) (*Session, error) {
	session := &Session{client: client, options: options, keys: options.PageTokenKeys, attempts: options.Attempts}
	for _, key := range session.keys {
		if len(key) == 0 {
			return nil, modelError("a key of page tokens is empty, so everybody could make such tokens")
		}
	}
	if len(session.keys) == 0 {
		session.keys = [][]byte{randomBytes(32)}
	}
	if session.attempts == 0 {
		session.attempts = 10
	}
	return session, nil
}

// NewSessionFor returns a session for the tables of a model. The error is as that of NewSession, or of a computed field
// without a function, or a function without a field. Generated code calls it.
func NewSessionFor(model *Model, client Client, options Options) (*Session, error) {
	wanted := make(map[string]bool)
	for t := range model.Tables {
		for e := range model.Tables[t].Entities {
			entity := &model.Tables[t].Entities[e]
			for _, computed := range entity.Computed {
				wanted[entity.Name+"."+entity.Fields[computed.Field].Name] = true
			}
		}
	}
	for name := range wanted {
		if options.Computed[name] == nil {
			return nil, modelError("%[1]s is computed: give its function as Options.Computed[\"%[1]s\"]", name)
		}
	}
	for name := range options.Computed {
		if !wanted[name] {
			return nil, modelError("Options.Computed has a function for %s, which is not a computed field", name)
		}
	}
	return NewSession(client, options)
}

func randomBytes(size int) []byte {
	out := make([]byte, size)
	_, _ = rand.Read(out) // it never fails
	return out
}

// A random UUID.
func randomID() string {
	bytes := randomBytes(16)
	bytes[6] = bytes[6]&0x0f | 0x40
	bytes[8] = bytes[8]&0x3f | 0x80
	text := hex.EncodeToString(bytes)
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}

func (s *Session) tableName(table *Table) string {
	if name, ok := s.options.TableNames[table.Name]; ok {
		return name
	}
	return s.options.TablePrefix + table.Name
}

func (s *Session) now() time.Time {
	if s.options.Now != nil {
		return s.options.Now()
	}
	return time.Now()
}

func (s *Session) writeID() string {
	if s.options.WriteID != nil {
		return s.options.WriteID()
	}
	return randomID()
}

func (s *Session) requestToken() string {
	if s.options.RequestToken != nil {
		return s.options.RequestToken()
	}
	return randomID()
}
