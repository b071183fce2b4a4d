package nvsd

// The kinds of models, in a phrase.
const (
	penalised      = "penalised fit"
	selectedInputs = "kernel ridge on the selected inputs"
	allInputs      = "kernel ridge on all inputs"
	trainingMean   = "training mean"
)
