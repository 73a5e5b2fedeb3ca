"""Random puzzles for tests with hypothesis."""

from hypothesis import strategies as st

from rullo_core.rullo.puzzle import Rullo

ANY_NUMBERS = st.integers(-3, 9)


@st.composite
def puzzles_with_solutions(draw, max_side=4, numbers=ANY_NUMBERS):
    """Draw a puzzle of up to max_side x max_side cells, possibly with holes, with the solution it was made from."""
    height, width = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    grid = [[draw(numbers) for _ in range(width)] for _ in range(height)]
    solution = tuple(tuple(draw(st.booleans()) and number != 0 for number in row) for row in grid)
    return Rullo.from_solution(grid, solution), solution
