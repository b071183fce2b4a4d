package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"

// A Search is a plan for the choice of a model: a path and a selection on it for every combination
// of the Spec's nus, the penalties and the kernels. The lists should be in a meaningful order, such
// as by rising mu or width, because neighbours are expected to have similar errors. By must be
// given.
type Search = search.Search

// A SearchResult is the best model of a Search, and what was tried.
type SearchResult struct {
	*search.Result
	Model *Model
	Path  *Path // that the model was selected on
}

func wrapSearch(r *search.Result, err error) (*SearchResult, error) {
	if r == nil {
		return nil, err
	}
	own := &SearchResult{Result: r}
	own.Model, _ = wrapModel(r.Model, nil)
	own.Path, _ = wrapPath(r.Path, nil)
	return own, err
}
