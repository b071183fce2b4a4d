"""Columns of dates, knockoffs and interactions of the estimators, by the built program."""

import json
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import polars
import pytest
from sklearn.base import clone

from conftest import ROOT

sys.path.insert(0, str(ROOT / "python"))

from nvsd_kernel import NVSDClassifier, NVSDRegressor  # noqa: E402
from nvsd_kernel._dates import part_of  # noqa: E402
from nvsd_kernel._procedure import _KNOCKOFF_ROWS  # noqa: E402


@pytest.fixture(autouse=True)
def program(binary, monkeypatch):
    monkeypatch.setenv("NVSD_KERNEL", binary)
    return binary


def rentals(n=160, seed=2, step="53h"):
    """Bikes that are rented: they depend on the time of the year, on weekends and on the temperature; wind is noise."""
    rng = np.random.default_rng(seed)
    when = pd.date_range("2022-01-01", periods=n, freq=step)
    year = 2 * np.pi * when.day_of_year.to_numpy() / 365
    X = pd.DataFrame({"temp": rng.normal(size=n), "when": when, "wind": rng.normal(size=n)})
    return X, 5 + 2 * X["temp"] - 3 * np.cos(year) + 2 * (when.day_of_week >= 5) + 0.2 * rng.normal(size=n)


@pytest.fixture(scope="module")
def fitted(binary):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NVSD_KERNEL", binary)
        return NVSDRegressor(dates=["when"]).fit(*rentals())


def test_dates_are_what_the_command_makes_of_them(program, tmp_path, fitted):
    """The inputs, the scores and the predictions of new dates, some before the first of training, are those of the command."""
    X, y = rentals()
    new = rentals(60, seed=5)[0]
    new["when"] += pd.Timedelta(days=-40)
    X.assign(y=y).to_csv(tmp_path / "train.csv", index=False)
    new.to_csv(tmp_path / "test.csv", index=False)
    subprocess.run([program, "select", "train.csv", "--target", "y", "--dates", "when", "--test", "test.csv", "--out", "a.json", "-q"], cwd=tmp_path, check=True)
    answer = json.loads((tmp_path / "a.json").read_text())
    made = [{"input": f"when:{part}", "part": part} for part in ["days", "weekday", "day sin", "day cos"]]
    assert answer["dates"] == [{"column": "when", "origin": "2022-01-01T00:00:00Z", "inputs": made}]
    assert fitted.answer_["inputs"] == answer["inputs"] and fitted.answer_["dates"] == answer["dates"]
    assert fitted.answer_["selected"] == answer["selected"] and fitted.answer_["scores"] == answer["scores"]
    np.testing.assert_allclose(fitted.predict(new), answer["predictions"], rtol=0, atol=1e-6)
    np.testing.assert_allclose(fitted.predict_interval(new), np.column_stack([answer["lower"], answer["upper"]]), rtol=0, atol=1e-6)


def test_a_column_of_dates_is_one_column(fitted):
    assert list(fitted.get_feature_names_out()) == ["temp", "when"]
    assert sorted(fitted.ranking_) == [1, 2, 3] and fitted.derivative_norms_[2] == 0
    scores = dict(zip(fitted.answer_["inputs"], fitted.answer_["scores"]))
    assert fitted.scores_[1] == max(score for name, score in scores.items() if name.startswith("when:"))
    assert any(words.startswith('inputs made of the dates "when"') for words in fitted.warnings_)
    X, _ = rentals(4)
    assert list(fitted.set_output(transform="pandas").transform(X).columns) == ["temp", "when"]
    assert clone(fitted).get_params()["dates"] == ["when"]
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(fitted)).predict(X), fitted.predict(X))


FORMS = {
    "days of the standard library": lambda X: X.assign(when=[d.to_pydatetime() for d in X["when"]]).astype({"when": object}),
    "with a zone": lambda X: X.assign(when=X["when"].dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")),
    "microseconds": lambda X: X.astype({"when": "datetime64[us]"}),
    "polars": lambda X: polars.DataFrame({name: X[name].to_numpy().astype("datetime64[us]") if name == "when" else X[name].to_numpy() for name in X}),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_dates_in_any_form(fitted, form):
    X, _ = rentals(50, seed=9)
    np.testing.assert_array_equal(fitted.predict(form(X)), fitted.predict(X))


def test_dates_of_an_array(fitted):
    X, y = rentals()
    model = NVSDRegressor(dates=[1]).fit(X.to_numpy(dtype=object), y)
    np.testing.assert_array_equal(model.get_support(), fitted.get_support())
    np.testing.assert_allclose(model.predict(X.to_numpy(dtype=object)), fitted.predict(X))
    alone = X[["when"]].to_numpy()
    assert alone.dtype.kind == "M" and NVSDRegressor(dates=[0]).fit(alone, y).predict(alone).shape == (len(y),)


def test_new_rows_do_not_change_what_is_made_of_dates(fitted):
    """A row is predicted alike, whatever rows are predicted with it."""
    X, _ = rentals(300, seed=4, step="97h")
    together = fitted.predict(X)
    for row in (0, 17, 299):
        np.testing.assert_allclose(fitted.predict(X.iloc[[row]]), together[[row]], rtol=1e-9)


def test_parts_are_those_of_pandas():
    when = pd.Series(pd.to_datetime(["1969-12-31 23:00", "1970-01-01 00:00", "2024-02-29 06:00", "2024-12-31 12:00"]))
    dates = when.to_numpy().astype("datetime64[us]")
    assert list(part_of(dates, "weekday", "")) == list(when.dt.day_name())
    np.testing.assert_allclose(part_of(dates, "days", "2024-02-28T00:00:00.5Z"), (when - pd.Timestamp("2024-02-28 00:00:00.5")) / pd.Timedelta(days=1))
    hours = 2 * np.pi * when.dt.hour / 24
    np.testing.assert_allclose(part_of(dates, "day sin", ""), np.sin(hours), atol=1e-12)
    year = 2 * np.pi * (when.dt.day_of_year - 1 + when.dt.hour / 24) / np.where(when.dt.is_leap_year, 366, 365)
    np.testing.assert_allclose(part_of(dates, "year cos", ""), np.cos(year), atol=1e-12)


BAD = {
    "a text": (lambda X: X.assign(when=["soon", *X["when"][1:]]), "column 'when' of dates has in row 0 'soon': make dates of it, as by pandas.to_datetime"),
    "texts": (lambda X: X.assign(when=X["when"].astype(str)), "in row 0 '2022-01-01.*': make dates of it, as by pandas.to_datetime"),
    "a number": (lambda X: X.assign(when=np.arange(len(X))), "column 'when' of dates has in row 0 "),
    "missing": (lambda X: X.assign(when=X["when"].where(X.index != 3)), "column 'when', row 3, has no date"),
}


@pytest.mark.parametrize("change, words", BAD.values(), ids=BAD)
def test_what_is_no_date_is_told(fitted, change, words):
    X, y = rentals(40)
    for call in (lambda: NVSDRegressor(dates=["when"]).fit(change(X), y), lambda: fitted.predict(change(X))):
        with pytest.raises(ValueError, match=words):
            call()


def test_dates_that_are_not_named_are_told():
    X, y = rentals(40)
    with pytest.raises(ValueError, match=r"name the column in dates, which makes inputs of them, or .*pandas.to_datetime\(X\['when'\]\).dt.year"):
        NVSDRegressor().fit(X, y)
    for wrong, words in {"when": "dates is 'when': it must be None or a list", ("then",): "dates names 'then'", (5,): "dates has 5"}.items():
        with pytest.raises(ValueError, match=words):
            NVSDRegressor(dates=wrong).fit(X, y)
    with pytest.raises(ValueError, match="both in categorical_features and in dates"):
        NVSDRegressor(dates=["when"], categorical_features=["when"]).fit(X, y)


def test_a_day_of_the_week_that_training_has_not_is_told():
    X, y = rentals(160, step="24h")
    work = X["when"].dt.day_of_week < 5
    y = y + 3 * (X["when"].dt.day_of_week == 2)
    model = NVSDRegressor(dates=["when"]).fit(X[work], y[work])
    assert "when:weekday" in model.answer_["selected"]
    with pytest.raises(ValueError, match="column 'when' has the day of the week 'Saturday', which was not in the training table"):
        model.predict(X)


def test_classes_over_time():
    X, y = rentals()
    model = NVSDClassifier(dates=["when"], interactions=True).fit(X, np.where(y > y.median(), "many", "few"))
    assert model.score(X, np.where(y > y.median(), "many", "few")) > 0.8 and model.get_support()[1]
    assert [pair["low"] for pair in model.interactions_] == [None] * len(model.interactions_)


def products(n=120, columns=8):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, columns))
    return X, X[:, 0] * X[:, 1] + 2 * X[:, 2] + X[:, 3] ** 2 + 2 * X[:, 4] + 0.1 * rng.normal(size=n)


def test_knockoffs_and_interactions():
    X, y = products()
    model = NVSDRegressor(knockoffs=0.3, interactions=True).fit(X, y)
    plain = NVSDRegressor().fit(X, y)
    assert list(model.discoveries_) == [True] * 5 + [False] * 3
    assert model.interactions_[0]["inputs"] == ("x0", "x1")
    norms = [pair["norm"] for pair in model.interactions_]
    assert norms == sorted(norms, reverse=True) and len(norms) == 10
    first = model.interactions_[0]
    assert first["low"] < first["norm"] < first["high"] and 0.7 < first["norm"] < 1.3
    np.testing.assert_array_equal(model.predict(X), plain.predict(X))
    assert not hasattr(plain, "discoveries_") and not hasattr(plain, "interactions_")


def test_a_rate_at_which_nothing_can_be_found_is_told():
    X, y = products()
    with pytest.warns(UserWarning, match="nothing is said beside knockoffs: .* fewer than 20 are found"):
        model = NVSDRegressor(knockoffs=0.05).fit(X, y)
    assert not model.discoveries_.any() and "fewer than 20" in model.warnings_[0]


@pytest.mark.parametrize("q", [0, 1, -0.1, "0.2", np.nan])
def test_rates_that_are_none(q):
    with pytest.raises(ValueError, match="knockoffs is .*: it must be None, or the false discovery rate, between 0 and 1"):
        NVSDRegressor(knockoffs=q).fit(*products())


def test_what_there_are_no_knockoffs_of():
    X, y = products()
    model = NVSDRegressor(knockoffs=0.3)
    for given, words in ({"groups": np.arange(len(y)) // 10}, "groups"), ({"times": np.arange(len(y))}, "times"), ({"sample_weight": np.ones(len(y))}, "sample_weight"):
        with pytest.raises(ValueError, match=f"knockoffs know nothing of {words}"):
            model.fit(X, y, **given)
    with pytest.raises(ValueError, match="knockoffs know nothing of dates"):
        NVSDRegressor(knockoffs=0.3, dates=["when"]).fit(*rentals(40))
    with pytest.raises(ValueError, match="knockoffs know nothing of more than two classes"):
        NVSDClassifier(knockoffs=0.3).fit(X, np.arange(len(y)) % 3)
    with pytest.raises(ValueError, match=r"at most 600 rows, and X has 720: .*X.sample\(600\)"):
        model.fit(np.tile(X, (6, 1)), np.tile(y, 6))


def test_the_rows_of_knockoffs_are_those_of_the_program():
    source = (ROOT / "stdlib" / "nvsd" / "procedure" / "knockoffs.go").read_text()
    assert f"mostKnockoffRows = {_KNOCKOFF_ROWS}\n" in source
