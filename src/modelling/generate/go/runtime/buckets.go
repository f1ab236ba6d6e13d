// The partitions that a range of a time or date spans if the partition key holds its year, month, day or hour.

package rt

import (
	"strconv"
	"time"
)

const (
	mostPartitions = 10_000
	isoTime        = "2006-01-02T15:04:05.000Z"
	daySeconds     = 24 * 60 * 60
)

type buckets struct {
	field *Field
	unit  KeyFormat
	given *SortRange // of the call
	first int        // the first partition, counted in units: years from 0, days and hours from 1970
	count int        // of the partitions, from 1
}

// The finest unit of the field that the partition key holds.
func unitOf(pattern *askedPattern) KeyFormat {
	finest := FormatYear
	order := map[KeyFormat]int{FormatYear: 1, FormatMonth: 2, FormatDay: 3, FormatHour: 4}
	partition := pattern.key().Partition
	for i := range partition {
		for _, part := range fieldParts(&partition[i]) {
			if isAt(pattern.plan.BucketField, part.Field) && order[part.Format] > order[finest] {
				finest = part.Format
			}
		}
	}
	return finest
}

// Returns false for a day that the calendar does not have. Requires: the text has the form of a time or date.
func bucketNumber(text string, unit KeyFormat) (int, bool) {
	year, _ := strconv.Atoi(text[:4])
	month, _ := strconv.Atoi(text[5:7])
	day, _ := strconv.Atoi(text[8:10])
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if date.Month() != time.Month(month) {
		return 0, false
	}
	switch unit {
	case FormatYear:
		return year, true
	case FormatMonth:
		return year*12 + month - 1, true
	}
	days := int(date.Unix() / daySeconds)
	if unit == FormatDay {
		return days, true
	}
	hour, _ := strconv.Atoi(text[11:13])
	return days*24 + hour, true
}

// Returns the buckets of the range of the plan's bucket field. The error is of a range that lacks an end, ends before
// it begins, has an end of the wrong form, or spans more than 10,000 partitions.
func bucketsOf(pattern *askedPattern, given *SortRange) (*buckets, error) {
	field := &pattern.first().Fields[*pattern.plan.BucketField]
	unit := unitOf(pattern)
	if given == nil || (given.Kind != IsBetween && given.Kind != IsEqual) {
		return nil, modelError("The access pattern \"%s\" needs both ends of a range of %s", pattern.name, field.Name)
	}
	end := given.Low
	if given.Kind == IsBetween {
		end = given.High
	}
	wrong := modelError("The range of %s needs two ends, each of which is %s", field.Name, kindsInWords[field.Kind])
	low, isText := asString(given.Low)
	high, isTextToo := asString(end)
	if !isText || !isTextToo || !hasForm(field.Kind, low) || !hasForm(field.Kind, high) {
		return nil, wrong
	}
	if high < low {
		return nil, modelError("The range of %s from %s to %s ends before it begins", field.Name, low, high)
	}
	first, isDay := bucketNumber(low, unit)
	last, isDayToo := bucketNumber(high, unit)
	if !isDay || !isDayToo {
		return nil, wrong
	}
	count := last - first + 1
	if count > mostPartitions {
		return nil, modelError("The range of %s from %s to %s spans %d %ss, each of which is a partition: at most %d "+
			"are read by one call", field.Name, low, high, count, unit, mostPartitions)
	}
	return &buckets{field: field, unit: unit, given: given, first: first, count: count}, nil
}

func startOfBucket(unit KeyFormat, at int) time.Time {
	switch unit {
	case FormatYear:
		return time.Date(at, time.January, 1, 0, 0, 0, 0, time.UTC)
	case FormatMonth:
		return time.Date(at/12, time.Month(at%12+1), 1, 0, 0, 0, 0, time.UTC)
	case FormatDay:
		return time.Unix(int64(at)*daySeconds, 0).UTC()
	}
	return time.Unix(int64(at)*60*60, 0).UTC()
}

// Returns the values of a call with the field's first value in bucket number `number`. Numbers begin at 0, in the order
// of time.
func (b *buckets) valuesIn(values AttributeMap, number int) AttributeMap {
	text := startOfBucket(b.unit, b.first+number).Format(isoTime)
	if b.field.Kind == KindDate {
		text = text[:10]
	}
	out := copyOf(values)
	out[b.field.Attribute] = stringValue(text)
	return out
}

// Returns the whole range as a condition on the field's attribute.
func (b *buckets) filter() *Predicate {
	high := b.given.Low
	if b.given.Kind == IsBetween {
		high = b.given.High
	}
	path := Path{Name(b.field.Attribute)}
	return &Predicate{Kind: IsBetween, Path: path, Values: []AttributeValue{b.given.Low, high}}
}
