"""How far the work on a revision is, for those who watch it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('documents', '0003_declared_page_labels'),
    ]

    operations = [
        migrations.AddField(
            model_name='revision',
            name='work_done',
            field=models.PositiveIntegerField(blank=True, help_text='Pages while it is read, chunks while it is indexed: a hint, not a state.', null=True),
        ),
        migrations.AddField(
            model_name='revision',
            name='work_total',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
