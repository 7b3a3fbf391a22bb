from django.urls import path

from documents import views

urlpatterns = [
    path("library/", views.library, name="library"),
    path("upload/", views.upload, name="upload"),
    path("documents/<int:pk>/", views.document_text, name="document"),
    path("documents/<int:pk>/text/", views.document_text, name="document-text"),
    path("documents/<int:pk>/pages/", views.document_pages, name="document-pages"),
    path("documents/<int:pk>/revisions/", views.document_revisions, name="document-revisions"),
    path("documents/<int:pk>/history/", views.document_history, name="document-history"),
    path("documents/<int:pk>/file/", views.document_file, name="document-file"),
    path("documents/<int:pk>/edit/", views.edit, name="document-edit"),
    path("documents/<int:pk>/replace/", views.replace, name="document-replace"),
    path("documents/<int:pk>/read-again/", views.read_again, name="document-read-again"),
    path("documents/<int:pk>/delete/", views.delete, name="document-delete"),
    path("documents/<int:pk>/restore/", views.restore, name="document-restore"),
]
