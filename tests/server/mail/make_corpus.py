"""Write the corpus anew: `python -m tests.server.mail.make_corpus`.

Each mail is `corpus/<name>.eml`, and what it should be read as is `corpus/<name>.json`. A test
compares the folder with the recipes, so a change of a recipe shows in the mails.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.server.mail.recipes import Recipe, all_recipes

CORPUS = Path(__file__).parent / "corpus"


def files() -> dict[str, bytes]:
    """The whole corpus: the name and the content of each file."""
    made: dict[str, bytes] = {}
    for name, recipe in all_recipes().items():
        made[f"{name}.eml"] = recipe.make()
        made[f"{name}.json"] = _as_json(recipe)
    return made


def _as_json(recipe: Recipe) -> bytes:
    return (json.dumps(recipe.expected, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def main() -> None:
    CORPUS.mkdir(exist_ok=True)
    made = files()
    for old in CORPUS.glob("*.*"):
        if old.suffix in {".eml", ".json"} and old.name not in made:
            old.unlink()
    for name, content in made.items():
        (CORPUS / name).write_bytes(content)
    print(f"{len(made) // 2} mails in {CORPUS.name}")


if __name__ == "__main__":
    main()
