"""Which address shows what."""

from django.contrib import admin
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.generic import RedirectView

from kb_project import views

admin.site.site_header = "Pincite administration"
admin.site.site_title = "Pincite"
admin.site.index_title = "Administration"

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("favicon.ico", login_not_required(RedirectView.as_view(url="/static/favicon.svg"))),
    path("accounts/login/", views.SignInView.as_view(), name="login"),
    path("accounts/logout/", login_not_required(auth_views.LogoutView.as_view()), name="logout"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("documents.api.urls")),
    path("api/v1/", include("search.api.urls")),
    path("", include("documents.urls")),
    path("", include("search.urls")),
]

handler400 = "kb_project.views.bad_request"
