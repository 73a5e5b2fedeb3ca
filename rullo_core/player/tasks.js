// Tasks that may take long, by name. Each is called through worker.js, with values that can be sent to a worker, and a
// function to report to: the number of puzzles tried so far, or of solutions or changes found.

import { daily } from "./daily.js";
import { make } from "./make.js";
import { read } from "./read.js";
import { suggest } from "./repair.js";
import { judge } from "./verdict.js";

const tasks = { daily, judge, make, read, suggest };

export { tasks };
