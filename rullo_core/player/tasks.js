// What may take long, by name. Each task is called through worker.js, with values that can be sent to a worker, and what it
// reports to: how many puzzles it has tried so far, or solutions or changes found.

import { daily } from "./daily.js";
import { make } from "./make.js";
import { read } from "./read.js";
import { suggest } from "./repair.js";
import { judge } from "./verdict.js";

const tasks = { daily, judge, make, read, suggest };

export { tasks };
