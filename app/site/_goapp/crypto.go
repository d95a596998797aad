package app

import "github.com/maxence-charriere/go-app/v9/pkg/errors"

// The page keeps no secrets, so that it needs no ciphers.
var errNoCipher = errors.New("this page has no ciphers")

func encrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }

func decrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }
