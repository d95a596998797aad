package app

// A browser serves no resources.
