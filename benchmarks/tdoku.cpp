// Solves Sudokus with tdoku, for `benchmarks.side_by_side`: reads lines of 81 characters, and writes for each the number
// of its solutions, no more than the limit given, and with limit 1 the solution. With limit 0 nothing is solved.
#include "tdoku.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

int main(int, char **arguments) {
    const size_t limit = std::strtoul(arguments[1], nullptr, 10);
    std::vector<std::string> puzzles;
    for (std::string line; std::getline(std::cin, line);) puzzles.push_back(line);
    for (const auto &puzzle : puzzles) {
        char solution[82] = "";
        size_t guesses = 0;
        const size_t found = limit ? SolveSudoku(puzzle.c_str(), limit, 0, solution, &guesses) : 0;
        std::printf("%zu %.81s\n", found, solution);
    }
}
