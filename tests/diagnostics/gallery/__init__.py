"""The pages of fault codes, run: each Example yields its code, each Instead does not.

A page in ``pnp/diagnostics/codes`` is the test of its code. Every block of it names what it is:

- A file of the game, by its kind and place: ``yaml cards/weapons.yaml``. The block is the whole file. A third word is an
  encoding other than UTF-8: ``yaml cards/weapons.yaml cp1250``. ``␁`` and its like stand for control characters.
- A file that is not text, by its kind and place, too: ``png art/bow.png``. The block says in words what the file holds;
  ``made_files`` makes it.
- Commands, each line of which begins with ``$``: ``console``. ``pnp`` runs in this process, other programs in a shell;
  ``pip`` and ``sudo`` are not run. More words name a situation that no file can make, such as ``console, full disk``;
  ``situations`` has them.

What a page does not show comes from ``base``, a tiny game, or from ``translated``, the same in two languages. Without
commands of its own a page runs ``pnp check``, or ``pnp build`` when the code comes from layouts, rule sheets or sheets.
Instead begins where Example ended, and repeats its last command unless it has its own.

``findings.txt`` lists all that the pages yield, with the buttons of cures that can be carried out:
``python -m tests.diagnostics.gallery`` writes it again, and with codes after it only their sections.
"""
