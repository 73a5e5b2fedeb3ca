# Every 3x3 puzzle over 2-4, 200 grids of 5x5, 100 million 7x7 puzzles; the latter two once
# more as the thesis drew them, and the puzzles with its numbers only and with its coins only.

ifeq ($(SCALE),thesis)
  GRIDS_NUMBER := 200
  PUZZLES := 100_000_000
else
  GRIDS_NUMBER := 2
  PUZZLES := 200_000
endif

CENSUS := $(HERE)data/census-3x3-2-4.parquet
GRIDS := $(HERE)data/grids-5x5-1-9.parquet
SAMPLE := $(HERE)data/sample-7x7-1-9.parquet
GRIDS_AS_DRAWN := $(GRIDS:.parquet=-rand.parquet)
SAMPLE_AS_DRAWN := $(SAMPLE:.parquet=-rand.parquet)
SAMPLES_IN_PART := $(SAMPLE:.parquet=-rand-numbers.parquet) $(SAMPLE:.parquet=-rand-coins.parquet)
# Grids not next to each other: else both would compile the same code.
DATA += $(GRIDS) $(CENSUS) $(SAMPLE) $(SAMPLE_AS_DRAWN) $(GRIDS_AS_DRAWN) $(SAMPLES_IN_PART)
EARLY += $(SAMPLE)

MADE_BY += $(CENSUS)=rullo_core.rullo.experiments.census,$(RUN)
MADE_BY += $(foreach made,$(GRIDS) $(GRIDS_AS_DRAWN),$(made)=rullo_core.rullo.experiments.grids,$(RUN))
MADE_BY += $(foreach made,$(SAMPLE) $(SAMPLE_AS_DRAWN) $(SAMPLES_IN_PART),$(made)=rullo_core.rullo.experiments.sample,$(RUN))

$(CENSUS): $(call unless-there,$(CENSUS:.parquet=.hardest.parquet)) | $(READY)
	@mkdir -p $(@D)
	$(RULLO) census --size 3x3 --values 2-4 --out $@

$(GRIDS_AS_DRAWN) $(SAMPLE_AS_DRAWN): DRAWN = --generator rand
$(SAMPLES_IN_PART): DRAWN = --generator $(patsubst sample-7x7-1-9-%,%,$(basename $(@F)))

$(GRIDS) $(GRIDS_AS_DRAWN): \
    $(call unless-there,$(foreach made,$(GRIDS) $(GRIDS_AS_DRAWN),$(made:.parquet=.hardest.parquet) $(made:.parquet=.grids.parquet))) | $(READY)
	@mkdir -p $(@D)
	$(RULLO) grids --size 5x5 --values 1-9 --grids $(GRIDS_NUMBER) --seed 1 --out $@ $(DRAWN)

$(SAMPLE) $(SAMPLE_AS_DRAWN) $(SAMPLES_IN_PART): \
    $(call unless-there,$(foreach made,$(SAMPLE) $(SAMPLE_AS_DRAWN) $(SAMPLES_IN_PART),$(made:.parquet=.hardest.parquet))) | $(READY)
	@mkdir -p $(@D)
	$(RULLO) sample --size 7x7 --values 1-9 --count $(PUZZLES) --seed 1 --guess-limit 20 --out $@ $(DRAWN)

# Some of the notebooks, the one that takes longest first, and which of their parameters are not the thesis's there.
QUICK += $(wildcard notebooks/rullo/06-*.ipynb) $(wildcard notebooks/rullo/0[45]-*.ipynb)
$(STAMPS)/rullo/05-%.done: PARAMETERS = $(if $(filter quick,$(SCALE)),-p grids $(GRIDS_NUMBER))
$(STAMPS)/rullo/06-%.done: PARAMETERS = $(if $(filter quick,$(SCALE)),-p count $(PUZZLES))

# Points that two sweeps have in common are counted once: so one after the other.
$(STAMPS)/rullo/13-size-by-range.done: sweeps/size-by-range.yaml
$(STAMPS)/rullo/14-shape.done: sweeps/shape.yaml
$(STAMPS)/rullo/15-included.done: sweeps/included.yaml $(STAMPS)/rullo/13-size-by-range.done
FIRST += $(if $(filter thesis,$(SCALE)),$(STAMPS)/rullo/13-size-by-range.done)

# What else notebooks read.
$(STAMPS)/rullo/06-sample-7x7.done: data/records/rullo/streams.csv
$(STAMPS)/rullo/16-hard-to-compute.done: benchmarks/peers.csv
$(STAMPS)/rullo/17-hardest-known.done: $(wildcard data/records/*.txt)
$(STAMPS)/rullo/18-why-passes-stop.done: $(wildcard data/predictions/*.csv)
