"""Who somebody is: a guest by a signed cookie, an account by name and password, a program by token.

Nothing requires an account; it keeps the history across devices. Passwords are stored as Argon2
hashes, tokens as SHA-256 hashes (they are random and long, so a fast hash is right).
"""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
import unicodedata
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Final, TypeVar
from zlib import crc32

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from cachetools import TTLCache
from msgspec import Struct

from prateria.core.drawing.scene import COLOURS
from prateria.core.texts import ENGLISH, Texts, mark, mark_word
from prateria.server.bus.base import Bus
from prateria.server.clock import SystemClock
from prateria.server.errors import (
    Refusal,
    bad,
    banned_here,
    conflict,
    forbidden,
    not_found,
    signed_out,
    too_fast,
    unknown_token,
)
from prateria.server.store.base import (
    Audit,
    BrowserSession,
    Conflict,
    Person,
    Store,
    StoreError,
    Token,
)

COOKIE: Final = "prateria"
TOKEN_PREFIX: Final = "prt_"
SCOPES: Final = ("play", "bot")
LONGEST_NAME: Final = 20
CACHE: Final = 10_000
CACHE_MS: Final = 5_000
SEEN_MS: Final = 3_600_000
LONGEST_AGENT: Final = 120
HASHING_AT_ONCE: Final = 2
"""Argon2 takes a core and 64 MB for a while: this many passwords are checked at once."""
MOST_HASHING: Final = 32
"""This many are being checked or wait; after that, people are told to try again later."""
CHANGED: Final = "accounts"
"""The channel on which workers tell each other whose account, name or sessions have changed."""
SHORTEST_PASSWORD: Final = 8
INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Printable characters that are invisible: two names could look the same."""
COMMON: Final = frozenset((
    "12345678", "123456789", "1234567890", "11111111", "00000000", "87654321", "password",
    "password1", "passw0rd", "qwertyui", "qwertyuiop", "qwerty123", "asdfghjkl", "iloveyou",
    "sunshine", "princess", "football", "baseball", "superman", "trustno1", "letmein1", "welcome1",
    "whatever", "starwars", "computer", "internet", "abcd1234", "1q2w3e4r", "zaq12wsx", "passwort",
    "geheim123", "ciaociao", "juventus", "heslo123", "prateria",
))  # fmt: skip
"""What is tried first by whoever tries passwords."""
GUESTS: Final = (
    mark_word("guest", "Otter"), mark_word("guest", "Heron"), mark_word("guest", "Badger"),
    mark_word("guest", "Lynx"), mark_word("guest", "Marten"), mark_word("guest", "Plover"),
    mark_word("guest", "Beaver"), mark_word("guest", "Falcon"), mark_word("guest", "Hare"),
    mark_word("guest", "Wren"),
)  # fmt: skip
"""Names for guests, followed by a number, in the language of their browser."""


T = TypeVar("T")


class Pass(Struct, frozen=True):
    """The contents of a cookie. It carries a guest's name and colour until there is something to
    store."""

    id: str
    name: str
    colour: str
    session: str = ""
    """Empty in cookies from before there were sessions."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person in one browser. `session` is known to that browser alone; the store has its hash."""

    person: Person
    session: str

    @property
    def hash(self) -> str:
        """The session as the store knows it."""
        return hash_of(self.session) if self.session else f"before sessions {self.person.id}"


class Accounts:
    def __init__(self, store: Store, clock: SystemClock, secret: str, bus: Bus) -> None:
        self._store = store
        self._clock = clock
        self._bus = bus
        self._key = sha256(b"prateria cookies\0" + secret.encode()).digest()
        self._hasher = PasswordHasher()
        self._cache: TTLCache[str, Person | None] = TTLCache(CACHE, CACHE_MS, clock.steady)
        self._live: TTLCache[str, dict[str, bool]] = TTLCache(CACHE, CACHE_MS, clock.steady)
        """Sessions, by person and hash: whether they are still valid."""
        self._hashing = asyncio.Semaphore(HASHING_AT_ONCE)
        self._hashes = 0
        self._changes = 0
        """Grows with every change: what was read before a change is not cached after it."""
        bus.listen(CHANGED, self._forget)

    # --- cookies

    def new_guest(self, texts: Texts = ENGLISH) -> SignedIn:
        """A person with a name and a colour; stored once they do something."""
        name = f"{texts.word(*secrets.choice(GUESTS))} {secrets.randbelow(900) + 100}"
        person = Person(secrets.token_urlsafe(12), name, "", self._clock.wall())
        return SignedIn(person, _new_session())

    def cookie(self, who: SignedIn) -> str:
        person = who.person
        payload = urlsafe_b64encode(
            msgspec.json.encode(Pass(person.id, person.name, person.colour, who.session))
        ).decode()
        return f"{payload}.{self._sign('cookie', payload)}"

    def csrf(self, who: SignedIn) -> str:
        """What a page must send with every change, so that no other site can make one."""
        return self._sign("csrf", who.hash)

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{text}".encode(), sha256).hexdigest()

    async def of_cookie(self, cookie: str | None) -> SignedIn | None:
        """The owner of a cookie; None if it is nobody's, or its session has ended."""
        payload, _, signature = (cookie or "").partition(".")
        if not hmac.compare_digest(self._sign("cookie", payload).encode(), signature.encode()):
            return None
        shown = msgspec.json.decode(urlsafe_b64decode(payload), type=Pass)
        person = await self._find(shown.id)
        if person is None:
            guest = Person(shown.id, shown.name, shown.colour, self._clock.wall())
            return SignedIn(guest, shown.session)
        who = SignedIn(_not_banned(person), shown.session)
        return who if await self._is_live(who) else None

    async def _find(self, person_id: str) -> Person | None:
        """Look up a person in the store, every few seconds at most."""
        with suppress(KeyError):
            return self._cache[person_id]
        changes = self._changes
        person = await self._store.person(person_id)
        if changes == self._changes:
            self._cache[person_id] = person
        return person

    async def keep(self, who: SignedIn, agent: str) -> None:
        """Make sure that a person who does something is in the store, and so is their browser."""
        if await self._find(who.person.id) is not None:
            return
        await self._store.save_newcomer(who.person, self._session(who, agent))
        self._tell_changed(who.person.id)
        if not await self._is_live(who):  # another request has made it an account
            raise signed_out()

    def _tell_changed(self, person_id: str) -> None:
        """Discard what is cached of a person, here and on other workers. A worker that does not
        hear of it looks again within CACHE_MS."""
        self._bus.publish(CHANGED, person_id.encode())

    def _forget(self, person_id: bytes, _: str) -> None:
        self._changes += 1
        self._cache.pop(person_id.decode(), None)
        self._live.pop(person_id.decode(), None)

    # --- sessions

    async def _is_live(self, who: SignedIn) -> bool:
        """Looked up every few seconds at most; its use is recorded now and then."""
        with suppress(KeyError):
            return self._live[who.person.id][who.hash]
        changes = self._changes
        found = await self._store.session(who.hash)
        is_live = found is not None and found.ended is None and found.person == who.person.id
        if changes == self._changes:
            known = self._live.get(who.person.id) or {}
            self._live[who.person.id] = {**known, who.hash: is_live}
        now = self._clock.wall()
        if found is not None and is_live and now - found.seen > SEEN_MS:
            with suppress(StoreError):  # no reason to refuse anybody
                await self._store.save_session(replace(found, seen=now))
        return is_live

    def _session(self, who: SignedIn, agent: str) -> BrowserSession:
        now = self._clock.wall()
        return BrowserSession(who.hash, who.person.id, now, now, agent[:LONGEST_AGENT])

    async def _begin(self, who: SignedIn, agent: str) -> None:
        await self._store.save_session(self._session(who, agent))
        self._tell_changed(who.person.id)

    async def sessions(self, person: Person) -> list[BrowserSession]:
        return await self._store.sessions_of(person.id)

    async def end_session(self, person: Person, hashed: str) -> None:
        found = await self._store.session(hashed)
        if found is None or found.person != person.id:
            raise not_found(mark("There is no such session."))
        await self._store.save_session(replace(found, ended=self._clock.wall()))
        self._tell_changed(person.id)

    async def end_others(self, who: SignedIn) -> None:
        """Sign out every other browser."""
        await self._store.end_sessions(who.person.id, self._clock.wall(), but=who.hash)
        self._tell_changed(who.person.id)

    async def log_out(self, who: SignedIn) -> None:
        if await self._find(who.person.id) is not None:
            await self.end_session(who.person, who.hash)

    # --- names and accounts

    async def rename(self, person: Person, name: str, colour: str) -> Person:
        if colour not in ("", *COLOURS):
            raise bad(mark("There is no such colour."), detail=f"one of {', '.join(COLOURS)}")
        changed = replace(person, name=checked_name(name), colour=colour)
        if person.password is not None and name.casefold() != person.name.casefold():
            raise conflict("name", mark("An account keeps its name."))
        if await self._find(person.id) is not None:
            await self._store.rename_person(person.id, changed.name, colour)
            self._tell_changed(person.id)
        return changed

    async def register(self, person: Person, name: str, password: str, agent: str) -> SignedIn:
        """Turn a guest into an account that keeps what they played so far. From then on the guest's
        cookie is worthless, wherever else it is known."""
        if person.password is not None:
            raise conflict("registered", mark("You already have an account."))
        name = checked_name(name)
        check_password(password, name)
        if await self._store.person_named(name) is not None:
            raise conflict("name", mark("That name is taken."))
        hashed = await self._hashed(lambda: self._hasher.hash(password))
        account = replace(person, name=name, password=hashed)
        try:
            is_done = await self._store.register_person(account)
        except Conflict:  # another request was faster
            raise conflict("name", mark("That name is taken.")) from None
        if not is_done:
            raise conflict("registered", mark("You already have an account."))
        return await self._signed_in(account, agent)

    async def _signed_in(self, person: Person, agent: str, *, alone: bool = True) -> SignedIn:
        """Start a new session; with `alone` all others end."""
        who = SignedIn(person, _new_session())
        if alone:
            await self.end_others(who)
        await self._begin(who, agent)
        return who

    async def log_in(self, name: str, password: str, agent: str) -> SignedIn:
        """Takes as long for a name that does not exist as for a wrong password."""
        person = await self._store.person_named(name)
        hashed = person.password if person is not None else None
        right = await self._hashed(lambda: self._is_right(hashed, password))
        wrong = Refusal(403, "login", mark("Wrong name or password."))
        if person is None or not right:
            raise wrong
        who = await self._signed_in(_not_banned(person), agent, alone=False)
        found = await self._store.person(person.id)
        if found is None or found.password != hashed:  # the password was changed while we checked
            await self.end_session(person, who.hash)
            raise wrong
        return who

    async def change_password(
        self, person: Person, password: str, new: str, agent: str
    ) -> SignedIn:
        """Every session ends except the new one."""
        if person.password is None:
            raise conflict("guest", mark("A guest has no password."))
        check_password(new, person.name)
        before, wrong = person.password, Refusal(403, "login", mark("Wrong password."))
        if not await self._hashed(lambda: self._is_right(before, password)):
            raise wrong
        hashed = await self._hashed(lambda: self._hasher.hash(new))
        if not await self._store.change_password(person.id, before, hashed):
            raise wrong  # it was changed in the meantime, and ours is the old one
        return await self._signed_in(replace(person, password=hashed), agent)

    async def _hashed(self, work: Callable[[], T]) -> T:
        """Hash or check a password in a thread, a limited number at a time."""
        if self._hashes >= MOST_HASHING:
            raise too_fast()
        self._hashes += 1
        try:
            async with self._hashing:
                return await asyncio.to_thread(work)
        finally:
            self._hashes -= 1

    def _is_right(self, hashed: str | None, password: str) -> bool:
        try:
            return self._hasher.verify(hashed or _nobody_s_hash(), password)
        except (VerificationError, InvalidHashError):
            return False

    # --- tokens

    async def new_token(self, person: Person, name: str, scopes: tuple[str, ...]) -> str:
        """Create a token for a program; it is shown once, and only its hash is stored."""
        if person.password is None:
            raise forbidden(mark("Only accounts have tokens."))
        if not scopes or any(scope not in SCOPES for scope in scopes):
            raise bad(mark("There is no such scope."), detail=f"some of {', '.join(SCOPES)}")
        text = TOKEN_PREFIX + secrets.token_urlsafe(32)
        token = Token(hash_of(text), person.id, name, " ".join(scopes), self._clock.wall())
        await self._store.save_token(token)
        return text

    async def of_token(self, text: str) -> tuple[Person, tuple[str, ...]]:
        token = await self._store.token(hash_of(text))
        if token is None:
            raise unknown_token()
        person = await self._find(token.person)
        if person is None:
            raise unknown_token()
        return _not_banned(person), tuple(token.scopes.split())

    async def tokens(self, person: Person) -> list[Token]:
        return await self._store.tokens_of(person.id)

    async def drop_token(self, person: Person, hashed: str) -> None:
        token = await self._store.token(hashed)
        if token is None or token.person != person.id:
            raise not_found(mark("There is no such token."))
        await self._store.drop_token(hashed)

    # --- what administrators do

    async def set_banned(self, who: str, *, banned: bool, by: Person) -> Person:
        """Ban somebody, by account name or by id, or lift the ban. It takes effect here at once, on
        other workers and open sockets within seconds."""
        person = await self._store.person_called(who)
        if person is None:
            raise not_found(mark("There is no user with this name or id."))
        if banned and person.admin:
            raise conflict("admin", mark("An administrator cannot be banned here."))
        if person.banned != banned:
            kind = "ban" if banned else "unban"
            note = Audit(self._clock.wall(), kind, person.id, None, "", actor=by.id)
            await self._store.set_banned(person.id, note, banned=banned)
            self._cache.pop(person.id, None)
        return person

    async def named(self, name: str) -> Person:
        person = await self._store.person_named(name)
        if person is None:
            raise not_found(mark("There is no such account."))
        return person


@cache
def _nobody_s_hash() -> str:
    """A hash to compare with where there is no account; made on first use, because it takes
    long."""
    return PasswordHasher().hash(secrets.token_hex())


def hash_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _new_session() -> str:
    return secrets.token_urlsafe(24)


def dot_of(person: Person) -> str:
    """The colour beside somebody's name: the one they like, else one that stays the same."""
    return person.colour or COLOURS[crc32(person.id.encode()) % len(COLOURS)]


def check_password(password: str, name: str) -> None:
    folded = password.casefold()
    if len(password) < SHORTEST_PASSWORD or folded in COMMON or folded == name.casefold():
        raise bad(mark("That password is too easy to guess. Choose a longer one."))


def checked_name(name: str) -> str:
    name = " ".join(INVISIBLE.sub("", unicodedata.normalize("NFKC", name)).split())
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        raise bad(mark("A name has 1 to {most} characters."), most=LONGEST_NAME)
    return name


def printable(name: str) -> str:
    """A name from elsewhere, without what would change the text around it on a page."""
    return "".join(filter(str.isprintable, name))


def _not_banned(person: Person) -> Person:
    if person.banned:
        raise banned_here()
    return person
