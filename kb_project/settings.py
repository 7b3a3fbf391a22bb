"""Every setting, from the environment. `docs/settings.md` says what each does; a test keeps the two together."""

from kb_project.environment import (
    BASE_DIR,
    DEFAULT_PORT,
    Environment,
    data_dir,
    read_stack_addresses,
    secret_key,
)

DATA_DIR = data_dir()

env = Environment(read_stack_addresses(DATA_DIR))

# --- who may reach it ---------------------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(DATA_DIR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PORT = env.int("PORT", default=DEFAULT_PORT)
PUBLIC_URL = env.str("PUBLIC_URL", default=f"http://localhost:{PORT}").rstrip("/")

# --- services -----------------------------------------------------------------------------------------------------
# Empty means: nobody said where it is. System checks then say so in words (documents/checks.py, search/checks.py).
DATABASE_URL = env.str("DATABASE_URL", default="")
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")
CHROMA_URL = env.str("CHROMA_URL", default="")

DATABASES = {
    "default": env.db_url_config(DATABASE_URL or "postgresql:///pincite")
    | {"CONN_MAX_AGE": env.int("DATABASE_CONN_MAX_AGE", default=60), "CONN_HEALTH_CHECKS": True}
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- limits -------------------------------------------------------------------------------------------------------
MAX_UPLOAD_BYTES = env.int("MAX_UPLOAD_BYTES", default=500 * 1024 * 1024)
BATCH_MAX_FILES = env.int("BATCH_MAX_FILES", default=1000)
BATCH_MAX_BYTES = env.int("BATCH_MAX_BYTES", default=2 * 1024**3)
EXTRACT_SECONDS = env.int("EXTRACT_SECONDS", default=600)
EXTRACT_MEMORY_BYTES = env.int("EXTRACT_MEMORY_BYTES", default=2 * 1024**3)
EXTRACT_OUTPUT_BYTES = env.int("EXTRACT_OUTPUT_BYTES", default=256 * 1024 * 1024)
EXTRACT_ATTEMPTS = env.int("EXTRACT_ATTEMPTS", default=3)
PASSWORD_READ_SECONDS = env.float("PASSWORD_READ_SECONDS", default=120)
PICTURE_SECONDS = env.float("PICTURE_SECONDS", default=10)
PICTURE_MEMORY_BYTES = env.int("PICTURE_MEMORY_BYTES", default=1024**3)
PICTURE_WAIT_SECONDS = env.float("PICTURE_WAIT_SECONDS", default=10)
PICTURES_AT_ONCE = env.int("PICTURES_AT_ONCE", default=0)
PICTURE_CACHE_BYTES = env.int("PICTURE_CACHE_BYTES", default=2 * 1024**3)
OCR = env.str("OCR", default="auto")
OCR_ENGINE = env.str("OCR_ENGINE", default="auto")
OCR_LANGUAGES = env.str("OCR_LANGUAGES", default="eng")
OCR_SECONDS = env.float("OCR_SECONDS", default=120)
OCR_MEMORY_BYTES = env.int("OCR_MEMORY_BYTES", default=4 * 1024**3)
OCR_SLICE_SECONDS = env.float("OCR_SLICE_SECONDS", default=120)
REQUEST_STALL_SECONDS = env.int("REQUEST_STALL_SECONDS", default=30)
UNDO_DAYS = env.int("UNDO_DAYS", default=7)
SWEEP_SECONDS = env.int("SWEEP_SECONDS", default=60)
STALLED_SECONDS = env.int("STALLED_SECONDS", default=300)

# --- finding ------------------------------------------------------------------------------------------------------
EMBEDDING_BACKEND = env.str("EMBEDDING_BACKEND", default="auto")
EMBEDDING_MODEL_PATH = env.str("EMBEDDING_MODEL_PATH", default="")
EMBEDDING_URL = env.str("EMBEDDING_URL", default="")
EMBEDDING_MODEL = env.str("EMBEDDING_MODEL", default="")
EMBEDDING_API_KEY = env.str("EMBEDDING_API_KEY", default="")
EMBEDDING_THREADS = env.int("EMBEDDING_THREADS", default=0)
EMBEDDING_MAX_TOKENS = env.int("EMBEDDING_MAX_TOKENS", default=500)
EMBEDDING_QUERY_PREFIX = env.str("EMBEDDING_QUERY_PREFIX", default="")
EMBEDDING_PASSAGE_PREFIX = env.str("EMBEDDING_PASSAGE_PREFIX", default="")
RERANKER_PATH = env.str("RERANKER_PATH", default="")
RERANKER_URL = env.str("RERANKER_URL", default="")
RERANKER_MODEL = env.str("RERANKER_MODEL", default="")
RERANKER_API_KEY = env.str("RERANKER_API_KEY", default="")
RERANKER_SECONDS = env.float("RERANKER_SECONDS", default=5.0)
RERANK_TOP = env.int("RERANK_TOP", default=50)
CHUNK_TOKENS = env.int("CHUNK_TOKENS", default=240)
CHUNK_OVERLAP_TOKENS = env.int("CHUNK_OVERLAP_TOKENS", default=24)
SEARCH_CONFIG = env.str("SEARCH_CONFIG", default="auto")

# --- the application ----------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "kb_project",
    "search",
    "documents",
    "kb_project.administration.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "axes",
    "django_structlog",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "kb_project.compressed_pages.compressed_pages",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "kb_project.request_bodies.BoundedBodies",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "kb_project.request_log.RequestLog",
    "kb_project.method_page.method_page",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "kb_project.urls"
WSGI_APPLICATION = "kb_project.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "kb_project.theme.theme",
            ],
        },
    },
]

# --- signing in ---------------------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "search"
LOGOUT_REDIRECT_URL = "login"
AXES_FAILURE_LIMIT = env.int("SIGN_IN_FAILURES", default=10)
AXES_COOLOFF_TIME = env.float("SIGN_IN_COOLOFF_HOURS", default=0.25)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

# --- safety -------------------------------------------------------------------------------------------------------
HTTPS = env.bool("HTTPS", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
# Files are streamed to disk beyond this; the size of a whole upload is MAX_UPLOAD_BYTES, checked as it arrives.
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_TEMP_DIR = env.str("UPLOADS_ROOT", default=str(DATA_DIR / "uploads"))
DATA_UPLOAD_MAX_NUMBER_FILES = 1000
FILE_UPLOAD_PERMISSIONS = 0o600

# --- files --------------------------------------------------------------------------------------------------------
MEDIA_ROOT = env.str("MEDIA_ROOT", default=str(DATA_DIR / "media"))
PICTURES_ROOT = env.str("PICTURES_ROOT", default=str(DATA_DIR / "pictures"))
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- tasks --------------------------------------------------------------------------------------------------------
CELERY_TASK_DEFAULT_QUEUE = env.str("CELERY_QUEUE", default="pincite")
# Recognizing text is slow: it waits until nothing else does. On Redis and Valkey 9 comes last; others may not know it.
CELERY_TASK_ROUTES = {"documents.tasks.recognize_revision": {"priority": 9}}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONCURRENCY = env.int("WORKER_PROCESSES", default=2)
CELERY_WORKER_MAX_MEMORY_PER_CHILD = env.int("WORKER_MEMORY_KILOBYTES", default=1_500_000)
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_TIME_LIMIT = env.int("TASK_SECONDS", default=3600)
CELERY_TASK_SOFT_TIME_LIMIT = CELERY_TASK_TIME_LIMIT - 60
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.1, "interval_max": 0.3}
if CELERY_BROKER_URL.startswith(("redis", "rediss", "valkey")):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        # A message is only given to another worker after the longest task could have ended ...
        "visibility_timeout": CELERY_TASK_TIME_LIMIT + 600,
        # ... or at once when its worker's connection is gone.
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
    }
# In memory: a file that is torn by a kill ends the next beat, and workers sweep at their start whatever it remembers.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "documents-sweep": {"task": "documents.tasks.sweep", "schedule": SWEEP_SECONDS},
    "search-sweep": {"task": "search.tasks.sweep", "schedule": SWEEP_SECONDS},
}

# --- API ----------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.SessionAuthentication",
        "rest_framework.authentication.TokenAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "documents.api.errors.exception_handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pincite",
    "DESCRIPTION": "Documents, their text and pages, and passages with provable page citations.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
}

# --- language, time, logs -----------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "German")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_I18N = True
USE_TZ = True
USE_THOUSAND_SEPARATOR = True
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {"httpx": {"level": "WARNING"}, "axes": {"level": "WARNING"}},
}
