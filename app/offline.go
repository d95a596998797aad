package main

// offline says what the service worker of a site is for. The page finds it in its environment under offlineSetting.
type offline string

const (
	kept            offline = "kept"    // it keeps the files for use without a network
	keptWithHeaders offline = "headers" // and adds the headers that the host does not send
	retired         offline = "retired" // it removes what the one of earlier versions kept, and itself
)

const offlineSetting = "DRNET_OFFLINE"
