"""Texts to vectors, behind one small interface. The only importer of the model runtimes and of tokenizers.

Nothing heavy is imported before an embedder is made. Which one is made is a matter of settings
(``get_embedder``).
"""

from search.embeddings.choosing import BACKENDS, embedder_of, embedder_settings, get_embedder
from search.embeddings.contract import Embedder, EmbedderUnavailable, TextTooLong, Vectors
from search.embeddings.hashing import HashEmbedder
from search.embeddings.http_service import HttpEmbedder
from search.embeddings.model_files import ModelFiles, model_folder, packaged_model
from search.embeddings.onnx_engine import OnnxEmbedder, inference_session
from search.embeddings.openvino_engine import OpenVinoEmbedder, usable_cores
from search.embeddings.prefixes import PrefixedEmbedder
from search.embeddings.tokens import PairTokens
from search.embeddings.vectors import encodable

__all__ = [
    "BACKENDS",
    "Embedder",
    "EmbedderUnavailable",
    "HashEmbedder",
    "HttpEmbedder",
    "ModelFiles",
    "OnnxEmbedder",
    "OpenVinoEmbedder",
    "PairTokens",
    "PrefixedEmbedder",
    "TextTooLong",
    "Vectors",
    "embedder_of",
    "embedder_settings",
    "encodable",
    "get_embedder",
    "inference_session",
    "model_folder",
    "packaged_model",
    "usable_cores",
]
