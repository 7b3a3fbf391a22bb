from django.urls import path

from search import citation_views, saved_views, views

urlpatterns = [
    path("", views.search_page, name="search"),
    path("results/step/", views.step, name="step"),
    path("documents/<int:pk>/stage/", views.document_stage, name="document-stage"),
    path("documents/<int:pk>/passages/<int:start>-<int:end>/", views.passage_page, name="passage"),
    path("documents/<int:pk>/passages/<int:start>-<int:end>/cite/", citation_views.passage_cite, name="passage-cite"),
    path("searches/", saved_views.searches_page, name="searches"),
    path("searches/<int:pk>/rename/", saved_views.rename, name="search-rename"),
    path("searches/<int:pk>/delete/", saved_views.delete, name="search-delete"),
    path("searches/recent/forget/", saved_views.forget, name="searches-forget"),
    path("verify/", citation_views.verify_page, name="verify"),
]
