from django.db import DatabaseError, migrations, models, transaction


def look_up_by_trigrams(apps, schema_editor):
    """Where the database user may not create the extension, there is no help with spelling, and all else works."""
    try:
        with transaction.atomic(using=schema_editor.connection.alias):
            schema_editor.execute('CREATE EXTENSION IF NOT EXISTS pg_trgm')
            schema_editor.execute('CREATE INDEX known_word_trigrams ON search_knownword USING gin (key gin_trgm_ops)')
    except DatabaseError:
        return


class Migration(migrations.Migration):

    dependencies = [
        ('search', '0004_chunk_seams'),
    ]

    operations = [
        migrations.CreateModel(
            name='KnownWord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='As words are looked up: folded.', max_length=40, unique=True)),
            ],
        ),
        migrations.RunPython(look_up_by_trigrams, migrations.RunPython.noop),
    ]
