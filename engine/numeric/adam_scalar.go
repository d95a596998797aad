//go:build !amd64 && !(goexperiment.simd && wasm)

package numeric

func moveAll(b block, rate, root float32) { b.move(0, rate, root) }
