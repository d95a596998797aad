package app

import "github.com/maxence-charriere/go-app/v9/pkg/errors"

// The page stores no secrets, so it needs no ciphers.
var errNoCipher = errors.New("ciphers are not available in this page")

func encrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }

func decrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }
