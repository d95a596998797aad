package main

// four has a number for each of the tables.
type four [4]float64

// published has the numbers of the paper's Tables 1 and 2 (arXiv:2103.02826), in the order of tables.
var published = []struct {
	name           string
	accuracy       four // %
	accuracyError  four // standard error, %
	complexity     four // 0: not published
	ruleComplexity four
}{
	{"DR-Net", four{84.42, 82.97, 69.71, 85.71}, four{0.53, 0.51, 1.05, 0.40}, four{109.4, 86.0, 13.8, 85.0}, four{5.22, 13.54, 6.33, 6.31}},
	{"CG", four{83.68, 82.67, 68.65, 83.90}, four{0.87, 0.48, 3.48, 0.18}, four{112.8, 120.0, 3.4, 28.6}, four{3.72, 3.77, 1.90, 5.15}},
	{"BRS", four{81.44, 79.35, 69.42, 83.04}, four{0.61, 1.78, 3.72, 0.11}, four{40.0, 16.8, 16.6, 31.2}, four{3.00, 3.00, 2.96, 3.00}},
	{"RIPPER", four{82.22, 81.67, 69.67, 82.47}, four{0.51, 1.05, 2.09, 1.84}, four{189.4, 117.6, 72.8, 328.0}, four{6.01, 4.66, 5.24, 7.01}},
	{"CART", four{80.56, 78.87, 60.61, 82.37}, four{0.86, 0.12, 2.83, 0.29}, four{}, four{}},
	{"random forest", four{86.47, 82.64, 70.30, 88.70}, four{0.54, 0.49, 3.70, 0.28}, four{}, four{}},
	{"deep network", four{87.07, 84.33, 70.64, 88.84}, four{0.71, 0.42, 3.37, 0.26}, four{}, four{}},
}
