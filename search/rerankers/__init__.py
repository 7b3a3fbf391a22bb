"""How well a passage answers a question, by a model that reads both together. Off unless the settings name one.

Nothing heavy is imported before a reranker is made; the model runtime stays behind ``search.embeddings``.
"""

from search.rerankers.choosing import get_reranker, settings_problems
from search.rerankers.contract import Reranker, RerankerUnavailable
from search.rerankers.cross_encoder import CrossEncoder
from search.rerankers.http_service import HttpReranker

__all__ = [
    "CrossEncoder",
    "HttpReranker",
    "Reranker",
    "RerankerUnavailable",
    "get_reranker",
    "settings_problems",
]
