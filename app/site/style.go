package site

import (
	"bytes"
	"os"
	"path/filepath"
)

// styleFiles lists the files of web/style in the order of the cascade: tokens, shared styles, then the features. A
// later rule overrides an earlier one with the same specificity.
var styleFiles = []string{
	"tokens.css", "base.css", "kit.css", "page.css",
	"data.css", "settings.css", "training.css", "network.css", "rules.css", "explain.css", "tradeoff.css",
	"export.css", "learn.css", "storage.css", "link.css", "privacy.css",
}

// joinStyles returns the style sheet of the page from the files in dir.
func joinStyles(dir string) ([]byte, error) {
	var sheet bytes.Buffer
	for _, name := range styleFiles {
		css, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		sheet.Write(css)
	}
	return sheet.Bytes(), nil
}
