package protocol

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"drnet/engine/dataset"
)

// Refuse returns a Refused as an error.
func Refuse(kind, message, hint string) error { return Refused{kind, message, hint} }

// BadSettingf returns the refusal of a setting; the hint says what to do.
func BadSettingf(hint, format string, args ...any) error {
	return Refused{BadSetting, fmt.Sprintf(format, args...), hint}
}

// Error returns the message.
func (r Refused) Error() string { return r.Message }

// Refusal converts an error into an event. Unknown errors are reported as invalid settings.
func Refusal(err error) Refused {
	if refused, ok := errors.AsType[Refused](err); ok {
		return refused
	}
	if table, ok := errors.AsType[*dataset.Error](err); ok {
		return Refused{Kind: table.Kind, Message: Plain(table), Hint: table.Hint}
	}
	if errors.Is(err, context.Canceled) {
		return Refused{Kind: Cancelled, Message: "stopped"}
	}
	return Refused{Kind: BadSetting, Message: Plain(err), Hint: "change the setting"}
}

// Plain returns the message of an error without the package prefix, which means nothing to users.
func Plain(err error) string {
	message := err.Error()
	for _, name := range []string{"dataset: ", "binarize: ", "drnet: ", "protocol: ", "rule: "} {
		message = strings.TrimPrefix(message, name)
	}
	return message
}
