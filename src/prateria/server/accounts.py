"""Who somebody is: a guest by a signed cookie, an account by name and password, a program by token.

Nothing needs an account; it keeps the history across devices. Passwords are kept as Argon2 hashes,
tokens as SHA-256 hashes (they are random and long, so a fast hash is right).
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from cachetools import TTLCache
from msgspec import Struct

from prateria.core.texts import mark
from prateria.server.clock import SystemClock
from prateria.server.errors import Refusal, bad, conflict, forbidden, not_found
from prateria.server.store.base import Person, Store, Token

COOKIE: Final = "prateria"
TOKEN_PREFIX: Final = "prt_"
SCOPES: Final = ("play", "bot")
LONGEST_NAME: Final = 20
CACHE: Final = 10_000
CACHE_MS: Final = 5_000
COLOURS: Final = ("red", "yellow", "green", "blue", "violet", "orange")
GUESTS: Final = (
    "Otter", "Heron", "Badger", "Lynx", "Marten", "Plover", "Beaver", "Falcon", "Hare", "Wren",
)  # fmt: skip


class Pass(Struct, frozen=True):
    """What a cookie says. A guest's name and colour are in it until there is something to keep."""

    id: str
    name: str
    colour: str


class Accounts:
    def __init__(self, store: Store, clock: SystemClock, secret: str) -> None:
        self._store = store
        self._clock = clock
        self._key = sha256(b"prateria cookies\0" + secret.encode()).digest()
        self._hasher = PasswordHasher()
        self._cache: TTLCache[str, Person | None] = TTLCache(CACHE, CACHE_MS, clock.steady)

    # --- cookies

    def new_guest(self) -> Person:
        """Somebody with a name and a colour; kept once they do something."""
        name = f"{secrets.choice(GUESTS)} {secrets.randbelow(900) + 100}"
        return Person(secrets.token_urlsafe(12), name, secrets.choice(COLOURS), self._clock.wall())

    def cookie(self, person: Person) -> str:
        payload = urlsafe_b64encode(
            msgspec.json.encode(Pass(person.id, person.name, person.colour))
        ).decode()
        return f"{payload}.{self._sign('cookie', payload)}"

    def csrf(self, person: str) -> str:
        """What a page must show with every change, so that no other site can make one."""
        return self._sign("csrf", person)

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{text}".encode(), sha256).hexdigest()

    async def of_cookie(self, cookie: str | None) -> Person | None:
        """Whose cookie it is; None if it is nobody's."""
        payload, _, signature = (cookie or "").partition(".")
        if not hmac.compare_digest(self._sign("cookie", payload).encode(), signature.encode()):
            return None
        shown = msgspec.json.decode(urlsafe_b64decode(payload), type=Pass)
        person = await self._find(shown.id)
        if person is None:
            return Person(shown.id, shown.name, shown.colour, self._clock.wall())
        return _not_banned(person)

    async def _find(self, person_id: str) -> Person | None:
        """Somebody the store knows, looked up every few seconds at most."""
        with suppress(KeyError):
            return self._cache[person_id]
        person = self._cache[person_id] = await self._store.person(person_id)
        return person

    async def keep(self, person: Person) -> None:
        """Make sure that the store knows somebody who does something."""
        if await self._find(person.id) is None:
            await self._save(person)

    async def _save(self, person: Person) -> None:
        await self._store.save_person(person)
        self._cache.pop(person.id, None)

    # --- names and accounts

    async def rename(self, person: Person, name: str, colour: str) -> Person:
        if colour not in COLOURS:
            raise bad(f"a colour is one of {', '.join(COLOURS)}")
        changed = replace(person, name=checked_name(name), colour=colour)
        if person.password is not None and name.casefold() != person.name.casefold():
            raise conflict("name", mark("an account keeps its name"))
        if await self._find(person.id) is not None:
            await self._save(changed)
        return changed

    async def register(self, person: Person, name: str, password: str) -> Person:
        """A guest becomes an account, and keeps what they played so far."""
        if person.password is not None:
            raise conflict("registered", mark("you have an account"))
        name = checked_name(name)
        if await self._store.person_named(name) is not None:
            raise conflict("name", mark("that name is taken"))
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        account = replace(person, name=name, password=hashed)
        await self._save(account)
        return account

    async def log_in(self, name: str, password: str) -> Person:
        """Takes as long for a name that does not exist as for a wrong password."""
        person = await self._store.person_named(name)
        hashed = person.password if person is not None else None
        right = await asyncio.to_thread(self._is_right, hashed, password)
        if person is None or not right:
            raise Refusal(403, "login", mark("name or password is wrong"))
        return _not_banned(person)

    def _is_right(self, hashed: str | None, password: str) -> bool:
        try:
            return self._hasher.verify(hashed or _nobody_s_hash(), password)
        except (VerificationError, InvalidHashError):
            return False

    # --- tokens

    async def new_token(self, person: Person, name: str, scopes: tuple[str, ...]) -> str:
        """A token for a program; it is shown once, and only its hash is kept."""
        if person.password is None:
            raise forbidden(mark("tokens are for accounts"))
        if not scopes or any(scope not in SCOPES for scope in scopes):
            raise bad(f"scopes are {', '.join(SCOPES)}")
        text = TOKEN_PREFIX + secrets.token_urlsafe(32)
        token = Token(hash_of(text), person.id, name, " ".join(scopes), self._clock.wall())
        await self._store.save_token(token)
        return text

    async def of_token(self, text: str) -> tuple[Person, tuple[str, ...]]:
        token = await self._store.token(hash_of(text))
        if token is None:
            raise Refusal(401, "token", mark("this token is not known"))
        person = await self._find(token.person)
        if person is None:
            raise Refusal(401, "token", mark("this token is not known"))
        return _not_banned(person), tuple(token.scopes.split())

    async def tokens(self, person: Person) -> list[Token]:
        return await self._store.tokens_of(person.id)

    async def drop_token(self, person: Person, hashed: str) -> None:
        token = await self._store.token(hashed)
        if token is None or token.person != person.id:
            raise not_found("token")
        await self._store.drop_token(hashed)

    async def named(self, name: str) -> Person:
        person = await self._store.person_named(name)
        if person is None:
            raise not_found("account")
        return person


@cache
def _nobody_s_hash() -> str:
    """To be compared with where there is no account; made when first needed, as it takes long."""
    return PasswordHasher().hash(secrets.token_hex())


def hash_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        raise bad(f"a name has 1 to {LONGEST_NAME} printable letters")
    return name


def _not_banned(person: Person) -> Person:
    if person.banned:
        raise Refusal(403, "banned", mark("you may not play here any more"))
    return person
