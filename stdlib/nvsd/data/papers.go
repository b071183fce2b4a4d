package data

import (
	_ "embed"
	"encoding/json"
)

// A source is an address from which a data set of the papers can be downloaded.
type source struct {
	openML  int    // number of a data set there, or else
	url     string // of a file
	options []ReadOption
}

// mirror holds copies of the ARFF files of several collections, as of 2012.
const mirror = "https://raw.githubusercontent.com/renatopp/arff-datasets/c59f172882592bb58982cc54d2d3c8a2b57e9b73/"

const uci = "https://archive.ics.uci.edu/ml/machine-learning-databases/"

const (
	licenceUCI   = "CC BY 4.0, as the UCI Machine Learning Repository states for its data sets"
	licenceTorgo = "none is stated (research data, public in L. Torgo's regression collection)"
)

//go:embed sets/papers.json
var papersJSON []byte

// references returns the descriptions of the data sets of the papers. A test makes its file
// from the data sets, where NVSD_DATA names a folder of them.
func references() map[string]reference {
	var r map[string]reference
	if err := json.Unmarshal(papersJSON, &r); err != nil {
		panic(err) // the file is part of the program
	}
	return r
}

// papers returns the data sets on which the papers were tried. They are not in the binary.
func papers() []Dataset {
	list := []Dataset{{
		Name:        "airfoil",
		Description: "Self-noise of NACA 0012 airfoil blade sections in a wind tunnel: the sound pressure in decibels from frequency, angle of attack, chord length, free-stream velocity and displacement thickness.",
		Source:      "UCI Machine Learning Repository, Airfoil Self-Noise",
		Licence:     licenceUCI,
		Citation:    "T. Brooks, D. Pope and M. Marcolini (1989), Airfoil self-noise and prediction, NASA RP-1218",
		Papers:      "UAI 2018, Table 2 (AI)",
		sources:     []source{{openML: 44957}, {url: uci + "00291/airfoil_self_noise.dat", options: []ReadOption{NoHeader(), Comma('\t')}}},
	}, {
		Name:        "boston",
		Description: "Median value of homes in 506 census tracts of Boston, in 1000 dollars, from 13 inputs. 16 values are cut off at 50. The column B encodes an assumption about race, for which scikit-learn has removed the data set.",
		Source:      "StatLib; UCI Machine Learning Repository, Housing",
		Licence:     "none is stated (StatLib, Carnegie Mellon University)",
		Citation:    "D. Harrison and D. L. Rubinfeld (1978), Hedonic housing prices and the demand for clean air, Journal of Environmental Economics and Management 5, 81-102",
		Papers:      "UAI 2018, Table 2 (BH), with 10 inputs; JMLR 2013, Table 2; AISTATS 2010, section 4.2",
		sources:     []source{{openML: 531}, {url: mirror + "regression/housing.arff"}},
	}, {
		Name:        "concrete",
		Description: "Compressive strength of concrete in MPa from its seven components and its age. 25 rows are repeated in the original.",
		Source:      "UCI Machine Learning Repository, Concrete Compressive Strength",
		Licence:     licenceUCI,
		Citation:    "I-C. Yeh (1998), Modeling of strength of high-performance concrete using artificial neural networks, Cement and Concrete Research 28, 1797-1808",
		Papers:      "UAI 2018, Table 2 (CC)",
		sources:     []source{{openML: 44959}, {openML: 4353}},
	}, {
		Name:        "energy_heating",
		Description: "Heating load of 768 simulated buildings from eight of their properties.",
		Source:      "UCI Machine Learning Repository, Energy Efficiency",
		Licence:     licenceUCI,
		Citation:    "A. Tsanas and A. Xifara (2012), Accurate quantitative estimation of energy performance of residential buildings using statistical machine learning tools, Energy and Buildings 49, 560-567",
		Papers:      "UAI 2018, Table 2 (EN)",
		sources:     []source{{openML: 44960}, {openML: 1472}},
	}, {
		Name:        "energy_cooling",
		Description: "Cooling load of the buildings of energy_heating.",
		Source:      "UCI Machine Learning Repository, Energy Efficiency",
		Licence:     licenceUCI,
		Citation:    "as energy_heating",
		Papers:      "UAI 2018, Table 2 (EN)",
		sources:     []source{{openML: 1472}, {openML: 44960}},
	}, {
		Name:        "cpu_act",
		Description: "Part of the time that the processors of a computer run in user mode, in percent, from 21 measures of its activity.",
		Source:      "DELVE, comp-activ; L. Torgo's regression collection",
		Licence:     licenceTorgo,
		Citation:    "DELVE, University of Toronto (1996); L. Torgo, Regression data sets",
		Papers:      "UAI 2018, Table 2 (CP)",
		sources:     []source{{openML: 197}, {url: mirror + "regression/cpu.act.arff"}},
	}, {
		Name:        "elevators",
		Description: "Action on the elevators of an F16 from 18 measures of its state.",
		Source:      "L. Torgo's regression collection",
		Licence:     licenceTorgo,
		Citation:    "R. Camacho; L. Torgo, Regression data sets",
		Papers:      "UAI 2018, Table 2 (EL), with 17 inputs",
		sources:     []source{{openML: 216}, {url: mirror + "regression/elevators.arff"}},
	}, {
		Name:        "kin8nm",
		Description: "Distance of the end of a simulated robot arm of eight links from a target, from the angles of its joints.",
		Source:      "DELVE, kin",
		Licence:     licenceTorgo,
		Citation:    "DELVE, University of Toronto (1996)",
		Papers:      "UAI 2018, Table 2 (KN)",
		sources:     []source{{openML: 189}, {url: mirror + "regression/kin8nm.arff"}},
	}, {
		Name:        "house_16H",
		Description: "Median price of houses in 22784 places of the United States from 16 figures of the census of 1990.",
		Source:      "US Census Bureau, by DELVE, census-house",
		Licence:     "public domain (US government)",
		Citation:    "DELVE, University of Toronto (1996); L. Torgo, Regression data sets",
		Papers:      "JMLR 2013, Table 2 (census)",
		sources:     []source{{openML: 574}, {url: mirror + "regression/house16H.arff"}},
	}, {
		Name:        "delta_ailerons",
		Description: "Change of the action on the ailerons of an F16 from five measures of its state.",
		Source:      "L. Torgo's regression collection",
		Licence:     licenceTorgo,
		Citation:    "R. Camacho; L. Torgo, Regression data sets",
		Papers:      "JMLR 2013, Table 2",
		sources:     []source{{url: mirror + "regression/delta.ailerons.arff"}},
	}, {
		Name:        "stock",
		Description: "Daily stock price of one aerospace company from those of nine others.",
		Source:      "StatLib; L. Torgo's regression collection",
		Licence:     licenceTorgo,
		Citation:    "StatLib, Carnegie Mellon University; L. Torgo, Regression data sets",
		Papers:      "JMLR 2013, Table 2, which counts ten columns",
		sources:     []source{{openML: 223}, {url: mirror + "regression/stock.arff"}},
	}, {
		Name:        "segment",
		Description: "Seven kinds of image regions, as 0 (brickface), 1 (cement), 2 (foliage), 3 (grass), 4 (path), 5 (sky) and 6 (window), from 19 of their properties, of which region_pixel_count is constant.",
		Source:      "UCI Machine Learning Repository, Image Segmentation",
		Licence:     licenceUCI,
		Citation:    "C. Brodley (1990), Image Segmentation, UCI Machine Learning Repository",
		Papers:      "JMLR 2013, Table 2",
		sources:     []source{{openML: 36}, {url: mirror + "classification/segment.arff"}},
	}, {
		Name:        "pol",
		Description: "A telecommunication problem whose inputs have no published meaning. 22 of the 48 inputs are constant.",
		Source:      "L. Torgo's regression collection",
		Licence:     licenceTorgo,
		Citation:    "S. Weiss and N. Indurkhya (1995), Rule-based machine learning methods for functional prediction, Journal of Artificial Intelligence Research 3, 383-403",
		Papers:      "JMLR 2013, Table 2 (pole telecomm)",
		sources:     []source{{openML: 201}, {url: mirror + "regression/pol.arff"}},
	}, {
		Name:        "pol_26",
		Description: "The inputs of pol that are not constant.",
		Source:      "L. Torgo's regression collection",
		Licence:     licenceTorgo,
		Citation:    "as pol",
		Papers:      "JMLR 2013, Table 2 (pole telecomm)",
		sources:     []source{{openML: 201}, {url: mirror + "regression/pol.arff"}},
	}, {
		Name:        "wpbc_outcome",
		Description: "Whether breast cancer came back (1) or not (0) in 198 patients, from 30 measures of cell nuclei, the size of the tumor and the state of lymph nodes, which is missing in four rows.",
		Source:      "UCI Machine Learning Repository, Breast Cancer Wisconsin (Prognostic)",
		Licence:     licenceUCI,
		Citation:    "W. N. Street, O. L. Mangasarian and W. H. Wolberg (1995), An inductive learning approach to prognostic prediction, ICML",
		Papers:      "JMLR 2013, Table 2 (breast cancer)",
		sources:     []source{{url: uci + "breast-cancer-wisconsin/wpbc.data", options: []ReadOption{NoHeader()}}},
	}, {
		Name:        "wpbc_time",
		Description: "Months until breast cancer came back, or without it, of the patients of wpbc_outcome.",
		Source:      "UCI Machine Learning Repository, Breast Cancer Wisconsin (Prognostic)",
		Licence:     licenceUCI,
		Citation:    "as wpbc_outcome",
		Papers:      "JMLR 2013, Table 2 (breast cancer)",
		sources:     []source{{url: uci + "breast-cancer-wisconsin/wpbc.data", options: []ReadOption{NoHeader()}}},
	}}
	known := references()
	for k := range list {
		s := &list[k]
		if r, ok := known[s.Name]; ok {
			s.known = &r
			s.N, s.Missing = r.Rows, r.Missing
			s.D, s.Target = len(r.Columns)-1, r.Columns[len(r.Columns)-1].Name
		}
	}
	return list
}
