package main

import "drnet/app/browser"

func main() { browser.Run() }
