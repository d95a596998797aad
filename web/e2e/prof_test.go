package e2e

import (
	"sort"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/profiler"
	"github.com/chromedp/chromedp"
)

func (p *page) profileStart() {
	chromedp.Call(p.ctx, profiler.Enable, cdp.Empty{})
	_, err := chromedp.Call(p.ctx, profiler.Start, cdp.Empty{})
	p.must(err)
}

func (p *page) profileStop() {
	r, err := chromedp.Call(p.ctx, profiler.Stop, cdp.Empty{})
	p.must(err)
	self, total := map[string]int{}, map[string]int{}
	parent, name, hits := map[int64]int64{}, map[int64]string{}, map[int64]int{}
	all := 0
	for _, n := range r.Profile.Nodes {
		name[int64(n.ID)] = n.CallFrame.FunctionName
		for _, c := range n.Children {
			parent[int64(c)] = int64(n.ID)
		}
	}
	for _, id := range r.Profile.Samples {
		hits[int64(id)]++
		all++
	}
	for id, h := range hits {
		self[name[id]] += h
		seen := map[string]bool{}
		for at := id; at != 0; at = parent[at] {
			if !seen[name[at]] {
				total[name[at]] += h
				seen[name[at]] = true
			}
		}
	}
	for _, m := range []map[string]int{self, total} {
		var list []string
		for k := range m {
			list = append(list, k)
		}
		sort.Slice(list, func(i, j int) bool { return m[list[i]] > m[list[j]] })
		for i, k := range list {
			if i > 45 {
				break
			}
			p.t.Logf("%5.1f%% %s", 100*float64(m[k])/float64(all), k)
		}
		p.t.Log("----")
	}
}
