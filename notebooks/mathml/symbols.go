package mathml

// identifiers are the commands for one letter or a symbol that stands for a quantity.
var identifiers = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ",
	"eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
	"xi": "ξ", "pi": "π", "varpi": "ϖ", "rho": "ρ", "varrho": "ϱ", "sigma": "σ", "varsigma": "ς", "tau": "τ",
	"upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
	"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
	"Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
	"ell": "ℓ", "hbar": "ℏ", "imath": "ı", "jmath": "ȷ", "Re": "ℜ", "Im": "ℑ", "aleph": "ℵ", "wp": "℘",
	"partial": "∂", "nabla": "∇", "infty": "∞", "emptyset": "∅", "varnothing": "∅", "top": "⊤", "bot": "⊥",
	"ldots": "…", "dots": "…", "dotsc": "…", "cdots": "⋯", "dotsb": "⋯", "vdots": "⋮", "ddots": "⋱",
	"%": "%", "#": "#", "&": "&", "_": "_", "$": "$",
}

// operators are the commands for operators, relations and arrows.
var operators = map[string]string{
	"pm": "±", "mp": "∓", "times": "×", "div": "÷", "cdot": "⋅", "ast": "∗", "star": "⋆", "circ": "∘",
	"bullet": "∙", "oplus": "⊕", "ominus": "⊖", "otimes": "⊗", "odot": "⊙", "cap": "∩", "cup": "∪",
	"setminus": "∖", "wedge": "∧", "land": "∧", "vee": "∨", "lor": "∨", "neg": "¬", "lnot": "¬",
	"le": "≤", "leq": "≤", "leqslant": "⩽", "ge": "≥", "geq": "≥", "geqslant": "⩾", "ne": "≠", "neq": "≠",
	"ll": "≪", "gg": "≫", "lt": "<", "gt": ">", "approx": "≈", "sim": "∼", "simeq": "≃", "cong": "≅",
	"equiv": "≡", "propto": "∝", "prec": "≺", "succ": "≻", "preceq": "⪯", "succeq": "⪰", "perp": "⊥",
	"parallel": "∥", "mid": "∣", "nmid": "∤", "in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂",
	"subseteq": "⊆", "supset": "⊃", "supseteq": "⊇", "forall": "∀", "exists": "∃", "nexists": "∄",
	"to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←", "leftrightarrow": "↔", "mapsto": "↦",
	"Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔", "implies": "⟹", "iff": "⟺",
	"longrightarrow": "⟶", "longleftarrow": "⟵", "uparrow": "↑", "downarrow": "↓", "nearrow": "↗", "searrow": "↘",
	"coloneqq": "≔", "triangleq": "≜", "therefore": "∴", "because": "∵", "colon": ":", "prime": "′", "dagger": "†",
}

// fences are the commands for brackets and bars.
var fences = map[string]string{
	"{": "{", "}": "}", "lbrace": "{", "rbrace": "}", "|": "‖", "Vert": "‖", "lVert": "‖", "rVert": "‖",
	"vert": "|", "lvert": "|", "rvert": "|", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋",
	"lceil": "⌈", "rceil": "⌉", "lbrack": "[", "rbrack": "]", "backslash": "\\",
}

// spaces are the commands for space, by its width.
var spaces = map[string]string{
	",": "0.1667em", ":": "0.2222em", ">": "0.2222em", ";": "0.2778em", "!": "-0.1667em", " ": "0.25em", "~": "0.25em",
	"enspace": "0.5em", "quad": "1em", "qquad": "2em",
}

// largeOperators are the commands for operators that grow in a formula of its own line.
var largeOperators = map[string]atom{
	"sum": large("∑"), "prod": large("∏"), "coprod": large("∐"), "bigcup": large("⋃"), "bigcap": large("⋂"),
	"bigoplus": large("⨁"), "bigotimes": large("⨂"), "bigvee": large("⋁"), "bigwedge": large("⋀"),
	"int": {markup: "<mo>∫</mo>"}, "iint": {markup: "<mo>∬</mo>"}, "oint": {markup: "<mo>∮</mo>"},
}

func large(s string) atom {
	return atom{markup: `<mo movablelimits="true">` + s + "</mo>", limits: true}
}

// functions are the commands for functions that are written by their names. Those with true
// have limits below and above.
var functions = map[string]bool{
	"sin": false, "cos": false, "tan": false, "cot": false, "sec": false, "csc": false,
	"arcsin": false, "arccos": false, "arctan": false, "sinh": false, "cosh": false, "tanh": false,
	"exp": false, "log": false, "ln": false, "lg": false, "arg": false, "deg": false, "dim": false,
	"ker": false, "hom": false,
	"max": true, "min": true, "sup": true, "inf": true, "lim": true, "limsup": true,
	"liminf": true, "det": true, "gcd": true, "Pr": true,
}
