package advice

// Texts returns the advice of the tables.
func Texts() (texts []string) {
	for _, text := range foreign() {
		texts = append(texts, text)
	}
	for _, p := range phrases() {
		texts = append(texts, p.advice)
	}
	return texts
}
