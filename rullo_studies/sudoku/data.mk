# Puzzles dug, and minimal ones as if drawn from all there are: half a minute on two processors.

ifeq ($(SCALE),thesis)
  STUDIED := 50_000
  WEIGHED := 51_200
else
  STUDIED := 500
  WEIGHED := 2_048
endif

STUDY := $(HERE)data/sudoku-study-9x9-one-solution-random.parquet
POPULATION := $(HERE)data/sudoku-population-9x9-one-solution.parquet
DATA += $(STUDY) $(POPULATION)
EARLY += $(STUDY)

MADE_BY += $(STUDY)=rullo_core.sudoku.experiments.study,$(RUN)
MADE_BY += $(POPULATION)=rullo_core.sudoku.experiments.population,$(RUN)

$(STUDY): $(call unless-there,$(foreach part,hardest puzzles,$(STUDY:.parquet=.$(part).parquet))) | $(READY)
	@mkdir -p $(@D)
	$(RULLO) sudoku study --count $(STUDIED) --out $@

$(POPULATION): $(call unless-there,$(foreach part,hardest puzzles,$(POPULATION:.parquet=.$(part).parquet))) | $(READY)
	@mkdir -p $(@D)
	$(RULLO) sudoku population --count $(WEIGHED) --out $@

# What else notebooks read.
$(STAMPS)/sudoku/01-filling.done: benchmarks/sudoku-fillers.csv
$(STAMPS)/sudoku/02-digging.done: benchmarks/sudoku.csv
$(STAMPS)/sudoku/03-difficulty.done: $(STUDY) $(POPULATION) $(wildcard data/records/sudoku/*.txt)
$(STAMPS)/sudoku/04-one-study.done: $(STUDY)
$(STAMPS)/sudoku/05-how-it-is-dug.done: sweeps/sudoku-digging.yaml
$(STAMPS)/sudoku/06-all-minimal.done: $(STUDY) $(POPULATION) data/records/sudoku/all-minimal.csv
