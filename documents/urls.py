from django.urls import path

from documents import views
from documents.views.pictures import document_marks, document_picture

_PAGE = "documents/<int:pk>/revisions/<int:number>/pages/<int:page>"

urlpatterns = [
    path("library/", views.library, name="library"),
    path("library/act/", views.library_act, name="library-act"),
    path("library/restore/", views.library_restore, name="library-restore"),
    path("upload/", views.upload, name="upload"),
    path("documents/<int:pk>/", views.document_text, name="document"),
    path("documents/<int:pk>/text/", views.document_text, name="document-text"),
    path("documents/<int:pk>/read/", views.read, name="document-read"),
    path("documents/<int:pk>/read/<int:number>/", views.read_unit, name="document-read-unit"),
    path("documents/<int:pk>/pages/", views.document_pages, name="document-pages"),
    path("documents/<int:pk>/labels/", views.labels, name="document-labels"),
    path("documents/<int:pk>/labels/restore/", views.restore_labels, name="document-labels-restore"),
    path("documents/<int:pk>/labels/undo/", views.undo_labels, name="document-labels-undo"),
    path("documents/<int:pk>/revisions/", views.document_revisions, name="document-revisions"),
    path("documents/<int:pk>/history/", views.document_history, name="document-history"),
    path("documents/<int:pk>/file/", views.document_file, name="document-file"),
    path("documents/<int:pk>/original/", views.document_original, name="document-original"),
    path("documents/<int:pk>/edit/", views.edit, name="document-edit"),
    path("documents/<int:pk>/rename/", views.rename, name="document-rename"),
    path("documents/<int:pk>/replace/", views.replace, name="document-replace"),
    path("documents/<int:pk>/read-again/", views.read_again, name="document-read-again"),
    path("documents/<int:pk>/password/", views.unlock, name="document-unlock"),
    path("documents/<int:pk>/recognize/", views.recognize, name="document-recognize"),
    path("documents/<int:pk>/delete/", views.delete, name="document-delete"),
    path("documents/<int:pk>/restore/", views.restore, name="document-restore"),
    path(f"{_PAGE}/picture/", document_picture, name="document-picture"),
    path(f"{_PAGE}/marks/", document_marks, name="document-marks"),
]
