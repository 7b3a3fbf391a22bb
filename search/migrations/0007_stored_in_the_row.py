"""Keep what a search reads of every chunk in the row itself: looked up elsewhere, it takes several times as long.

Of a chunk that are its words (about 2,000 bytes), of an embedding its vector and those of its parts (about 3,500).
Rows that are there already stay as they are; a rebuild writes those of chunks anew.
"""

from django.db import migrations

TABLES = ("search_chunk", "search_embedding", "search_documenthead")


class Migration(migrations.Migration):
    dependencies = [("search", "0006_retrieval")]

    operations = [
        migrations.RunSQL(
            [f"ALTER TABLE {table} SET (toast_tuple_target = 8160)" for table in TABLES],
            [f"ALTER TABLE {table} RESET (toast_tuple_target)" for table in TABLES],
        )
    ]
