from django.urls import path

from search import views

urlpatterns = [
    path("", views.search_page, name="search"),
    path("documents/<int:pk>/stage/", views.document_stage, name="document-stage"),
    path("documents/<int:pk>/passages/<int:start>-<int:end>/", views.passage_page, name="passage"),
]
