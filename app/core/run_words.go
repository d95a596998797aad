package core

import "drnet/engine/drnet"

// EndInWords says why a run ended.
func EndInWords(status drnet.Status) string {
	switch status {
	case drnet.Perfect:
		return "Every training row is answered rightly."
	case drnet.Unchanged:
		return "Ended early: no better rules for a large part of the run."
	case drnet.Stopped:
		return "Stopped by you; these are the best rules up to then."
	case Broken:
		return "The engine was lost; these are the best rules up to then, not refined."
	}
	return "The whole run was made; these are the best rules seen in it."
}

// EndInShort is EndInWords in two or three words.
func EndInShort(status drnet.Status) string {
	switch status {
	case drnet.Perfect:
		return "no mistakes left"
	case drnet.Unchanged:
		return "nothing better came"
	case drnet.Stopped:
		return "stopped by you"
	case Broken:
		return "engine lost"
	}
	return "whole run made"
}
