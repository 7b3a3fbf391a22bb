"""Which address shows what."""

from django.contrib import admin
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from django.views.generic import RedirectView
from django.views.i18n import set_language

from kb_project import theme, views
from kb_project.status.page import status_page

admin.autodiscover()
admin.site.site_header = _("Pincite administration")
admin.site.site_title = "Pincite"
admin.site.index_title = _("Administration")

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("favicon.ico", login_not_required(RedirectView.as_view(url="/static/favicon.svg"))),
    path("accounts/login/", views.SignInView.as_view(), name="login"),
    path("accounts/logout/", login_not_required(auth_views.LogoutView.as_view()), name="logout"),
    path("help/", views.help_page, name="help"),
    path("theme/", theme.choose_theme, name="theme"),
    path("language/", login_not_required(set_language), name="set_language"),
    path("status/", status_page, name="status"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("documents.api.urls")),
    path("api/v1/", include("search.api.urls")),
    path("", include("documents.urls")),
    path("", include("search.urls")),
]

handler400 = "kb_project.views.bad_request"
handler500 = "kb_project.views.server_error"
