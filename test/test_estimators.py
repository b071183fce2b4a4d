"""The scikit-learn estimators of the Python package, by the built program."""

import csv
import datetime
import doctest
import json
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars
import pytest
from scipy.stats import t as student
from sklearn.base import clone
from sklearn.datasets import load_diabetes
from sklearn.feature_selection import RFE, SelectFromModel
from sklearn.inspection import partial_dependence
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from conftest import ROOT

sys.path.insert(0, str(ROOT / "python"))

import nvsd_kernel  # noqa: E402
from nvsd_kernel import CommandError, DerivativePenaltyRegressor, NVSDClassifier, NVSDRegressor, _fit, _select, find_program  # noqa: E402
from nvsd_kernel._function import evaluate  # noqa: E402


@pytest.fixture(autouse=True)
def program(binary, monkeypatch):
    monkeypatch.setenv("NVSD_KERNEL", binary)
    return binary


@parametrize_with_checks([NVSDClassifier(), NVSDRegressor(), DerivativePenaltyRegressor()])
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def curve(n=60, seed=3):
    """y depends on a, and on the kind that is "elm"; b and c are noise."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"a": rng.normal(size=n), "b": rng.normal(size=n), "kind": rng.choice(["ash", "elm", "oak, red"], n), "c": rng.normal(size=n)})
    return X, np.sin(2 * X["a"]) + (X["kind"] == "elm") + 0.1 * rng.normal(size=n)


@pytest.fixture(scope="module")
def fitted(binary):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NVSD_KERNEL", binary)
        X, y = curve()
        return NVSDRegressor().fit(X, y)


@pytest.mark.parametrize("kind", ["texts", "category"])
def test_it_says_what_the_command_says(program, tmp_path, fitted, kind):
    """Selection, scores and predictions are those of the command on the same table."""
    X, y = curve()
    new, _ = curve(40, seed=4)
    X.assign(y=y).to_csv(tmp_path / "train.csv", index=False)
    new.to_csv(tmp_path / "test.csv", index=False)
    subprocess.run([program, "select", "train.csv", "--target", "y", "--factor", "kind", "--test", "test.csv", "--out", "a.json", "-q"], cwd=tmp_path, check=True)
    answer = json.loads((tmp_path / "a.json").read_text())
    model = fitted if kind == "texts" else NVSDRegressor().fit(X.astype({"kind": "category"}), y)
    assert model.answer_["selected"] == answer["selected"] and model.answer_["scores"] == answer["scores"]
    predicted = model.predict(new if kind == "texts" else new.astype({"kind": "category"}))
    np.testing.assert_allclose(predicted, answer["predictions"], rtol=0, atol=1e-6)
    intervals = model.predict_interval(new if kind == "texts" else new.astype({"kind": "category"}), answer["level"])
    np.testing.assert_allclose(intervals, np.column_stack([answer["lower"], answer["upper"]]), rtol=0, atol=1e-6)


def test_names_are_kept(fitted):
    assert list(fitted.feature_names_in_) == ["a", "b", "kind", "c"]
    assert list(fitted.get_feature_names_out()) == ["a", "kind"]
    assert fitted.ranking_[0] == 1 and fitted.ranking_[2] == 2 and sorted(fitted.ranking_) == [1, 2, 3, 4]
    assert fitted.found_ and list(fitted.get_support()) == [True, False, True, False]
    assert fitted.derivative_norms_[0] > fitted.derivative_norms_[2] > 0 == fitted.derivative_norms_[1] == fitted.derivative_norms_[3]


def test_columns_by_name_are_checked(fitted):
    X, _ = curve()
    with pytest.raises(ValueError, match="feature names should match"):
        fitted.predict(X[["b", "a", "kind", "c"]])
    with pytest.raises(ValueError, match="'kind' has the category 'yew', which was not in the training table"):
        fitted.predict(X.assign(kind="yew"))
    with pytest.raises(ValueError, match="column 'kind', row 3, has no category"):
        NVSDRegressor().fit(X.assign(kind=X["kind"].where(X.index != 3)), curve()[1])


def test_categories_of_an_array():
    X, y = curve()
    codes = np.column_stack([X["a"], X["kind"].map({"ash": 7, "elm": 8, "oak, red": 9}), X["c"]])
    model = NVSDRegressor(categorical_features=[1]).fit(codes, y)
    assert list(model.get_support()) == [True, True, False]
    assert model.score(codes, y) > 0.9
    mask = NVSDRegressor(categorical_features=[False, True, False]).fit(codes, y)
    np.testing.assert_array_equal(mask.predict(codes), model.predict(codes))
    rows = NVSDRegressor(categorical_features=[1]).fit([[a, kind] for a, kind in X[["a", "kind"]].to_numpy()], y)
    assert list(rows.get_support()) == [True, True] and rows.predict([[0.0, "elm"]]) > rows.predict([[0.0, "ash"]]) + 0.5
    for wrong, words in {"z": "is 'z'", 2: "is 2", ("z",): "'z'", (3,): "has 3", (True,): "1 booleans for 3 columns"}.items():
        with pytest.raises(ValueError, match=words):
            NVSDRegressor(categorical_features=wrong).fit(codes, y)


LEVELS = {
    "missing words": ["", "NA", "none", "?"],
    "spaces": ["x", " x", "x ", "\u00a0x"],
    "lines": ["a\r\nb", "a\nb", "'a\\nb'", "\ufeff"],
    "numbers": ["1", "01", "1.0", "1e0"],
    "quotes": ["'x", '"x"', 'x"', "x,"],
}


@pytest.mark.parametrize("levels", LEVELS.values(), ids=LEVELS)
def test_a_category_may_be_any_text(levels):
    """What the texts of categories are makes no difference."""
    X, y = curve()
    names = dict(zip(["ash", "elm", "oak, red"], levels[1:]))
    plain, other = NVSDRegressor().fit(X, y), X.assign(kind=[names[kind] for kind in X["kind"]])
    model = NVSDRegressor().fit(other, y)
    assert list(model.get_support()) == list(plain.get_support())
    np.testing.assert_allclose(model.predict(other), plain.predict(X), rtol=0, atol=1e-5)  # the order of the levels
    with pytest.raises(ValueError, match="which was not in the training table"):
        model.predict(other.assign(kind=levels[0]))


def test_a_column_may_have_any_name():
    X, y = curve()
    X.columns = ["", " b", "nan", "a;\r\n'c'"]
    model = NVSDRegressor().fit(X, y)
    assert list(model.get_feature_names_out()) == ["", "nan"]
    assert model.score(X, y) > 0.9


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT])
def test_a_missing_category_is_told(missing):
    X, y = curve()
    X["kind"] = X["kind"].astype(object)
    X.loc[3, "kind"] = missing
    with pytest.raises(ValueError, match="column 'kind', row 3, has no category.*fillna..unknown") as told:
        NVSDRegressor().fit(X, y)
    named = X.fillna({"kind": "unknown"}) if missing is not None else X.assign(kind=X["kind"].where(X["kind"].notna(), "unknown"))
    assert "unknown" in str(told.value) and NVSDRegressor().fit(named, y).found_


def test_whole_numbers_are_the_same_categories():
    X, y = curve()
    X["kind"] = X["kind"].map({"ash": 1, "elm": 2, "oak, red": 3})
    model = NVSDRegressor(categorical_features=["kind"]).fit(X.astype({"kind": float}), y)
    np.testing.assert_array_equal(model.predict(X), model.predict(X.astype({"kind": float})))


def test_polars():
    """A table of polars gives the same as that of pandas."""
    X, y = curve()
    for kind in polars.String, polars.Categorical, polars.Enum(["ash", "elm", "oak, red"]):
        table = polars.DataFrame(X.to_dict("list")).with_columns(polars.col("kind").cast(kind))
        model = NVSDRegressor().fit(table, y)
        assert list(model.get_feature_names_out()) == ["a", "kind"]
        np.testing.assert_array_equal(model.predict(table), model.predict(X))


def numbers(n=60, seed=3):
    """y depends on a, on whether b, and on the whole number c; d is noise."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"a": rng.normal(size=n), "b": rng.random(n) < 0.5, "c": rng.integers(0, 6, n), "d": rng.normal(size=n)})
    return X, np.sin(2 * X["a"]) + X["b"] + X["c"] / 3 + 0.05 * rng.normal(size=n)


# What pandas and NumPy make of the same numbers.
AS_NUMBERS = {
    "float64": lambda X: X.astype(float),
    "as they are": lambda X: X,
    "objects": lambda X: X.astype(object),
    "objects in one column": lambda X: X.astype({"a": object}),
    "truth values as objects": lambda X: X.astype({"b": object}),
    "transposed twice": lambda X: pd.DataFrame({i: {**row, "id": f"r{i}"} for i, row in X.iterrows()}).T.drop(columns="id"),
    "decimals": lambda X: X.map(lambda v: Decimal(repr(float(v)))),
    "decimals and others": lambda X: X.assign(a=[Decimal(repr(v)) if i % 2 else v for i, v in enumerate(X["a"].tolist())]),
    "fractions": lambda X: X.assign(a=[Fraction(v) for v in X["a"]]),
    "whole numbers as objects": lambda X: X.astype({"c": object}),
    "NumPy's scalars": lambda X: X.assign(c=pd.Series([np.int8(v) for v in X["c"]], dtype=object)),
    "nullable": lambda X: X.astype({"a": "Float64", "b": "boolean", "c": "Int64"}),
    "nullable beside objects": lambda X: X.astype({"a": object, "b": "boolean", "c": "Int64"}),
    "polars": lambda X: polars.DataFrame(X.to_dict("list")),
    "polars, decimals": lambda X: polars.DataFrame(X.to_dict("list") | {"c": [Decimal(int(v)) for v in X["c"]]}),
    "polars, objects": lambda X: polars.DataFrame(X.drop(columns="a").to_dict("list")).with_columns(polars.Series("a", [Decimal(repr(v)) for v in X["a"].tolist()], dtype=polars.Object)).select("a", "b", "c", "d"),
}
AS_ARRAYS = {
    "array": lambda X: X.to_numpy(dtype=float),
    "array of objects": lambda X: X.to_numpy(dtype=object),
    "array of decimals": lambda X: X.map(lambda v: Decimal(repr(float(v)))).to_numpy(),
    "lists": lambda X: X.to_numpy(dtype=object).tolist(),
}


@pytest.fixture(scope="module")
def of_numbers(binary):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NVSD_KERNEL", binary)
        X, y = numbers()
        return NVSDRegressor().fit(X.astype(float), y)


@pytest.mark.parametrize("form", [*AS_NUMBERS.values(), *AS_ARRAYS.values()], ids=[*AS_NUMBERS, *AS_ARRAYS])
def test_numbers_are_numbers_in_any_form(of_numbers, form):
    """As scikit-learn reads them. Whichever form was fitted, each other one is predicted."""
    X, y = numbers()
    new, _ = numbers(9, seed=8)
    expected = of_numbers.predict(new.astype(float))
    assert list(of_numbers.get_support()) == [True, True, True, False]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = NVSDRegressor().fit(form(X), y)
    assert model.answer_["scores"] == of_numbers.answer_["scores"] and len(model.warnings_) == len(of_numbers.warnings_)
    forms = AS_NUMBERS if hasattr(form(X), "columns") else AS_ARRAYS
    for name, other in forms.items():
        np.testing.assert_array_equal(model.predict(other(new)), expected, err_msg=name)
        if hasattr(form(X), "columns"):
            np.testing.assert_array_equal(of_numbers.predict(form(new)), expected)


@pytest.mark.parametrize("form", ["float64", "objects", "decimals", "nullable", "polars"])
def test_the_penalised_fit_takes_numbers_in_any_form(form):
    X, y = numbers()
    plain, model = (DerivativePenaltyRegressor(tau=0.3).fit(table, y) for table in (X.astype(float), AS_NUMBERS[form](X)))
    np.testing.assert_allclose(model.predict(AS_NUMBERS[form](X)), plain.predict(X.astype(float)), rtol=1e-9)


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT, Decimal("NaN")], ids=str)
@pytest.mark.parametrize("form", ["objects", "decimals", "array of objects", "nullable"])
def test_a_missing_number_is_told(of_numbers, form, missing):
    """Not as a category, and not with the words of a failed conversion."""
    if form == "nullable" and isinstance(missing, Decimal):
        pytest.skip("a nullable dtype holds no decimals")
    X, y = numbers()
    table = (AS_NUMBERS | AS_ARRAYS)[form](X)
    if hasattr(table, "iloc"):
        table.iloc[3, 0] = missing if form != "nullable" else pd.NA
    else:
        table[3, 0] = missing
    for use in (lambda: NVSDRegressor().fit(table, y), lambda: DerivativePenaltyRegressor().fit(table, y)):
        with pytest.raises(ValueError, match="NaN"):
            use()
    if hasattr(table, "iloc"):
        with pytest.raises(ValueError, match="NaN"):
            of_numbers.predict(table)
    target = pd.Series(y.tolist(), dtype=object)
    target[3] = missing
    with pytest.raises(ValueError, match="NaN"):
        NVSDRegressor().fit(X, target)


def test_numbers_beside_texts_and_dates_are_errors(of_numbers):
    X, y = numbers()
    day = datetime.date(2024, 3, 1)
    for bad, words in {
        "n/a": "column 'a' has numbers, and in row 4 'n/a'.*to_numeric",
        day: r"column 'a' has numbers, and in row 4 datetime.date\(2024, 3, 1\)",
    }.items():
        mixed = X.astype({"a": object})
        mixed.iloc[4, 0] = bad
        with pytest.raises(ValueError, match=words):
            NVSDRegressor().fit(mixed, y)
        with pytest.raises(ValueError, match="column 'a' needs numbers, and row 4 is "):
            of_numbers.predict(mixed)
        with pytest.raises(ValueError, match="column 'a' needs numbers, and row 4 is "):
            DerivativePenaltyRegressor().fit(mixed, y)
        assert NVSDRegressor(categorical_features=["a"]).fit(mixed.assign(a=[bad, 2] * 30), y).n_features_in_ == 4


# Columns of dates, times and durations, with the words of pandas that make numbers of them.
DATES = {
    "datetime64": (pd.Series(pd.date_range("2024-03-01", periods=60)), r"row 0 is 2024-03-01.*pandas\.to_datetime\((.*)\)\.dt\.year$"),
    "with a zone": (pd.Series(pd.date_range("2024-03-01", periods=60, tz="UTC")), r"row 0 is 2024-03-01.*pandas\.to_datetime\((.*)\)\.dt\.year$"),
    "dates": (pd.Series([datetime.date(2024, 3, 1)] * 60, dtype=object), r"row 0 is 2024-03-01: .*pandas\.to_datetime\((.*)\)\.dt\.year$"),
    "durations": (pd.Series(pd.timedelta_range("1D", periods=60)), r"row 0 is 1 day, 0:00:00: .*pandas\.to_timedelta\((.*)\)\.dt\.total_seconds\(\)$"),
    "times": (pd.Series([datetime.time(3, 4)] * 60, dtype=object), r"row 0 is 03:04:00: .*: (.*)\.map\(lambda t: t\.hour\)$"),
}  # fmt: skip


@pytest.mark.parametrize("dates, words", DATES.values(), ids=DATES)
def test_dates_are_told_in_words_of_pandas(of_numbers, dates, words):
    """As inputs and as a target, whose nanoseconds NumPy would take. What the error says to do, does."""
    X, y = numbers()
    table = X.assign(a=dates)
    uses = {
        "X['a']": [lambda: NVSDRegressor().fit(table, y), lambda: DerivativePenaltyRegressor().fit(table, y), lambda: of_numbers.predict(table)],
        "y": [lambda: NVSDRegressor().fit(X, dates), lambda: DerivativePenaltyRegressor().fit(X, dates)],
    }
    for column, calls in uses.items():
        for use in calls:
            with pytest.raises(ValueError, match="needs numbers, and " + words) as told:
                use()
            assert column in str(told.value)
    advice = str(told.value).rpartition(": ")[2] if "lambda" not in words else "y.map(lambda t: t.hour)"
    assert np.isfinite(eval(advice, {"pandas": pd, "y": dates}).astype(float)).all()
    array = np.column_stack([dates.to_numpy(), dates.to_numpy()])
    for estimator in (NVSDRegressor(), DerivativePenaltyRegressor()):
        with pytest.raises(ValueError, match="column 'x0' needs numbers, and row 0 is .*make a number of each"):
            estimator.fit(array, y)


def rings(n=80, classes=2, seed=2):
    """A class for each distance from the origin of a and b; c to e are noise."""
    X = pd.DataFrame(np.random.default_rng(seed).normal(size=(n, 5)), columns=list("abcde"))
    return X, np.digitize(np.hypot(X["a"], X["b"]), [1.1, 1.8][: classes - 1])


@pytest.mark.parametrize("labels", [["no", "yes"], [False, True], [0, 1], [2, 7]])
def test_a_classifier_predicts_probabilities(labels):
    """They are those of the program, to rounding, whatever the labels are."""
    X, y = rings()
    model = NVSDClassifier().fit(X, np.array(labels)[y])
    assert list(model.get_feature_names_out()) == ["a", "b"] and list(model.classes_) == labels and model.found_
    p = model.predict_proba(X)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    assert model.score(X, np.array(labels)[y]) > 0.95
    np.testing.assert_allclose(p, NVSDClassifier().fit(X, y).predict_proba(X))
    if labels == ["no", "yes"]:
        with tempfile.TemporaryDirectory() as folder:
            X.assign(y=np.array(labels)[y]).to_csv(f"{folder}/t.csv", index=False)
            subprocess.run([find_program(), "select", f"{folder}/t.csv", "--target", "y", "--test", f"{folder}/t.csv", "-q", "--out", f"{folder}/a.json"], check=True, capture_output=True)
            answer = json.loads(pathlib.Path(f"{folder}/a.json").read_text())
        assert answer["classes"] == labels and answer["class_errors"]["wrong"] < 0.2 and answer["lower"] is None
        np.testing.assert_allclose(answer["probabilities"], p, rtol=1e-6, atol=1e-15)
        np.testing.assert_allclose(answer["log_loss"], -np.log(p[np.arange(len(y)), y]).mean(), rtol=1e-6)


def test_several_classes_share_their_inputs():
    """One run finds them, and the probabilities are those of the program, to rounding."""
    X, y = rings(150, 3)
    labels = np.array(["near", "between", "far"])
    model = NVSDClassifier().fit(X, labels[y])
    assert list(model.classes_) == ["between", "far", "near"] and list(model.get_feature_names_out()) == ["a", "b"]
    assert sorted(model.ranking_[:2]) == [1, 2] and model.score(X, labels[y]) > 0.9
    p = model.predict_proba(X)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    with tempfile.TemporaryDirectory() as folder:
        X.assign(y=labels[y]).to_csv(f"{folder}/t.csv", index=False)
        subprocess.run([find_program(), "select", f"{folder}/t.csv", "--target", "y", "--test", f"{folder}/t.csv", "-q", "--out", f"{folder}/a.json"], check=True, capture_output=True)
        answer = json.loads(pathlib.Path(f"{folder}/a.json").read_text())
    assert answer["classes"] == list(model.classes_) and answer["likeliest"] == list(model.predict(X))
    np.testing.assert_allclose(answer["probabilities"], p, rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(model.scores_, answer["scores"], rtol=1e-12)


def test_classes_that_are_told_from_the_rest():
    """Where the program has no search for all classes, each has one of its own; a class of one row shares inputs."""
    X, y = rings(90, 3)
    grouped = NVSDClassifier().fit(X, y, groups=np.arange(90) // 3)
    assert len(grouped.answer_) == 3 and grouped.score(X, y) > 0.8
    lone = np.where(np.arange(90) == 7, 3, y)
    model = NVSDClassifier().fit(X, lone)
    assert len(model.answer_['classes']) == 4 and model.predict_proba(X).shape == (90, 4)


def test_several_classes_without_relation_have_their_frequencies():
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(90, 4)), rng.permutation([0] * 45 + [1] * 30 + [2] * 15)
    for weights, p in ((None, [1 / 2, 1 / 3, 1 / 6]), (np.where(y == 2, 3.0, 1.0), [3 / 8, 2 / 8, 3 / 8])):
        model = NVSDClassifier().fit(X, y, sample_weight=weights)
        assert not model.found_
        np.testing.assert_allclose(model.predict_proba(X[:2]), [p] * 2)


def test_classes_without_relation_have_their_frequencies():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(90, 4)), rng.permutation([0] * 60 + [1] * 30)
    model = NVSDClassifier().fit(X, y)
    assert not model.found_ and model.answer_["class_errors"] is None
    np.testing.assert_allclose(model.predict_proba(X[:2]), [[2 / 3, 1 / 3]] * 2)


@pytest.mark.parametrize("y, words", {
    "one class": (["a"] * 60, "one class, 'a'"),
    "names": ([f"name {k}" for k in range(60)], "60 classes.*at most 30"),
    "missing": (["a", None] * 30, "row 1 is missing"),
}.values(), ids=["one class", "names", "missing"])  # fmt: skip
def test_targets_that_are_no_classes(y, words):
    with pytest.raises(ValueError, match=words):
        NVSDClassifier().fit(rings(60)[0], np.array(y, dtype=object))


TARGETS = {
    "two classes": (["no", "yes"] * 30, "row 0 is 'no': classes are for NVSDClassifier; or code the target as -1 and 1, as by y.map({'no': -1, 'yes': 1})"),
    "three classes": (["b", "a", "c"] * 20, "row 0 is 'b': classes are for NVSDClassifier; or take one against the others, such as (y == 'a').astype(float)"),
    "numbers and a text": (["1.5"] * 59 + ["n/a"], "row 59 is 'n/a': make numbers of it, as by pandas.to_numeric(y, errors='coerce'), and leave out the rows that have none"),
}  # fmt: skip


@pytest.mark.parametrize("texts, words", TARGETS.values(), ids=TARGETS)
def test_a_target_of_texts_is_told(texts, words):
    X, _ = numbers()
    forms = [texts, np.array(texts), *(pd.Series(texts, dtype=kind) for kind in (object, "str", "string", "category")), polars.Series(texts)]
    for y in forms:
        for estimator in (NVSDRegressor(), DerivativePenaltyRegressor()):
            with pytest.raises(ValueError) as told:
                estimator.fit(X, y)
            assert str(told.value) == "the target y needs numbers, and " + words
    if "map" in words or "==" in words:
        coded = eval(words.rpartition("such as ")[2].rpartition("as by ")[2], {"y": pd.Series(texts)})
        assert NVSDRegressor().fit(X, coded).n_features_in_ == 4


def test_a_target_of_texts_that_are_numbers_is_read(of_numbers):
    X, y = numbers()
    np.testing.assert_array_equal(NVSDRegressor().fit(X, [repr(v) for v in y.tolist()]).predict(X), of_numbers.predict(X))


def test_texts_that_are_numbers_are_told(of_numbers):
    X, y = numbers()
    texts = X.assign(c=X["c"].astype(str))
    for kind in (object, "string", "str"):
        with pytest.warns(UserWarning, match=r"column 'c' holds texts, all of which are numbers, such as '5' in 'c': each text is taken for a category.*astype.float") as told:
            model = NVSDRegressor().fit(texts.astype({"c": kind}), y)
        assert model.warnings_[: len(told)] == [str(w.message) for w in told]
        assert model.predict(texts).shape == (60,)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named = NVSDRegressor(categorical_features=["c"]).fit(texts, y)
        declared = NVSDRegressor().fit(texts.astype({"c": "category"}), y)
        read = NVSDRegressor(categorical_features=None).fit(texts, y)
    np.testing.assert_array_equal(named.predict(texts), model.predict(texts))
    np.testing.assert_array_equal(declared.predict(X), model.predict(texts))  # the number 2 is the category "2"
    np.testing.assert_array_equal(read.predict(texts), of_numbers.predict(X.astype(float)))
    # Where numbers were learned, texts that are numbers are those, as for scikit-learn, and others are told.
    np.testing.assert_array_equal(of_numbers.predict(texts), of_numbers.predict(X.astype(float)))
    with pytest.raises(ValueError, match="column 'c' needs numbers, and row 0 is 'six'"):
        of_numbers.predict(texts.assign(c="six"))


def test_a_column_that_tells_the_rows_apart_is_told():
    X, y = numbers()
    for kind in (object, "string", "category"):
        named = X.assign(d=pd.Series([f"id{i // 2}" for i in range(60)]).astype(kind))
        with pytest.warns(UserWarning, match=r"column 'd' has many categories: 'd' has 30 in 60 rows.*X.drop\(columns=\['d'\]\)"):
            model = NVSDRegressor().fit(named, y)
        assert sum("'d'" in words or '"d"' in words for words in model.warnings_) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = NVSDRegressor(categorical_features=["d"]).fit(named, y)
    assert not any('"d"' in words for words in model.warnings_)


@pytest.mark.parametrize("columns", [1, 2, 4, 5, 101])
def test_warnings_of_many_columns_are_one(columns):
    rng = np.random.default_rng(7)
    X = pd.DataFrame({f"c{i}": rng.integers(0, 9, 30).astype(str) for i in range(columns)})
    with pytest.warns(UserWarning) as told:
        model = NVSDRegressor().fit(X, rng.normal(size=30))
    subject = {1: "column 'c0' holds", 2: "the columns 'c0' and 'c1' hold", 4: "the columns 'c0', 'c1', 'c2' and 'c3' hold"}
    assert len(told) == 2 and str(told[0].message).startswith(subject.get(columns, f"the columns 'c0', 'c1', 'c2' and {columns - 3} more hold"))
    assert not any("--" in words for words in model.warnings_)
    assert len(model.warnings_) - sum("copies" in words for words in model.warnings_) <= 4


@pytest.mark.parametrize("rows, columns", [(650, 4), (90, 120)])
def test_a_large_table_is_predicted_by_the_columns_that_matter(rows, columns):
    """Of many rows or columns the program's model has some of the inputs, and no other column moves a prediction."""

    def table(n, seed):
        rng = np.random.default_rng(seed)
        X = pd.DataFrame({f"c{i}": rng.normal(size=n) for i in range(columns - 2)})
        X["kind"] = pd.Categorical(rng.choice(["ash", "elm", "oak"], n))
        X["last"] = rng.normal(size=n)
        return X, X["last"] ** 2 + 2.0 * (X["kind"] == "oak") + 0.2 * rng.normal(size=n)

    X, y = table(rows, 1)
    model = NVSDRegressor().fit(X, y)
    assert list(model.get_feature_names_out()) == ["kind", "last"] and model.n_features_in_ == columns
    fresh, truth = table(300, 2)
    predicted = model.predict(fresh)
    assert np.sqrt(np.mean((predicted - truth) ** 2)) < 0.4
    low, high = model.predict_interval(fresh).T
    assert 0.8 < np.mean((low < truth) & (truth < high)) < 0.97
    others = fresh.assign(**{f"c{i}": 0.0 for i in range(columns - 2)})
    assert np.array_equal(model.predict(others), predicted)


def test_a_column_that_counts_the_rows_is_told_in_words_of_pandas():
    X, y = numbers()
    model = NVSDRegressor().fit(X.assign(id=range(60)), y)
    assert any('X.drop(columns="id") leaves it out' in words for words in model.warnings_)


KERNELS = [
    {"kind": "linear"},
    {"kind": "poly", "p": 3, "c": 0.5},
    {"kind": "gauss", "sigma": 1.3},
    {"kind": "rq", "sigma": 1.1, "shape": 0.7},
    {"kind": "matern52", "sigma": 1.2},
    {"kind": "matern72", "sigma": 0.9},
    {"kind": "matern92", "sigma": 1.4},
    {"kind": "periodic", "period": 2.5, "width": 1.5},
    {"kind": "ard", "base": {"kind": "matern52", "sigma": 1}, "widths": [1, 2, 0.5]},
    {"kind": "sum", "parts": [{"kind": "linear"}, {"kind": "constant", "value": 0.3}, {"kind": "gauss", "sigma": 2}]},
    {"kind": "product", "parts": [{"kind": "rq", "sigma": 1.1, "shape": 2}, {"kind": "poly", "p": 2, "c": 1}, {"kind": "gauss", "sigma": 2}]},
]
RADIAL = [kernel for kernel in KERNELS if "sigma" in kernel]


def test_every_kernel_is_listed():
    """KERNELS have, themselves or as parts, the kinds that are documented."""

    def kinds(kernel):
        parts = kernel.get("parts", [kernel["base"]] if "base" in kernel else [])
        return {kernel["kind"]}.union(*map(kinds, parts))

    table = (ROOT / "docs" / "fit.md").read_text().split("### Kernels")[1].split("###")[0]
    assert set().union(*map(kinds, KERNELS)) == set(re.findall(r"^\| `(\w+)`", table, re.M)) - {"kind"}


@pytest.mark.parametrize("kernel", RADIAL, ids=lambda k: k["kind"])
def test_a_function_falls_to_0_far_away(kernel):
    rng = np.random.default_rng(6)
    X, alpha, B = rng.normal(size=(12, 2)), rng.normal(size=12), rng.normal(size=(12, 2))
    for far in (1e20, 1e155, 1e300):
        np.testing.assert_allclose(evaluate(kernel, X, alpha, B, np.array([[far, 0.0], [-far, far]])), 0, atol=1e-9)


def test_a_periodic_function_repeats_far_away():
    kernel, X, alpha, B = {"kind": "periodic", "period": 2.5, "width": 1.5}, np.zeros((3, 1)), np.array([1.0, -0.5, 2.0]), np.array([[0.3], [1.0], [-2.0]])
    for far in (1e3 + 0.3, 1e20, 1e300):
        np.testing.assert_allclose(evaluate(kernel, X, alpha, B, np.array([[far]])), evaluate(kernel, X, alpha, B, np.array([[np.fmod(far, 2.5)]])), atol=1e-9)


def test_prediction_needs_no_program(fitted, monkeypatch):
    X, _ = curve()
    expected, intervals = fitted.predict(X), fitted.predict_interval(X, 0.8)
    monkeypatch.setenv("NVSD_KERNEL", "/nowhere/nvsd-kernel")
    copy = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(copy.predict(X), expected)
    np.testing.assert_array_equal(copy.predict_interval(X, 0.8), intervals)
    assert (intervals[:, 0] < expected).all() and (expected < intervals[:, 1]).all()
    wide = copy.predict_interval(X, 0.95)
    assert (wide[:, 0] < intervals[:, 0]).all() and (wide[:, 1] > intervals[:, 1]).all()
    with pytest.raises(ValueError, match="level is 95"):
        copy.predict_interval(X, 95)
    np.testing.assert_allclose([copy.predict(X.iloc[[i]])[0] for i in range(5)], expected[:5], rtol=0, atol=1e-9)
    with pytest.raises(FileNotFoundError, match="NVSD_KERNEL names /nowhere"):
        clone(fitted).fit(X, expected)


def test_nothing_is_found_in_noise():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=40)
    model = NVSDRegressor().fit(X, y)
    assert not model.found_ and not model.get_support().any() and not model.derivative_norms_.any()
    assert any("found nothing" in words or "mean" in words for words in model.warnings_)
    np.testing.assert_allclose(model.predict(X[:3]), y.mean())
    half = student.ppf(0.95, 39) * y.std(ddof=1) * np.sqrt(1 + 1 / 40)
    np.testing.assert_allclose(model.predict_interval(X[:3]), [[y.mean() - half, y.mean() + half]] * 3)


def test_a_seed_gives_the_same_and_permutations_are_told():
    X, y = curve(40)
    models = [NVSDRegressor("cv", n_permutations=1, random_state=state).fit(X, y) for state in (4, 4, np.random.RandomState(4))]
    assert models[0].answer_["null"]["runs"] == 1
    assert models[0].answer_["null"] == models[1].answer_["null"]
    assert models[2].answer_["seconds"] > 0


def test_errors_have_the_words_of_the_command():
    X, y = curve()
    with pytest.raises(CommandError, match="there is no criterion .*aic"):
        NVSDRegressor("aic").fit(X, y)
    with pytest.raises(CommandError, match='penalty.*"XL"'):
        DerivativePenaltyRegressor(penalty="XL").fit(X[["a", "b"]], y)
    # They do not begin with the name of a file that the user has not seen.
    with pytest.raises(CommandError, match="^tau, row 1"):
        DerivativePenaltyRegressor(tau=-1).fit(X[["a", "b"]], y)
    with pytest.raises(CommandError, match='^the input "a" varies'):
        NVSDRegressor().fit(X.assign(a=X["a"] * 1e200), y)


def test_selectors_of_scikit_learn_find_the_importances(fitted):
    X, y = numbers()
    X = X.astype(float)
    for estimator in (NVSDRegressor(), DerivativePenaltyRegressor(tau=0.3)):
        assert not hasattr(estimator, "feature_importances_")
        model = clone(estimator).fit(X, y)
        np.testing.assert_array_equal(model.feature_importances_, model.derivative_norms_)
        meta = SelectFromModel(estimator, threshold=1e-12).fit(X, y)
        np.testing.assert_array_equal(meta.get_support(), model.get_support())
        above = SelectFromModel(estimator).fit(X, y).get_support()
        np.testing.assert_array_equal(above, model.derivative_norms_ >= model.derivative_norms_.mean())
        assert list(RFE(estimator, n_features_to_select=1).fit(X, y).get_support()) == [True, False, False, False]


def test_min_features_adds_to_what_is_kept_and_not_to_the_prediction(fitted):
    X, y = curve()
    for least in range(5):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            model = NVSDRegressor(min_features=least).fit(X, y)
        np.testing.assert_array_equal(model.get_support(), model.support_)
        np.testing.assert_array_equal(model.support_, fitted.support_ | (fitted.ranking_ <= least))
        assert model.transform(X).shape[1] == max(2, least)
        np.testing.assert_array_equal(model.predict(X), fitted.predict(X))
        np.testing.assert_array_equal(model.derivative_norms_, fitted.derivative_norms_)
        assert len(told) == (least > 2) and model.warnings_[: len(told)] == [str(w.message) for w in told]
    assert "the columns" in model.warnings_[0] and "'b'" in model.warnings_[0] and "'c'" in model.warnings_[0]
    # A category that is new is an error only where the prediction needs it.
    y = np.sin(2 * X["a"])
    with pytest.warns(UserWarning, match="the columns (?=.*'b')(?=.*'c')(?=.*'kind').* are kept"):
        few = NVSDRegressor(min_features=4).fit(X, y)
    assert list(few.answer_["selected"]) == ["a"] and few.get_support().all()
    np.testing.assert_array_equal(few.predict(X.assign(kind="yew")), few.predict(X))
    for wrong in (-1, 5, 1.0, "2"):
        with pytest.raises(ValueError, match="min_features is .*a whole number from 0 to the number of columns, 4"):
            NVSDRegressor(min_features=wrong).fit(X, y)


def test_min_features_where_nothing_is_found():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=40)
    with pytest.warns(UserWarning, match="kept by min_features"):
        model = NVSDRegressor(min_features=1).fit(X, y)
    assert not model.found_ and list(model.get_support()) == list(model.ranking_ == 1)
    np.testing.assert_allclose(model.predict(X), y.mean())


def test_partial_dependence():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    model = NVSDRegressor().fit(X, y)
    found = partial_dependence(model, X, ["bmi"], grid_resolution=5)
    assert found["average"].shape == (1, 5) and np.all(np.diff(found["average"][0]) > 0)
    row = X.copy()
    row["bmi"] = found["grid_values"][0][2]
    np.testing.assert_allclose(found["average"][0][2], model.predict(row).mean())


def test_in_a_pipeline_with_pandas_out():
    X, y = curve()
    X = X[["a", "b", "c"]]
    pipe = make_pipeline(StandardScaler(), NVSDRegressor()).set_output(transform="pandas")
    assert list(pipe.fit(X, y).transform(X).columns) == ["a"]
    assert cross_val_score(pipe, X, y, cv=3).mean() > 0.3


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["kind"])
def test_values_of_every_kernel(program, tmp_path, kernel):
    """NumPy's values of a fit, with its derivative terms, are those that the command writes."""
    rng = np.random.default_rng(6)
    X, new = rng.normal(size=(12, 3)), rng.normal(size=(7, 3))
    y = np.sin(X[:, 0]) + X[:, 1] ** 2 / 2
    spec = {"X": X.tolist(), "y": y.tolist(), "X_test": new.tolist(), "kernel": kernel, "penalty": "L", "nu": 0.01, "tau": [0.01], "coefficients": True}
    (tmp_path / "spec.json").write_text(json.dumps(spec))
    subprocess.run([program, "fit", "spec.json", "--out", "out.json", "-q"], cwd=tmp_path, check=True)
    solution = json.loads((tmp_path / "out.json").read_text())["solutions"][0]
    B = np.array(solution["B"])
    assert np.abs(B).max() > 0
    got = evaluate(kernel, X, np.array(solution["alpha"]), B, new)
    np.testing.assert_allclose(got, solution["pred_test"], rtol=0, atol=1e-9 * np.ptp(solution["pred_test"]))


def test_a_fit_is_certified():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    model = DerivativePenaltyRegressor(tau=0.3).fit(X, y)
    assert model.rel_gap_ <= 1e-6 and model.tau_max_ > 0.3
    for norm, certain in zip(model.derivative_norms_, model.certain_):
        assert certain == "undecided" or (norm > 0) == (certain == "in")
    assert list(np.sort(model.ranking_)) == list(range(1, 11))
    grouped = DerivativePenaltyRegressor(tau=0.3, penalty="GL", penalty_params={"groups": [[0, 1, 2, 3], [4, 5, 6, 7, 8, 9]]}).fit(X, y)
    assert grouped.get_support()[:4].all() or not grouped.get_support()[:4].any()


def test_parameters_may_be_of_numpy():
    X, y = load_diabetes(return_X_y=True)
    plain = DerivativePenaltyRegressor(0.25, penalty="GL", penalty_params={"groups": [[0, 1, 2], [3, 4, 5, 6, 7, 8, 9]]}, max_iter=1000).fit(X, y)
    groups = [np.arange(3), np.arange(3, 10)]
    model = DerivativePenaltyRegressor(np.float32(0.25), penalty="GL", penalty_params={"groups": groups}, max_iter=np.int64(1000)).fit(X, y)
    np.testing.assert_array_equal(model.derivative_norms_, plain.derivative_norms_)
    with pytest.raises(TypeError, match="neither a number"):
        DerivativePenaltyRegressor(tau=object()).fit(X, y)


@pytest.mark.parametrize("unit", [2.0**-900, 2.0**900])
def test_units_make_no_difference(unit):
    X, y = load_diabetes(return_X_y=True)
    plain = DerivativePenaltyRegressor(tau=0.3).fit(X, y)
    model = DerivativePenaltyRegressor(tau=0.3).fit(X * unit, y / unit)
    np.testing.assert_array_equal(model.get_support(), plain.get_support())
    np.testing.assert_array_equal(model.predict(X * unit), plain.predict(X) / unit)


@pytest.mark.parametrize("module", [_select, _fit])
def test_examples(module):
    results = doctest.testmod(module)
    assert results.attempted > 0 and results.failed == 0


def test_without_scikit_learn():
    """The package is imported, and finds the program, where there is no scikit-learn."""
    code = "import sys; sys.modules['sklearn'] = None; sys.modules['numpy'] = None\nimport nvsd_kernel\nprint(nvsd_kernel.find_program())\ntry:\n    nvsd_kernel.NVSDRegressor\nexcept ImportError as err:\n    print(err)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT / "python", check=True)
    assert done.stdout.splitlines()[0] == find_program() and "pip install scikit-learn" in done.stdout


def test_numbers_keep_their_digits(tmp_path):
    """The table that the command reads has the same float64 numbers, and names with commas and quotes."""
    from nvsd_kernel._table import Columns, write_csv

    x = np.array([0.1, 1 / 3, 1e-310, -1.7976931348623157e308])
    write_csv(tmp_path / "t.csv", ['a, "b"'], Columns([x], []), "y", x, {"g": ["u", "v", "u", "w"]})
    with open(tmp_path / "t.csv", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ['a, "b"', "y", "g"] and [float(row[0]) for row in rows[1:]] == x.tolist() and [row[2] for row in rows[1:]] == ["u", "v", "u", "w"]


def test_the_version(tmp_path):
    """That of the metadata beside the package, whatever else is installed."""
    assert nvsd_kernel.__version__ == "0+source" and "__version__" in dir(nvsd_kernel)
    (tmp_path / "nvsd_kernel").symlink_to(ROOT / "python" / "nvsd_kernel")
    (tmp_path / "nvsd_kernel-1.2.3.dist-info").mkdir()
    (tmp_path / "nvsd_kernel-1.2.3.dist-info" / "METADATA").write_text("Metadata-Version: 2.4\nName: nvsd-kernel\nVersion: 1.2.3\n")
    said = subprocess.run([sys.executable, "-c", "import nvsd_kernel; print(nvsd_kernel.__version__)"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "1.2.3"


def test_what_the_package_offers():
    assert set(nvsd_kernel.__all__) <= set(dir(nvsd_kernel)) and nvsd_kernel.NVSDRegressor is NVSDRegressor
