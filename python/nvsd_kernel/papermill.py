"""Go for papermill: the cell that it puts behind the one tagged "parameters".

A number, a text, true, false or None is assigned. The text true or false is read into the
variable, which may be a bool or a string. A list or a mapping is read as JSON
into the variable, so that it becomes what the notebook has declared: []float64,
map[string]int, a struct.
"""

import json
import math
import re

from papermill.engines import NBClientEngine
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

# A declaration on a line of its own: x := 1, var x = 1, var x float64 = 1 // a comment
DECLARATION = re.compile(
    r"^\s*(?:var\s+)?(?P<name>\w+)\s*(?P<type>[^=:/]*?)\s*:?=\s*(?P<value>.*?)\s*(?://\s*(?P<help>.*))?$",
    re.MULTILINE,
)


def quote(text):
    """A string literal of Go."""
    if text.isprintable() and "`" not in text and ("\\" in text or '"' in text):
        return f"`{text}`"
    return json.dumps(text, ensure_ascii=False).replace("\ufeff", "\\ufeff")


class GoTranslator(Translator):
    @classmethod
    def translate_str(cls, val):
        return quote(val)

    @classmethod
    def translate_none(cls, val):
        return "nil"

    @classmethod
    def translate_float(cls, val):
        if math.isnan(val):
            return "math.NaN()"
        if math.isinf(val):
            return f"math.Inf({math.copysign(1, val):.0f})"
        return repr(val)

    @classmethod
    def comment(cls, cmt_str):
        return f"// {cmt_str}"

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        lines = [cls.comment(comment)]
        for name, value in parameters.items():
            if value in ("true", "false"):  # -p ok true: papermill makes a bool of True alone, and the variable may be either
                lines.append(f"fmt.Sscan({quote(value)}, &{name});")
            elif isinstance(value, (list, tuple, dict)):
                text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=str)
                lines.append(f"json.Unmarshal([]byte({quote(text)}), &{name});")
            else:
                lines.append(cls.assign(name, cls.translate(value)))
        return "\n".join(lines) + "\n"

    @classmethod
    def inspect(cls, parameters_cell):
        return [
            Parameter(m["name"], m["type"] or "None", m["value"], m["help"] or "")
            for m in DECLARATION.finditer(parameters_cell["source"])
        ]


class Engine(NBClientEngine):
    """papermill's own engine: it is named only so that papermill reads this module."""


papermill_translators.register("go", GoTranslator)
