package app

// routes knows the components by plain paths, without regular expressions.
var routes = router{}

// RouteFunc sets what makes the component of a path.
func RouteFunc(path string, newComponent func() Composer) { routes[path] = newComponent }

type router map[string]func() Composer

func (r router) createComponent(path string) (Composer, bool) {
	newComponent, known := r[path]
	if !known {
		return nil, false
	}
	return newComponent(), true
}
