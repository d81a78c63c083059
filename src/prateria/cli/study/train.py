"""`prateria train`: trains a game's learned bots by self-play."""

from __future__ import annotations

import argparse
import shlex
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from prateria.arena.files import write_whole
from prateria.arena.training import Course, Training, TrainingProgress, train
from prateria.bots.learned_files import WEIGHTS, learned_path
from prateria.bots.net import HIDDEN, Net, Weights, read_weights, shipped
from prateria.cli.common import add_command, the_game
from prateria.cli.terminal.screen import Screen
from prateria.core.contract.meta import check_seats
from prateria.core.errors import SetupError

if TYPE_CHECKING:
    from prateria.cli.common import Commands

INTERRUPTED: Final = 130
_SIGNS: Final = (signal.SIGINT, signal.SIGTERM)
TOLD: Final = 200
"""Games between two lines of progress."""
KEPT: Final = 300
"""Seconds after which the state of a training is kept."""
TEXT: Final = """\
Train a game's learned bots by self-play: a small net that judges positions, one for each number of
players asked for. The file records the command, seed and settings that made it.

The same seed and number of games give the same weights, with any number of workers. With
--minutes, or at Ctrl-C, training stops after the round under way; the file then records the number
of games, and --games with that number makes it again. With --resume, all that training needs is
kept beside the file, every few minutes and at the end (FILE.2.training, for two players), and the
same command goes on from there; the result is as if it had never stopped.

With --search, games from --search-after on are played by a search of that many simulations, and
the net learns what it finds (expert iteration). Every 2000 games the net is measured against the
one in the game's package, if there is one, both without search; the file records the shares.

With --ship, the file is written into the
game's own package, in the folder `learned`, where its bots find it; with --keep, nets for other
numbers of players stay in it.

examples:
  prateria train manitou --minutes 10 --seed 1
  prateria train bison --players 2,4 --games 3000 --seed 7 --out bison.json
  prateria train bison --players 2 --games 9000 --resume
  prateria train bison --games 9000 --search 32 --search-after 6000
  prateria train yours --ship"""


def add(commands: Commands) -> None:
    parser = add_command(
        commands, "train", run, short="train a game's learned bots by self-play", text=TEXT
    )
    parser.add_argument("game", nargs="?", help="which game; may be left out if there is only one")
    parser.add_argument("--minutes", type=float, metavar="N", help="minutes in all (10)")
    parser.add_argument("--games", type=int, metavar="N", help="games for each net, instead")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the random seed (1)")
    parser.add_argument("--players", default="2,4", metavar="N,N", help="nets for these (2,4)")
    parser.add_argument("--hidden", type=int, default=HIDDEN, help=f"size of the net ({HIDDEN})")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--search", type=int, default=0, metavar="N", help="simulations (0: none)")
    parser.add_argument(
        "--search-after", type=int, default=0, metavar="N", help="the first game with a search"
    )
    parser.add_argument("--resume", action="store_true", help="go on where it stopped")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--out", type=Path, metavar="FILE", help="where to write (GAME.json)")
    where.add_argument("--ship", action="store_true", help="write into the game's own package")
    parser.add_argument("--keep", action="store_true", help="keep other nets in that file")


def run(arguments: argparse.Namespace) -> int:
    game = the_game(arguments.game)
    counts = [read_count(game.meta, word) for word in arguments.players.split(",")]
    out = _where(arguments, game.meta.id)
    if arguments.games is not None and arguments.minutes is not None:
        raise SetupError("say --minutes or --games, not both")
    least = min(arguments.seed, arguments.search, arguments.search_after)
    games = 1 if arguments.games is None else arguments.games
    if min(arguments.hidden, arguments.workers, games) < 1 or least < 0:
        raise SetupError("games, size and workers are at least 1, the seed at least 0")
    minutes = 10.0 if arguments.minutes is None else arguments.minutes
    kept = read_weights(out.read_text("utf-8")) if arguments.keep and out.exists() else None
    nets = {} if kept is None else dict(kept.nets)
    stories: dict[str, Any] = {} if kept is None else dict(kept.story)
    screen = Screen()
    stop = _Stop()
    for players in counts:
        if stop.asked:
            break
        course = Course(
            game.meta.id,
            players,
            arguments.seed,
            arguments.hidden,
            arguments.search,
            arguments.search_after if arguments.search else 0,
        )
        state = out.with_suffix(f".{players}.training") if arguments.resume else None
        training = Training.load(state, course) if state and state.exists() else Training(course)
        lesson = _Lesson(training, screen, state)

        def enough(progress: TrainingProgress, began: float = training.progress.seconds) -> bool:
            if stop.asked and progress.games:
                return True
            if arguments.games is not None:
                return progress.games >= int(arguments.games)
            return progress.seconds - began >= 60 * minutes / len(counts)

        with stop:
            nets[players] = train(
                training,
                enough=enough,
                workers=arguments.workers,
                other=_yardstick(course),
                report=lesson.tell,
            )
            lesson.keep()
        stories[str(players)] = lesson.story(game.meta.rules_version)
    levels = {} if kept is None else kept.levels
    search = {} if kept is None else kept.search
    write_whole(out, Weights(game.meta.id, nets, stories, levels, search).dumps())
    screen.write(f"written      {out}")
    return INTERRUPTED if stop.asked else 0


def _yardstick(course: Course) -> Net | None:
    """The net in the game's package that is used for as many players."""
    weights = shipped(course.game)
    return None if weights is None else weights.net_for(course.players)


class _Lesson:
    """What is told and kept of the training of one net."""

    def __init__(self, training: Training, screen: Screen, state: Path | None) -> None:
        self._training = training
        self._screen = screen
        self._state = state
        self._kept = training.progress.seconds

    def tell(self, progress: TrainingProgress) -> None:
        """Called after each round."""
        told = self._training.told
        if not told.losses or progress.games % TOLD == 0:
            told.losses[str(progress.games)] = round(progress.loss, 4)
            line = (
                f"{self._training.course.players} players  {progress.games:6} games"
                f"  {progress.seconds:7.1f} s  loss {progress.loss:.4f}"
            )
            if progress.strength is not None:
                told.strength[str(progress.games)] = round(progress.strength, 3)
                line += f"  wins {progress.strength:.1%}"
            self._screen.write(line)
        if progress.seconds - self._kept >= KEPT:
            self.keep()

    def keep(self) -> None:
        """Write what the training needs to go on."""
        self._kept = self._training.progress.seconds
        if self._state is not None:
            self._training.save(self._state)

    def story(self, rules: str) -> dict[str, Any]:
        """How the net was made."""
        course, progress, told = (
            self._training.course,
            self._training.progress,
            self._training.told,
        )
        words = ["prateria", "train", course.game, "--players", str(course.players)]
        words += ["--games", str(progress.games), "--seed", str(course.seed)]
        words += ["--hidden", str(course.hidden)]
        if course.simulations:
            words += ["--search", str(course.simulations)]
            words += ["--search-after", str(course.search_after)]
        return {
            "command": shlex.join(words),
            "games": progress.games,
            "seconds": round(progress.seconds),
            "loss": round(progress.loss, 4),
            "losses": told.losses,
            **({"strength": told.strength} if told.strength else {}),
            "rules": rules,
        }


def _where(arguments: argparse.Namespace, game_id: str) -> Path:
    if arguments.ship:
        return learned_path(game_id, WEIGHTS)
    named: Path | None = arguments.out
    return named or Path(f"{game_id}.json")


class _Stop:
    """Ctrl-C or SIGTERM ends the training after the round under way, and the result is written."""

    def __init__(self) -> None:
        self.asked = False

    def __enter__(self) -> None:
        self._before = [(sign, signal.signal(sign, self._ask)) for sign in _SIGNS]

    def __exit__(self, *_: object) -> None:
        for sign, before in self._before:
            signal.signal(sign, before)

    def _ask(self, _number: int, _frame: object) -> None:
        self.asked = True


def read_count(meta: Any, word: str) -> int:
    """Parse a number of players."""
    if not word.strip().isdigit():
        raise SetupError(f"players are numbers such as 2,4, not {word!r}")
    return check_seats(meta, int(word))
