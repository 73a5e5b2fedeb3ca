import pytest

from tests.browsing import watched


@pytest.fixture
def looked_at(context_beside, served):
    """A new page, and all that goes wrong on it; the test's module says what is served."""
    with watched(context_beside(f"{served}/_static/favicon.svg"), served) as page_and_wrong:
        yield page_and_wrong
