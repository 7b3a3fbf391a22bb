"""Under /api/v1/. The address of one document, ``documents/<pk>/``, is in `search.api.urls`."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.permissions import IsAuthenticated

from documents.api import label_views, password_view, recognition_view, text_views, token_view, views

urlpatterns = [
    path("schema/", SpectacularJSONAPIView.as_view(permission_classes=[IsAuthenticated]), name="api-schema"),
    path("auth/token/", token_view.TokenView.as_view(), name="api-token"),
    path("collections/", views.CollectionList.as_view(), name="api-collections"),
    path("documents/", views.DocumentList.as_view(), name="api-documents"),
    path("documents/<int:pk>/restore/", views.DocumentRestore.as_view(), name="api-document-restore"),
    path("documents/<int:pk>/recognize/", recognition_view.DocumentRecognize.as_view(), name="api-document-recognize"),
    path("documents/<int:pk>/revisions/", views.RevisionList.as_view(), name="api-revisions"),
    path("documents/<int:pk>/password/", password_view.DocumentPassword.as_view(), name="api-document-password"),
    path("documents/<int:pk>/events/", views.EventList.as_view(), name="api-events"),
    path("documents/<int:pk>/text/", text_views.DocumentText.as_view(), name="api-document-text"),
    path("documents/<int:pk>/pages/", text_views.DocumentPages.as_view(), name="api-document-pages"),
    path("documents/<int:pk>/labels/", label_views.DocumentLabels.as_view(), name="api-labels"),
    path("documents/<int:pk>/labels/restore/", label_views.DocumentLabelsRestore.as_view(), name="api-labels-restore"),
    path("documents/<int:pk>/labels/undo/", label_views.DocumentLabelsUndo.as_view(), name="api-labels-undo"),
]
