// The model as data, with the plans that Partita's planner has proven. The run time reads it.

package commerce

import (
	"encoding/json"

	rt "partita.example/languages/runtime"
)

var model = rt.Model{
	Name: "commerce",
	Tables: []rt.Table{
		{
			Name:          "commerce_single_table",
			Partition:     "PK",
			Sort:          "SK",
			TypeAttribute: "type",
			Indexes: []rt.Index{
				{
					Name:       "gsi_customer_orders",
					Scope:      "global",
					Partition:  []string{"GSI1PK"},
					Sort:       []string{"GSI1SK"},
					Projection: "ALL",
				},
				{
					Name:       "gsi_status_orders",
					Scope:      "global",
					Partition:  []string{"GSI2PK"},
					Sort:       []string{"GSI2SK"},
					Projection: "ALL",
				},
				{
					Name:       "gsi_customer_status_orders",
					Scope:      "global",
					Partition:  []string{"GSI3PK"},
					Sort:       []string{"GSI3SK"},
					Projection: "ALL",
				},
				{
					Name:       "gsi_orders_by_day",
					Scope:      "global",
					Partition:  []string{"GSI4PK"},
					Sort:       []string{"GSI4SK"},
					Projection: "ALL",
				},
				{
					Name:       "gsi_items_by_sku",
					Scope:      "global",
					Partition:  []string{"GSI5PK"},
					Sort:       []string{"GSI5SK"},
					Projection: "ALL",
				},
				{
					Name:       "gsi_items_by_status",
					Scope:      "global",
					Partition:  []string{"GSI6PK"},
					Sort:       []string{"GSI6SK"},
					Projection: "ALL",
				},
			},
			Entities: []rt.Entity{
				{
					Name: "CUSTOMER",
					Fields: []rt.Field{
						{Name: "customerId", Attribute: "customerId", Kind: rt.KindString},
						{Name: "name", Attribute: "name", Kind: rt.KindString},
						{Name: "email", Attribute: "email", Kind: rt.KindString},
					},
					Primary: rt.EntityKey{
						Partition: []rt.KeyAttribute{
							{
								Attribute: "PK",
								Type:      rt.ScalarS,
								Parts: []rt.KeyPart{
									{Literal: "CUST#"},
									{Field: &rt.KeyField{Field: 0}},
								},
							},
						},
						Sort: []rt.KeyAttribute{
							{
								Attribute: "SK",
								Type:      rt.ScalarS,
								Parts: []rt.KeyPart{
									{Literal: "PROFILE#"},
									{Field: &rt.KeyField{Field: 0}},
								},
							},
						},
					},
				},
				{
					Name: "ORDER",
					Fields: []rt.Field{
						{Name: "customerId", Attribute: "customerId", Kind: rt.KindString},
						{Name: "orderId", Attribute: "orderId", Kind: rt.KindString},
						{Name: "createdAt", Attribute: "createdAt", Kind: rt.KindTime},
						{
							Name:      "status",
							Attribute: "status",
							Kind:      rt.KindEnum,
							Enumerators: []rt.Enumerator{
								{Name: "CREATED", Attribute: "CREATED", Key: "CREATED"},
								{
									Name:      "AWAITING_PAYMENT",
									Attribute: "AWAITING_PAYMENT",
									Key:       "AWAITING_PAYMENT",
								},
								{Name: "PAID", Attribute: "PAID", Key: "PAID"},
								{
									Name:      "IN_FULFILLMENT",
									Attribute: "IN_FULFILLMENT",
									Key:       "IN_FULFILLMENT",
								},
								{
									Name:      "PARTIALLY_FULFILLED",
									Attribute: "PARTIALLY_FULFILLED",
									Key:       "PARTIALLY_FULFILLED",
								},
								{Name: "FULFILLED", Attribute: "FULFILLED", Key: "FULFILLED"},
								{Name: "CANCELLED", Attribute: "CANCELLED", Key: "CANCELLED"},
								{Name: "REFUNDED", Attribute: "REFUNDED", Key: "REFUNDED"},
							},
						},
						{Name: "totalCents", Attribute: "totalCents", Kind: rt.KindInteger},
						{Name: "version", Attribute: "version", Kind: rt.KindInteger},
					},
					Primary: rt.EntityKey{
						Partition: []rt.KeyAttribute{
							{
								Attribute: "PK",
								Type:      rt.ScalarS,
								Parts: []rt.KeyPart{
									{Literal: "CUST#"},
									{Field: &rt.KeyField{Field: 0}},
								},
							},
						},
						Sort: []rt.KeyAttribute{
							{
								Attribute: "SK",
								Type:      rt.ScalarS,
								Parts: []rt.KeyPart{
									{Literal: "ORDER#"},
									{Field: &rt.KeyField{Field: 1}},
								},
							},
						},
					},
					Indexes: []rt.EntityKey{
						{
							Index: rt.At(0),
							Partition: []rt.KeyAttribute{
								{
									Attribute: "GSI1PK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "CUST#"},
										{Field: &rt.KeyField{Field: 0}},
									},
								},
							},
							Sort: []rt.KeyAttribute{
								{
									Attribute: "GSI1SK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "ORDER#"},
										{Field: &rt.KeyField{Field: 2}},
										{Literal: "#"},
										{Field: &rt.KeyField{Field: 1}},
									},
								},
							},
						},
						{
							Index: rt.At(1),
							Partition: []rt.KeyAttribute{
								{
									Attribute: "GSI2PK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "STATUS#"},
										{Field: &rt.KeyField{Field: 3}},
									},
								},
							},
							Sort: []rt.KeyAttribute{
								{
									Attribute: "GSI2SK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "ORDER#"},
										{Field: &rt.KeyField{Field: 2}},
										{Literal: "#CUST#"},
										{Field: &rt.KeyField{Field: 0}},
										{Literal: "#"},
										{Field: &rt.KeyField{Field: 1}},
									},
								},
							},
						},
						{
							Index: rt.At(2),
							Partition: []rt.KeyAttribute{
								{
									Attribute: "GSI3PK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "CUST#"},
										{Field: &rt.KeyField{Field: 0}},
										{Literal: "#STATUS#"},
										{Field: &rt.KeyField{Field: 3}},
									},
								},
							},
							Sort: []rt.KeyAttribute{
								{
									Attribute: "GSI3SK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "ORDER#"},
										{Field: &rt.KeyField{Field: 2}},
										{Literal: "#"},
										{Field: &rt.KeyField{Field: 1}},
									},
								},
							},
						},
						{
							Index: rt.At(3),
							Partition: []rt.KeyAttribute{
								{
									Attribute: "GSI4PK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "DAY#"},
										{Field: &rt.KeyField{Field: 2, Format: rt.FormatDay}},
										{Literal: "#"},
										{Field: &rt.KeyField{Field: 1, Format: rt.FormatShard, Shards: 4}},
									},
								},
							},
							Sort: []rt.KeyAttribute{
								{
									Attribute: "GSI4SK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Field: &rt.KeyField{Field: 2}},
										{Literal: "#CUST#"},
										{Field: &rt.KeyField{Field: 0}},
										{Literal: "#"},
										{Field: &rt.KeyField{Field: 1}},
									},
								},
							},
						},
					},
					Version: rt.At(5),
				},
				{
					Name: "ORDER_ITEM",
					Fields: []rt.Field{
						{Name: "customerId", Attribute: "customerId", Kind: rt.KindString},
						{Name: "orderId", Attribute: "orderId", Kind: rt.KindString},
						{Name: "itemId", Attribute: "itemId", Kind: rt.KindString},
						{Name: "sku", Attribute: "sku", Kind: rt.KindString},
						{Name: "quantity", Attribute: "quantity", Kind: rt.KindInteger},
						{Name: "unitPriceCents", Attribute: "unitPriceCents", Kind: rt.KindInteger},
						{
							Name:      "itemStatus",
							Attribute: "itemStatus",
							Kind:      rt.KindEnum,
							Enumerators: []rt.Enumerator{
								{Name: "PENDING", Attribute: "PENDING", Key: "PENDING"},
								{Name: "SHIPPED", Attribute: "SHIPPED", Key: "SHIPPED"},
								{Name: "DELIVERED", Attribute: "DELIVERED", Key: "DELIVERED"},
								{Name: "CANCELLED", Attribute: "CANCELLED", Key: "CANCELLED"},
								{Name: "RETURNED", Attribute: "RETURNED", Key: "RETURNED"},
							},
						},
					},
					Primary: rt.EntityKey{
						Partition: []rt.KeyAttribute{
							{
								Attribute: "PK",
								Type:      rt.ScalarS,
								Parts: []rt.KeyPart{
									{Literal: "CUST#"},
									{Field: &rt.KeyField{Field: 0}},
								},
							},
						},
						Sort: []rt.KeyAttribute{
							{
								Attribute: "SK",
								Type:      rt.ScalarS,
								Parts: []rt.KeyPart{
									{Literal: "ORDER#"},
									{Field: &rt.KeyField{Field: 1}},
									{Literal: "#ITEM#"},
									{Field: &rt.KeyField{Field: 2}},
								},
							},
						},
					},
					Indexes: []rt.EntityKey{
						{
							Index: rt.At(4),
							Partition: []rt.KeyAttribute{
								{
									Attribute: "GSI5PK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "SKU#"},
										{Field: &rt.KeyField{Field: 3}},
									},
								},
							},
							Sort: []rt.KeyAttribute{
								{
									Attribute: "GSI5SK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "CUST#"},
										{Field: &rt.KeyField{Field: 0}},
										{Literal: "#ORDER#"},
										{Field: &rt.KeyField{Field: 1}},
										{Literal: "#ITEM#"},
										{Field: &rt.KeyField{Field: 2}},
									},
								},
							},
						},
						{
							Index: rt.At(5),
							Partition: []rt.KeyAttribute{
								{
									Attribute: "GSI6PK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "ITEM_STATUS#"},
										{Field: &rt.KeyField{Field: 6}},
										{Literal: "#"},
										{Field: &rt.KeyField{Field: 1, Format: rt.FormatShard, Shards: 4}},
									},
								},
							},
							Sort: []rt.KeyAttribute{
								{
									Attribute: "GSI6SK",
									Type:      rt.ScalarS,
									Parts: []rt.KeyPart{
										{Literal: "CUST#"},
										{Field: &rt.KeyField{Field: 0}},
										{Literal: "#ORDER#"},
										{Field: &rt.KeyField{Field: 1}},
										{Literal: "#ITEM#"},
										{Field: &rt.KeyField{Field: 2}},
									},
								},
							},
						},
					},
				},
				{
					Name: "ORDER_STATUS_EVENT",
					Fields: []rt.Field{
						{Name: "customerId", Attribute: "customerId", Kind: rt.KindString},
						{Name: "orderId", Attribute: "orderId", Kind: rt.KindString},
						{Name: "newVersion", Attribute: "newVersion", Kind: rt.KindInteger},
						{
							Name:      "newStatus",
							Attribute: "newStatus",
							Kind:      rt.KindEnum,
							Enumerators: []rt.Enumerator{
								{Name: "CREATED", Attribute: "CREATED", Key: "CREATED"},
								{
									Name:      "AWAITING_PAYMENT",
									Attribute: "AWAITING_PAYMENT",
									Key:       "AWAITING_PAYMENT",
								},
								{Name: "PAID", Attribute: "PAID", Key: "PAID"},
								{
									Name:      "IN_FULFILLMENT",
									Attribute: "IN_FULFILLMENT",
									Key:       "IN_FULFILLMENT",
								},
								{
									Name:      "PARTIALLY_FULFILLED",
									Attribute: "PARTIALLY_FULFILLED",
									Key:       "PARTIALLY_FULFILLED",
								},
								{Name: "FULFILLED", Attribute: "FULFILLED", Key: "FULFILLED"},
								{Name: "CANCELLED", Attribute: "CANCELLED", Key: "CANCELLED"},
								{Name: "REFUNDED", Attribute: "REFUNDED", Key: "REFUNDED"},
							},
						},
						{Name: "changedAt", Attribute: "changedAt", Kind: rt.KindTime},
						{Name: "changedBy", Attribute: "changedBy", Kind: rt.KindString},
						{Name: "reason", Attribute: "reason", Kind: rt.KindString},
					},
					Primary: rt.EntityKey{
						Partition: []rt.KeyAttribute{
							{
								Attribute: "PK",
								Type:      rt.ScalarS,
								Parts: []rt.KeyPart{
									{Literal: "CUST#"},
									{Field: &rt.KeyField{Field: 0}},
								},
							},
						},
						Sort: []rt.KeyAttribute{
							{
								Attribute: "SK",
								Type:      rt.ScalarS,
								Parts: []rt.KeyPart{
									{Literal: "ORDER_STATUS_EVT#"},
									{Field: &rt.KeyField{Field: 1}},
									{Literal: "#V#"},
									{Field: &rt.KeyField{Field: 2, Format: rt.FormatPadded, Width: 19}},
								},
							},
						},
					},
				},
			},
			Create: json.RawMessage(`{
			 "AttributeDefinitions": [
			  {
			   "AttributeName": "PK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "SK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI1PK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI1SK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI2PK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI2SK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI3PK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI3SK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI4PK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI4SK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI5PK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI5SK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI6PK",
			   "AttributeType": "S"
			  },
			  {
			   "AttributeName": "GSI6SK",
			   "AttributeType": "S"
			  }
			 ],
			 "KeySchema": [
			  {
			   "AttributeName": "PK",
			   "KeyType": "HASH"
			  },
			  {
			   "AttributeName": "SK",
			   "KeyType": "RANGE"
			  }
			 ],
			 "GlobalSecondaryIndexes": [
			  {
			   "IndexName": "gsi_customer_orders",
			   "KeySchema": [
			    {
			     "AttributeName": "GSI1PK",
			     "KeyType": "HASH"
			    },
			    {
			     "AttributeName": "GSI1SK",
			     "KeyType": "RANGE"
			    }
			   ],
			   "Projection": {
			    "ProjectionType": "ALL"
			   }
			  },
			  {
			   "IndexName": "gsi_status_orders",
			   "KeySchema": [
			    {
			     "AttributeName": "GSI2PK",
			     "KeyType": "HASH"
			    },
			    {
			     "AttributeName": "GSI2SK",
			     "KeyType": "RANGE"
			    }
			   ],
			   "Projection": {
			    "ProjectionType": "ALL"
			   }
			  },
			  {
			   "IndexName": "gsi_customer_status_orders",
			   "KeySchema": [
			    {
			     "AttributeName": "GSI3PK",
			     "KeyType": "HASH"
			    },
			    {
			     "AttributeName": "GSI3SK",
			     "KeyType": "RANGE"
			    }
			   ],
			   "Projection": {
			    "ProjectionType": "ALL"
			   }
			  },
			  {
			   "IndexName": "gsi_orders_by_day",
			   "KeySchema": [
			    {
			     "AttributeName": "GSI4PK",
			     "KeyType": "HASH"
			    },
			    {
			     "AttributeName": "GSI4SK",
			     "KeyType": "RANGE"
			    }
			   ],
			   "Projection": {
			    "ProjectionType": "ALL"
			   }
			  },
			  {
			   "IndexName": "gsi_items_by_sku",
			   "KeySchema": [
			    {
			     "AttributeName": "GSI5PK",
			     "KeyType": "HASH"
			    },
			    {
			     "AttributeName": "GSI5SK",
			     "KeyType": "RANGE"
			    }
			   ],
			   "Projection": {
			    "ProjectionType": "ALL"
			   }
			  },
			  {
			   "IndexName": "gsi_items_by_status",
			   "KeySchema": [
			    {
			     "AttributeName": "GSI6PK",
			     "KeyType": "HASH"
			    },
			    {
			     "AttributeName": "GSI6SK",
			     "KeyType": "RANGE"
			    }
			   ],
			   "Projection": {
			    "ProjectionType": "ALL"
			   }
			  }
			 ],
			 "BillingMode": "PAY_PER_REQUEST"
			}`),
		},
	},
	Patterns: []rt.Pattern{
		{
			Name:     "Items of an order",
			Table:    0,
			Entities: []int{2},
			By:       []int{0, 1},
			Plan:     rt.Plan{Operation: rt.OperationQuery, Sort: rt.SortPrefix, SortParts: 3, Forward: true},
		},
		{
			Name:     "Order with its items",
			Table:    0,
			Entities: []int{1, 2},
			By:       []int{0, 1},
			Plan:     rt.Plan{Operation: rt.OperationQuery, Sort: rt.SortTree, SortParts: 2, Forward: true},
		},
		{
			Name:     "Orders of a customer, newest first",
			Table:    0,
			Entities: []int{1},
			By:       []int{0},
			Plan: rt.Plan{
				Operation:  rt.OperationQuery,
				Index:      rt.At(0),
				Sort:       rt.SortRanged,
				SortParts:  1,
				RangeField: rt.At(2),
				Forward:    false,
			},
		},
		{
			Name:     "All orders in a status, newest first",
			Table:    0,
			Entities: []int{1},
			By:       []int{3},
			Plan: rt.Plan{
				Operation:  rt.OperationQuery,
				Index:      rt.At(1),
				Sort:       rt.SortRanged,
				SortParts:  1,
				RangeField: rt.At(2),
				Forward:    false,
			},
		},
		{
			Name:     "A customer's orders in a status, newest first",
			Table:    0,
			Entities: []int{1},
			By:       []int{0, 3},
			Plan: rt.Plan{
				Operation:  rt.OperationQuery,
				Index:      rt.At(2),
				Sort:       rt.SortRanged,
				SortParts:  1,
				RangeField: rt.At(2),
				Forward:    false,
			},
		},
		{
			Name:     "Status changes of an order, newest first",
			Table:    0,
			Entities: []int{3},
			By:       []int{0, 1},
			Plan: rt.Plan{
				Operation:  rt.OperationQuery,
				Sort:       rt.SortRanged,
				SortParts:  3,
				RangeField: rt.At(2),
				Forward:    false,
			},
		},
		{
			Name:     "All orders of some days, newest first",
			Table:    0,
			Entities: []int{1},
			Plan: rt.Plan{
				Operation:   rt.OperationQuery,
				Index:       rt.At(3),
				Sort:        rt.SortRanged,
				SortParts:   0,
				RangeField:  rt.At(2),
				Forward:     false,
				BucketField: rt.At(2),
			},
		},
		{
			Name:     "All items of an article",
			Table:    0,
			Entities: []int{2},
			By:       []int{3},
			Plan: rt.Plan{
				Operation: rt.OperationQuery,
				Index:     rt.At(4),
				Sort:      rt.SortPrefix,
				SortParts: 1,
				Forward:   true,
			},
		},
		{
			Name:     "All items in a status",
			Table:    0,
			Entities: []int{2},
			By:       []int{6},
			Plan: rt.Plan{
				Operation: rt.OperationQuery,
				Index:     rt.At(5),
				Sort:      rt.SortPrefix,
				SortParts: 1,
				Forward:   true,
			},
		},
	},
}
