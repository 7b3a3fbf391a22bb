"""Under /api/v1/, after `documents.api.urls`: the last entry answers for every other address."""

from django.urls import path, re_path

from documents.api.views import UnknownAddress
from search.api import citation_views, views

urlpatterns = [
    path("search/", views.SearchView.as_view(), name="api-search"),
    path("cite/", views.CiteView.as_view(), name="api-cite"),
    path("citations/verify/", citation_views.VerifyView.as_view(), name="api-verify"),
    path("documents/<int:pk>/", views.IndexedDocumentDetail.as_view(), name="api-document"),
    re_path(r"^(?:.*/)?$", UnknownAddress.as_view()),
]
