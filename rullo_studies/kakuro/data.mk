# The puzzles of a sweep that several notebooks look at: 3,700 of them, in half a minute on two processors. A study of one
# size, and a census of a full block.

COLLECTION := $(STAMPS)/kakuro/collection.done

$(COLLECTION): sweeps/kakuro-collection.yaml | $(READY)
	@mkdir -p $(@D)
	$(RULLO) sweep $<
	@touch $@

EARLY += $(if $(filter thesis,$(SCALE)),$(COLLECTION))
$(STAMPS)/kakuro/02-two-ways-to-make-one.done $(STAMPS)/kakuro/03-the-papers-tables.done \
  $(STAMPS)/kakuro/04-what-may-be-left-out.done: $(COLLECTION)
$(STAMPS)/kakuro/03-the-papers-tables.done: benchmarks/kakuro-models.csv

STUDY_OF_KAKUROS := $(HERE)data/kakuro-study-10x10-0.4-parting.parquet
DATA += $(STUDY_OF_KAKUROS)
MADE_BY += $(STUDY_OF_KAKUROS)=rullo_core.kakuro.experiments.study,$(RUN)

$(STUDY_OF_KAKUROS): $(call unless-there,$(foreach part,hardest puzzles,$(STUDY_OF_KAKUROS:.parquet=.$(part).parquet))) | $(READY)
	@mkdir -p $(@D)
	$(RULLO) kakuro study --size 10x10 --method parting --count $(if $(filter quick,$(SCALE)),50,2_000) --out $@

CENSUS_OF_BLOCKS := $(HERE)data/kakuro-census-2x5.parquet
DATA += $(CENSUS_OF_BLOCKS)
MADE_BY += $(CENSUS_OF_BLOCKS)=rullo_core.kakuro.experiments.census,$(RUN)

$(CENSUS_OF_BLOCKS): $(call unless-there,$(foreach part,hardest puzzles,$(CENSUS_OF_BLOCKS:.parquet=.$(part).parquet))) | $(READY)
	@mkdir -p $(@D)
	$(RULLO) kakuro census --size 2x5 --out $@

$(STAMPS)/family/03-by-size.done: sweeps/family.yaml
$(STAMPS)/family/04-any-dataset.done: $(CENSUS_OF_BLOCKS)
$(STAMPS)/family/06-one-scale.done: $(wildcard data/scale/*.csv)
$(STAMPS)/kakuro/06-one-study.done: $(STUDY_OF_KAKUROS)
$(STAMPS)/kakuro/07-size-by-black.done: sweeps/kakuro-size-by-black.yaml
