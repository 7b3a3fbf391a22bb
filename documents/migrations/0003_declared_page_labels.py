"""What a file declares is kept beside the labels in force, which people may correct."""

from django.conf import settings
from django.db import migrations, models

COPY = "UPDATE documents_revision SET declared_page_labels = page_labels WHERE page_labels IS NOT NULL"


class Migration(migrations.Migration):

    dependencies = [
        ('documents', '0002_events_append_only'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='revision',
            name='unpaginated_has_no_page_metadata',
        ),
        migrations.AddField(
            model_name='revision',
            name='declared_page_labels',
            field=models.JSONField(blank=True, help_text='One a page, where the file declares them. Never changed.', null=True),
        ),
        migrations.RunSQL(COPY, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name='documentevent',
            name='kind',
            field=models.CharField(choices=[('uploaded', 'Uploaded'), ('replaced', 'File replaced'), ('extraction-requested', 'Asked to be read again'), ('extraction-started', 'Reading started'), ('extracted', 'Text stored'), ('no-text', 'No text found'), ('failed', 'Reading failed'), ('became-current', 'Became the current revision'), ('index-requested', 'Asked to be indexed again'), ('indexed', 'Indexed'), ('audited', 'Page metadata checked'), ('labels-corrected', 'Page labels corrected'), ('labels-undone', 'Correction of page labels undone'), ('labels-restored', 'Page labels as the file declares them again'), ('labels-kept', 'Corrected page labels kept'), ('updated', 'Changed'), ('moved', 'Moved to another collection'), ('deleted', 'Deleted'), ('restored', 'Restored'), ('purged', 'Removed for good')], max_length=30),
        ),
        migrations.AlterField(
            model_name='revision',
            name='page_labels',
            field=models.JSONField(blank=True, help_text='One a page, where there are any: as declared, or as someone corrected them.', null=True),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('declared_page_labels__isnull', True), ('page_count__isnull', True), ('page_labels__isnull', True), ('page_sources__isnull', True), ('page_spans__isnull', True)), models.Q(('page_count__isnull', False), ('page_sources__isnull', False), ('page_spans__isnull', False)), _connector='OR'), name='unpaginated_has_no_page_metadata'),
        ),
    ]
