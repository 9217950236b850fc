"""JSON Schemas of the rules' own types, so that every game is documented exactly by what its code says.

Law. The schema of a type accepts what the codec accepts and describes what the codec writes: a tagged dataclass has
`type` as a required constant, a field that may be None is one that may be absent. Docstrings become descriptions, and
a field's `doc` metadata its own; its `bounds` are further keywords, where the type does not say all. Whatever is read
forbids unknown members; whatever is written may grow.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from openingbell import rules
from openingbell.codec import to_json
from openingbell.rules.values import Tagged, tag

Schema = dict[str, Any]
_PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    Any: {},
}


_REFERENCE: Final = re.compile(r"#/components/schemas/(\w+)")


class Components:
    """Collects the component schemas of one document.

    A type that belongs to one game has that game's `prefix` in its name; one that games share is there once, under the
    name of its family. `fixed` are the schemas that the document has anyway.
    """

    def __init__(self, fixed: Mapping[str, Schema] = MappingProxyType({})) -> None:
        self.schemas: dict[str, Schema] = {}
        self._fixed = fixed
        self._owners: dict[str, Any] = {}

    def reachable(self, schema: Any) -> dict[str, Schema]:
        """Every collected schema that this one refers to, through others too."""
        found: dict[str, Schema] = {}
        todo = [schema]
        while todo:
            names = set(_REFERENCE.findall(repr(todo.pop()))) & self.schemas.keys() - found.keys()
            found |= {name: self.schemas[name] for name in names}
            todo += [self.schemas[name] for name in names]
        return found

    def of(self, kind: Any, *, prefix: str = "", closed: bool = False) -> Schema:
        """The schema of a type. `closed`: for what is read, so unknown members are refused."""
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        origin, args = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"type": "string", "enum": list(args)}
        if origin in (Union, types.UnionType):
            return self._union([each for each in args if each is not type(None)], prefix, closed)
        if origin is tuple and args[-1] is Ellipsis:
            return {"type": "array", "items": self.of(args[0], prefix=prefix, closed=closed)}
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(args[1], prefix=prefix, closed=closed)}
        if is_dataclass(kind):
            return self._reference(kind, prefix, closed)
        raise TypeError(f"{kind!r} has no JSON Schema")

    def union(self, name: str, classes: Iterable[type[Any]], *, prefix: str, description: str) -> Schema:
        """A component for one of several tagged dataclasses, told apart by `type`. Returns the reference to it."""
        members = list(classes)
        schemas = [self.of(member, prefix=prefix, closed=True) for member in members]
        self.schemas[name] = {"description": description, **_one_of(members, schemas)}
        return ref(name)

    def _union(self, members: Sequence[Any], prefix: str, closed: bool) -> Schema:
        schemas = [self.of(member, prefix=prefix, closed=closed) for member in members]
        return schemas[0] if len(schemas) == 1 else _one_of(members, schemas)

    def _reference(self, cls: Any, prefix: str, closed: bool) -> Schema:
        family = _family(cls)
        name = (prefix if family is None else family) + ("New" if closed and not _always_closed(cls) else "")
        name += cls.__name__
        if self._owners.setdefault(name, cls) is not cls:
            raise ValueError(f"{cls!r} and {self._owners[name]!r} would both be {name}")
        if name not in self.schemas and name not in self._fixed:
            self.schemas[name] = {}
            self.schemas[name].update(self._object(cls, prefix, closed or _always_closed(cls)))
        return ref(name)

    def _object(self, cls: Any, prefix: str, closed: bool) -> Schema:
        hints = get_type_hints(cls)
        properties: Schema = {}
        required: list[str] = []
        if issubclass(cls, Tagged):
            properties["type"] = {"type": "string", "const": tag(cls)}
            required.append("type")
        for each in fields(cls):
            schema = self.of(hints[each.name], prefix=prefix, closed=closed)
            properties[each.name] = _documented(schema, each, closed)
            defaulted = each.default is not MISSING or each.default_factory is not MISSING
            if not _optional(hints[each.name]) and not (closed and defaulted):
                required.append(each.name)
        result: Schema = {"type": "object", "properties": properties}
        if required:
            result["required"] = required
        if closed:
            result["additionalProperties"] = False
        if cls.__doc__ and not cls.__doc__.startswith(cls.__name__ + "("):
            result["description"] = inspect.cleandoc(cls.__doc__)
        return result


def ref(name: str) -> Schema:
    """A reference to a component schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def _one_of(members: Sequence[Any], schemas: Sequence[Schema]) -> Schema:
    """One of these schemas, told apart by `type` where all their classes are tagged; even if there is only one."""
    union: Schema = {"oneOf": list(schemas)}
    if all(isinstance(member, type) and issubclass(member, Tagged) for member in members):
        mapping = {tag(member): schema["$ref"] for member, schema in zip(members, schemas, strict=True)}
        union["discriminator"] = {"propertyName": "type", "mapping": mapping}
    return union


def _family(cls: type[Any]) -> str | None:
    """What stands before the name of a type that games share: its module's name; None for a single game's type."""
    module = cls.__module__.removeprefix(f"{rules.__name__}.").split(".")[0]
    if module == "games":
        return None
    return "" if module == "kernel" else "".join(part.capitalize() for part in module.split("_"))


def _always_closed(cls: type[Any]) -> bool:
    """Actions are sent and shown alike, so they have one schema."""
    return issubclass(cls, Tagged)


def _optional(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType) and type(None) in get_args(hint)


def _documented(schema: Schema, field: Field[Any], closed: bool) -> Schema:
    extra: Schema = {}
    if closed and "bounds" in field.metadata:
        schema = _bounded(schema, field.metadata["bounds"])
    if "doc" in field.metadata:
        extra["description"] = field.metadata["doc"]
    if closed and field.default is not MISSING and field.default is not None:
        extra["default"] = to_json(field.default)
    return {**schema, **extra}


def _bounded(schema: Schema, bounds: Mapping[str, Any]) -> Schema:
    """The schema within bounds: those of numbers go to the member of a union that is a number."""
    if "oneOf" in schema:
        numbers = {"type": "integer"}
        return {**schema, "oneOf": [{**each, **bounds} if each == numbers else each for each in schema["oneOf"]]}
    inner = {"items": {**schema["items"], **bounds["items"]}} if "items" in bounds else {}
    return {**schema, **bounds, **inner}
