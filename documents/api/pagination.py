"""Lists come in pages: ``?page=`` from 1 and ``?per_page=``."""

from rest_framework.pagination import PageNumberPagination


class Pagination(PageNumberPagination):
    page_size = 25
    page_size_query_param = "per_page"
    max_page_size = 100


class PagePagination(Pagination):
    """For the pages of a document, which are small."""

    page_size = 100
    max_page_size = 1000
