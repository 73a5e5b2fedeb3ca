"""How far passes get, predicted from single lines and small stopping sets; see `rullo_core.rullo.predicting`."""
