// Package drnet trains a two-layer network on bits and reads a set of rules from it. It knows nothing of
// columns, files or pages.
//
// The network is the Decision Rules Network: a Rules Layer whose neurons are conjunctions of features or their
// negations, and an OR Layer that selects rules. L0 gates on every weight make both sparse.
//
// References:
//
//	L. Qiao, W. Wang, B. Lin: Learning Accurate and Interpretable Decision Rule Sets from Neural Networks.
//	AAAI 2021, arXiv:2103.02826. Equation numbers in this package are this paper's.
//	C. Louizos, M. Welling, D. P. Kingma: Learning Sparse Neural Networks through L0 Regularization. ICLR 2018.
package drnet
