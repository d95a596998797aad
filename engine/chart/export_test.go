package chart

// At returns the position of a point.
func (s Scatter) At(x, y float64) (float64, float64) {
	p := s.plot()
	return p.x.at(x), p.y.at(y)
}
