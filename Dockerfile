# An image with pnp as its command. Your game is the folder that you mount:
#   docker build -t pnp .
#   docker run --rm -v "$PWD:/game" pnp build --lang all
FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends git python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN python3 -m venv /opt/pnp \
 && /opt/pnp/bin/pip install --no-cache-dir "/src[preview,spreadsheets]" \
 && rm -rf /src \
 && useradd --create-home player \
 && mkdir /game && chown player /game
USER player
ENV PATH=/opt/pnp/bin:$PATH
WORKDIR /game
ENTRYPOINT ["pnp"]
