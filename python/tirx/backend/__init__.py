# SPDX-License-Identifier: Apache-2.0
"""Backends: what they add to the package, and the configuration that they share, `tirx.backend.config`."""

from . import config

__all__ = ["config"]
