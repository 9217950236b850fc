"""An import-linter contract of our own: these modules import the standard library and their own package, nothing else.

import-linter's `forbidden` names what is not allowed; here the list would never end.
"""

from __future__ import annotations

import sys
from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StandardLibraryContract(Contract):
    """Broken by any direct import, from `modules` or below them, of a package that Python does not bring along."""

    type_name = "standard_library"

    modules = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Look at every import of every module that exists; modules that do not exist yet break nothing."""
        modules = cast("list[str]", self.modules)
        foreign: list[str] = []
        for importer in sorted(graph.modules):
            if not any(importer == module or importer.startswith(f"{module}.") for module in modules):
                continue
            own = importer.split(".", maxsplit=1)[0]
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                package = imported.split(".", maxsplit=1)[0]
                if package != own and package not in sys.stdlib_module_names:
                    foreign.append(f"{importer} imports {imported}")
        return ContractCheck(kept=not foreign, metadata={"foreign": foreign})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """List the imports."""
        for line in check.metadata["foreign"]:
            output.print_error(line)
