"""What `manage.py up` does once the services stand: database, administrator, samples, a first search.

Each step is a process of its own (``python -m kb_project.first_steps prepare``): its settings hold the addresses
of the services. Each runs on every start and leaves alone what is done already.
"""
