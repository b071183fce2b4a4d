package wire

// VariablesMIME is the type of the one rendering in which the variables of a session come
// from the child: a list of repl.Variable in JSON.
const VariablesMIME = "application/vnd.nvsd.variables+json"
