"""Placeholders are the #names and :values that the expressions of one request share."""

from __future__ import annotations

from .attributes import AttributeValue
from .calls import Path
from .errors import ModelError
from .spell import spell_path


class Placeholders:
    """The placeholders of one request."""

    def __init__(self) -> None:
        self._of_names: dict[str, str] = {}
        self.values: dict[str, AttributeValue] = {}

    @property
    def names(self) -> dict[str, str]:
        """The names by their placeholders."""
        return {placeholder: name for name, placeholder in self._of_names.items()}

    def name(self, attribute: str) -> str:
        """Returns the placeholder of an attribute's name, such as "#0".

        A name always gets the same placeholder.
        """
        return self._of_names.setdefault(attribute, f"#{len(self._of_names)}")

    def value(self, value: AttributeValue) -> str:
        """Returns a new placeholder of `value`, such as ":0"."""
        placeholder = f":{len(self.values)}"
        self.values[placeholder] = value
        return placeholder

    def path(self, path: Path) -> str:
        """Returns a path with a placeholder for each name in it, such as "#0.#1[3].#2".

        Raises ModelError for a path that does not begin with an attribute, an empty name, or a
        negative element.
        """
        text = ""
        for step in path:
            if isinstance(step, int):
                if not text:
                    raise ModelError(
                        "A path begins with an attribute, not with an element of a list"
                    )
                if step < 0:
                    raise ModelError(f"The path {spell_path(path)} has a negative element")
                text += f"[{step}]"
                continue
            if not step:
                raise ModelError(
                    f'The path "{spell_path(path)}" has an empty name: '
                    "attributes and entries of maps have at least one character"
                )
            text += ("." if text else "") + self.name(step)
        if not text:
            raise ModelError("A path needs at least one step, the name of an attribute")
        return text

    def parameters(self) -> dict[str, object]:
        """Returns the parameters of a request, without maps that the service refuses as empty."""
        out: dict[str, object] = {}
        if self._of_names:
            out["ExpressionAttributeNames"] = self.names
        if self.values:
            out["ExpressionAttributeValues"] = self.values
        return out
