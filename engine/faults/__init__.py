"""Explanations of the codes of refusals: what each means, and what to do about it, in the reader's language.

The sentences stand where the codes are raised; `sentences.json` has them by their codes, gathered by
`python -m tools.errors`. What to do stands in `advice.py`, once for all codes that are alike.
"""

from .explain import codes, explain, sentences_of

__all__ = ["codes", "explain", "sentences_of"]
