package problem

// The kinds of models, in a phrase.
const (
	Penalised      = "penalised fit"
	SelectedInputs = "kernel ridge on the selected inputs"
	AllInputs      = "kernel ridge on all inputs"
	TrainingMean   = "training mean"
)
