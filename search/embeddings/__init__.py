"""Texts to vectors, behind one small interface. The only importer of the model runtimes and of tokenizers.

Nothing heavy is imported before an embedder is made. Which one is made is a matter of settings
(``get_embedder``).
"""

from search.embeddings.choosing import BACKENDS, get_embedder
from search.embeddings.contract import Embedder, EmbedderUnavailable, TextTooLong, Vectors
from search.embeddings.hashing import HashEmbedder
from search.embeddings.http_service import HttpEmbedder
from search.embeddings.model_files import ModelFiles, model_folder, packaged_model
from search.embeddings.onnx_engine import OnnxEmbedder
from search.embeddings.openvino_engine import OpenVinoEmbedder

__all__ = [
    "BACKENDS",
    "Embedder",
    "EmbedderUnavailable",
    "HashEmbedder",
    "HttpEmbedder",
    "ModelFiles",
    "OnnxEmbedder",
    "OpenVinoEmbedder",
    "TextTooLong",
    "Vectors",
    "get_embedder",
    "model_folder",
    "packaged_model",
]
