package core_test

import (
	"testing"

	"drnet/app/core"
	"drnet/engine/protocol"
)

func TestQuery(t *testing.T) {
	var q core.Query[string, int]
	if q.Pending() || !q.Wants("a") {
		t.Fatal("a new query must want its first key")
	}
	q.Ask("a", 7)
	if !q.Pending() || q.Wants("b") {
		t.Error("while a request is pending no other key is asked")
	}
	if q.Answer(6, 1) || q.Answer(core.NoID, 1) {
		t.Error("the answer to another request was taken")
	}
	if !q.Answer(7, 42) || q.Value != 42 || q.Of() != "a" {
		t.Errorf("Value = %d of %q, want 42 of a", q.Value, q.Of())
	}
	if q.Wants("a") || !q.Wants("b") {
		t.Error("only another key must be asked after an answer")
	}
}

func TestQueryRefused(t *testing.T) {
	var q core.Query[string, int]
	q.Ask("a", 1)
	problem := &core.Problem{Kind: "no"}
	if q.Refuse(2, problem) || !q.Refuse(1, problem) || q.Problem != problem {
		t.Fatalf("Problem = %v, want %v", q.Problem, problem)
	}
	if q.Wants("a") {
		t.Error("a question that was refused is asked again")
	}
	q.Ask("b", 3)
	if q.Problem != nil {
		t.Error("the problem of another question stays")
	}
	if !q.Refuse(3, &core.Problem{Kind: protocol.Cancelled}) || !q.Wants("b") || q.Problem != nil {
		t.Error("a question that was cancelled must be asked again")
	}
}
