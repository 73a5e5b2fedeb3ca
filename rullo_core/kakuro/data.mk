# A collection of puzzles made here: 3,700 of them, in half a minute on two processors.

COLLECTION := $(HERE)data/kakuro-collection.txt

MADE_BY += $(COLLECTION)=rullo_core.kakuro.collection

$(COLLECTION): data/checksums.json | $(READY)
	@mkdir -p $(@D)
	$(RULLO) kakuro collect --out $@ $(if $(filter quick,$(SCALE)),--each 3)

data: $(COLLECTION)
EARLY += $(COLLECTION)
$(STAMPS)/kakuro/02-two-ways-to-make-one.done $(STAMPS)/kakuro/03-the-papers-tables.done \
  $(STAMPS)/kakuro/04-what-may-be-left-out.done: $(COLLECTION)
$(STAMPS)/kakuro/03-the-papers-tables.done: benchmarks/kakuro-models.csv
