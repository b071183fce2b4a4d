# JupyterLab with the kernel Go (nvsd), for a machine of one's own, for JupyterHub and for Binder:
#
#   docker build -t nvsd-kernel .
#   docker run --rm -p 8888:8888 nvsd-kernel
#
# docs/jupyterhub.md says what administrators need to know.

# The wheel is made where Go is, and nothing else of this stage goes on.
FROM golang:1.26-bookworm AS wheel
WORKDIR /src
COPY . .
RUN make wheel

FROM python:3.13-slim-bookworm
ARG NB_USER=jovyan
ARG NB_UID=1000
ENV USER=${NB_USER} HOME=/home/${NB_USER}
RUN useradd --create-home --uid ${NB_UID} --shell /bin/bash ${NB_USER}
COPY --from=wheel /src/build/dist/*.whl /tmp/wheel/
RUN pip install --no-cache-dir jupyterlab jupyterlab_widgets /tmp/wheel/*.whl && rm -r /tmp/wheel
COPY --chown=${NB_UID} notebooks/*.ipynb ${HOME}/notebooks/
USER ${NB_UID}
WORKDIR ${HOME}/notebooks
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--no-browser"]
