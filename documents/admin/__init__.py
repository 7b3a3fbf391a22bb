"""The documents' part of Django's admin site. Superusers apart, staff see what `visible_to` lets them."""

from documents.admin.collections import CollectionAdmin
from documents.admin.documents import DocumentAdmin
from documents.admin.events import DocumentEventAdmin
from documents.admin.revisions import RevisionAdmin

__all__ = ["CollectionAdmin", "DocumentAdmin", "DocumentEventAdmin", "RevisionAdmin"]
