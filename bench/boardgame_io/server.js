"use strict";

// boardgame.io's server as its documentation sets it up: games, `run`, NODE_ENV=production, and
// FLATFILE_DIR for its storage in flat files; without it, it stores in memory. The game is about as
// little work as a card game can be: a card goes from the hand to a pile, another comes from the
// deck, and the turn is over. A position has the shape of Manitou's; STATE_BYTES is how long the
// message with it shall be.

const { Server } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const HAND = 8;
const GROUNDS = 3;
// Bytes of such a message besides G: ctx, plug-ins, the log of the move.
const AROUND = 670;

const { PORT, STATE_BYTES, DELTA } = process.env;

function position(players, cards) {
  const each = (make) => Array.from({ length: players }, (_, seat) => make(seat));
  const draw = (() => {
    let number = 0;
    return () => `hunter_${(number++ % 9) + 1}`;
  })();
  const G = {
    secret: { deck: Array.from({ length: 60 }, draw) },
    players: Object.fromEntries(
      each((seat) => [seat, { hand: Array.from({ length: HAND }, draw) }]),
    ),
    bag: [5, 5, 6, 5, 5, 3, 8, 6, 5],
    grounds: Array.from({ length: GROUNDS }, () => ({
      tiles: ["bison_1", "tepee_3", "totem", "horse"],
      owner: null,
      hunters: each(() => []),
    })),
    seats: each(() => ({ hand_size: HAND, ready: false, spent: 0, loot: [] })),
  };
  for (let n = 0; n < cards; n++) {
    G.grounds[n % GROUNDS].hunters[Math.floor(n / GROUNDS) % players].push(draw());
  }
  return G;
}

function ofTheRightSize(players) {
  const seen = (G) => JSON.stringify(PlayerView.STRIP_SECRETS({ G, playerID: "0" })).length;
  let cards = GROUNDS * players; // one in each pile at least
  while (seen(position(players, cards + 1)) + AROUND <= Number(STATE_BYTES)) cards++;
  return cards;
}

const sizes = {};

const game = {
  name: "peer",
  deltaState: DELTA === "1",
  setup: ({ ctx }) => {
    const players = ctx.numPlayers;
    return position(players, (sizes[players] ??= ofTheRightSize(players)));
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, card, ground) => {
      const { hand } = G.players[playerID];
      const pile = G.grounds[ground]?.hunters[playerID];
      if (pile === undefined || hand[card] === undefined) return INVALID_MOVE;
      pile.push(hand[card]);
      hand[card] = G.secret.deck.shift();
      G.secret.deck.push(pile.shift());
      G.seats[playerID].spent = (G.seats[playerID].spent + 1) % 10;
    },
  },
};

Server({ games: [game], origins: [] }).run(Number(PORT));
