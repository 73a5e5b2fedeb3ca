# Killer Sudokus drawn as in M. Gordon's report, and grown and repaired ones: a minute on two processors.

ifeq ($(SCALE),thesis)
  GORDONS := 10_000
  MADE := 3_000
else
  GORDONS := 120
  MADE := 60
endif

KILLER_REPORT := $(HERE)data/killer-study-report-35-46.parquet
KILLER_MADE := $(HERE)data/killer-study-repaired-28-34.parquet
DATA += $(KILLER_REPORT) $(KILLER_MADE)
EARLY += $(KILLER_REPORT)

MADE_BY += $(foreach made,$(KILLER_REPORT) $(KILLER_MADE),$(made)=rullo_studies.killer.experiments.study,$(RUN))

$(KILLER_REPORT): $(call unless-there,$(foreach part,hardest puzzles,$(KILLER_REPORT:.parquet=.$(part).parquet))) | $(READY)
	@mkdir -p $(@D)
	$(RULLO) killer study --count $(GORDONS) --out $@

$(KILLER_MADE): $(call unless-there,$(foreach part,hardest puzzles,$(KILLER_MADE:.parquet=.$(part).parquet))) | $(READY)
	@mkdir -p $(@D)
	$(RULLO) killer study --method repaired --cages 28-34 --count $(MADE) --out $@

# The whole study, ten times as large: four minutes on two processors. Its checksum is compared when it is done.
.PHONY: killer-in-full
killer-in-full: | $(READY)
	@mkdir -p build/in-full
	$(RULLO) killer study --count 100_000 --out build/in-full/killer-study.parquet

reproduce: killer-in-full

# Other files that notebooks read.
$(STAMPS)/killer/02-the-report.done: $(KILLER_REPORT)
$(STAMPS)/killer/03-why-none-was-solved.done: $(KILLER_REPORT)
$(STAMPS)/killer/04-rule-of-45.done: $(KILLER_MADE) $(KILLER_REPORT)
$(STAMPS)/killer/05-making.done: sweeps/killer-cages.yaml $(wildcard data/records/killer/*.txt)
