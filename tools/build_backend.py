"""The build backend of pyproject.toml: setuptools, with two changes for compiling.

`PRATERIA_COMPILE=1 pip install .` needs mypy while it builds, a plain `pip install .` does
not, and `[build-system] requires` cannot say "only if". An editable install never compiles:
setuptools would put the shared objects beside the sources, where they go stale unseen.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from setuptools import build_meta

Settings = Mapping[str, "str | list[str] | None"] | None

build_sdist = build_meta.build_sdist
build_wheel = build_meta.build_wheel
get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    # Asked without the switch: setup.py would import mypyc before it is there.
    wants_compiling = os.environ.pop("PRATERIA_COMPILE", "") == "1"
    needed = build_meta.get_requires_for_build_wheel(config_settings)
    return [*needed, "mypy>=1.19"] if wants_compiling else needed


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    os.environ.pop("PRATERIA_COMPILE", None)
    return build_meta.get_requires_for_build_editable(config_settings)


def prepare_metadata_for_build_editable(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    os.environ.pop("PRATERIA_COMPILE", None)
    return build_meta.prepare_metadata_for_build_editable(metadata_directory, config_settings)


def build_editable(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    os.environ.pop("PRATERIA_COMPILE", None)
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)
