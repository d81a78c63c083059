"""`python -m prateria …` in a separate process, quickly: forked from one that has imported
everything.

A kill test starts a hundred servers, and importing takes longer than serving and dying. The new
process shares nothing else with the old one. Anything that must be determined at startup (an
installed package, a Python environment variable) needs a real start, `subprocess.Popen`.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

_FORKS: Final = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([f"{__package__}.warmed"])


def _be(module: str, arguments: list[str], variables: dict[str, str], log: str) -> None:
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream in (1, 2):
        os.dup2(file, stream)
    os.close(file)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


class Forked:
    """With the members of `subprocess.Popen` that tests need."""

    def __init__(
        self, module: str, arguments: list[str], variables: dict[str, str], log: Path
    ) -> None:
        self._process = _FORKS.Process(target=_be, args=(module, arguments, variables, str(log)))
        self._process.start()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self._process.exitcode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("a forked server", timeout)
        return code
