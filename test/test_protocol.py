"""The suite of jupyter_kernel_test, whole: what it would skip fails."""

import jupyter_kernel_test
import pytest


@pytest.fixture(scope="module", autouse=True)
def _kernel(kernelspec, tmp_path_factory):
    """Lets the suite find the kernel, with a history of its own, and skip nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_DATA_DIR", str(tmp_path_factory.mktemp("history")))
        patch.setattr(jupyter_kernel_test, "SkipTest", AssertionError)
        yield


class TestKernel(jupyter_kernel_test.KernelTests):
    kernel_name = "nvsd"
    language_name = "go"
    file_extension = ".go"

    code_hello_world = 'fmt.Println("hello, world")'
    code_stderr = 'fmt.Fprintln(os.Stderr, "oops")'
    code_page_something = "fmt.Println?"
    code_generate_error = 'panic("oops")'
    code_execute_result = [{"code": "1 + 2*3", "result": "7"}, {"code": '"a" + "b"', "result": "ab"}]
    code_display_data = [
        {"code": 'display.Show(display.HTML("<b>bold</b>"))', "mime": "text/html"},
        {"code": 'display.Show(display.Markdown("*text*"))', "mime": "text/markdown"},
    ]
    code_clear_output = "display.Clear(false)"
    code_history_pattern = "1 + 2*"
    supported_history_operations = ("tail", "range", "search")
    completion_samples = [
        {"text": "fmt.Printl", "matches": {"Println"}},
        {"text": 'x := "𝔵𝔶𝔷"; strings.ToUpp', "matches": {"ToUpper", "ToUpperSpecial"}},
        {"text": "for i := ran", "matches": {"rand", "range"}},
    ]
    code_inspect_sample = "fmt.Println"

    complete_code_samples = ["1", "x := 1", 'fmt.Println("a")', "func f() {}", "// a comment"]
    incomplete_code_samples = ["func f() {", "fmt.Println(", "x := `", "if true {", "/* a comment"]
    invalid_code_samples = ['x := "', "}", "1 := := 2"]


class TestWelcome(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "nvsd"
    support_iopub_welcome = True


def test_all_of_the_suite_is_here():
    """A class of tests that a newer suite adds has its place above."""
    suites = {name for name in dir(jupyter_kernel_test) if name.endswith("Tests")}
    assert suites == {"KernelTests", "IopubWelcomeTests"}
