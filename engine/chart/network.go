package chart

// EdgesWide and EdgesHigh are the size of a box of edges in its own units; a page may stretch its width.
const EdgesWide, EdgesHigh = 100, 420

// Edge returns the path of an edge of a network, from node i of n at the left of the box to node j of m at the right. The nodes of
// a side share its height evenly.
func Edge(i, n, j, m int) string {
	from, to := number(nodeAt(i, n)), number(nodeAt(j, m))
	middle, end := number(EdgesWide/2), number(EdgesWide)
	return "M0 " + from + "C" + middle + " " + from + " " + middle + " " + to + " " + end + " " + to
}

// nodeAt returns the y coordinate of the middle of node i of n.
func nodeAt(i, n int) float64 { return EdgesHigh * (float64(i) + 0.5) / float64(n) }
