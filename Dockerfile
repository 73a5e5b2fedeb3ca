# `docker build -t rullo .` ends with a small part of the experiments made; `docker run -p 8888:8888 rullo` opens the notebooks.
FROM python:3.13-slim
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
COPY . /rullo
WORKDIR /rullo
RUN make figures SCALE=quick
EXPOSE 8888
CMD [".venv/bin/python", "-m", "jupyterlab", "--ip=0.0.0.0", "--allow-root", "--no-browser", "--LabApp.default_url=/lab/tree/notebooks/family/00-try-it.ipynb"]
