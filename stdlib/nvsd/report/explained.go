package report

import (
	"fmt"
	"math"
)

// BesideMean returns a root mean squared error beside the one of the training mean, in words, with the
// part of the mean's squared error that a model removes, if it removes any.
func BesideMean(err, ofMean float64) string {
	text := fmt.Sprintf("%.4g, by the mean %.4g", err, ofMean)
	if err < ofMean {
		text += fmt.Sprintf(" (%.0f %% of the variance explained)", math.Floor(100*(1-err*err/(ofMean*ofMean))))
	}
	return text
}
