"""The machine a benchmark ran on: the processor, the Python, the load."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path


def cpu_model() -> str:
    """The processor's name according to the system, or what little Python knows."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    if platform.system() == "Darwin":
        command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return platform.processor() or platform.machine()


def python_version() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}"


def load() -> float | None:
    """The load average of the last minute, where the system has one."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
