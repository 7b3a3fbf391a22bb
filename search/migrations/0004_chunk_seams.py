from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('search', '0003_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='chunk',
            name='seams',
            field=models.JSONField(blank=True, default=list, help_text='What is passed over at page breaks within it: [start, end, joins].'),
        ),
    ]
