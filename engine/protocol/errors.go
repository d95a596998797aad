package protocol

import (
	"context"
	"errors"
	"strings"

	"drnet/engine/dataset"
)

// Refuse returns an error that is a Refused as it stands.
func Refuse(kind, message, hint string) error { return Refused{kind, message, hint} }

// Error returns the message.
func (r Refused) Error() string { return r.Message }

// Refusal turns an error into an event. An error of an unknown kind can only be a setting out of its range.
func Refusal(err error) Refused {
	var refused Refused
	var table *dataset.Error
	switch {
	case errors.As(err, &refused):
		return refused
	case errors.As(err, &table):
		return Refused{Kind: table.Kind, Message: Plain(table), Hint: table.Hint}
	case errors.Is(err, context.Canceled):
		return Refused{Kind: Cancelled, Message: "stopped"}
	}
	return Refused{Kind: BadSetting, Message: Plain(err), Hint: "change the setting"}
}

// Plain returns the message of an error without the name of a package of the engine in front, which no user needs.
func Plain(err error) string {
	message := err.Error()
	for _, name := range []string{"dataset: ", "binarize: ", "drnet: ", "protocol: ", "rule: "} {
		message = strings.TrimPrefix(message, name)
	}
	return message
}
