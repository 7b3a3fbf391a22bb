"""What the model refuses, the database refuses as well: an event is never changed and never removed."""

from django.db import migrations

CREATE = """
CREATE FUNCTION documents_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER documents_event_append_only
    BEFORE UPDATE OR DELETE ON documents_documentevent
    FOR EACH ROW EXECUTE FUNCTION documents_refuse_change();
"""

DROP = """
DROP TRIGGER documents_event_append_only ON documents_documentevent;
DROP FUNCTION documents_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, DROP)]
