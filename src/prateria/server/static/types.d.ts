// The frames of the socket as the page sees them (docs/protocol.md), for the type checker only.

export interface Way {
  move: string;
  path: string[];
  confirm?: boolean;
}
export interface ClockFace {
  seat: number;
  left: number;
  running?: boolean;
}
export interface Drawn {
  type: "drawn";
  n: number;
  after: number;
  seat: number | null;
  look?: number;
  picked?: string[];
  parts?: Record<string, string>;
  ways?: Way[];
  log?: string[];
  whole?: boolean;
  struck?: number[];
  yours?: boolean;
  curtain?: string;
  undo?: { entry: number; seat: number };
  clocks?: ClockFace[];
  over?: boolean;
  token?: string;
  stages?: { parts?: Record<string, string>; told?: string[]; account?: string }[];
  fresh?: string[];
  mine?: boolean;
}
export interface ChairFace {
  seat: number;
  name?: string;
  person?: string;
  bot?: string;
  away?: boolean;
  resigned?: boolean;
  here?: boolean;
}
export interface TableFace {
  type: "table";
  n: number;
  status: string;
  chairs: ChairFace[];
  rematch?: string;
  begins_in?: number;
}
export interface Welcome {
  type: "welcome";
  n: number;
  person: string;
  seats: number[];
  heartbeat_ms: number;
}
export interface ChatLine {
  type: "chat";
  n: number;
  number: number;
  at: number;
  person: string;
  name: string;
  text: string;
}
export interface Offer {
  type: "offer";
  n: number;
  entry: number;
  seat: number;
  open: boolean;
  waiting?: string[];
}
export interface Notice {
  type: "notice";
  n: number;
  code: string;
  seat?: number;
}
export interface Ping {
  type: "ping";
  n: number;
  t: number;
}
export interface Problem {
  type: "error";
  n: number;
  code: string;
  message: string;
}
export type Answer =
  | { type: "accepted"; n: number; id: string }
  | { type: "refused"; n: number; id: string; code: string; message: string; rule?: string }
  | { type: "stale"; n: number; id: string }
  | {
      type: "hinted";
      n: number;
      id: string;
      move: string;
      bot: string;
      chances?: [string, number][];
      plan?: string[];
      told?: string[];
      points?: [number, number];
    };
export type Duplicate = { type: "duplicate"; n: number; id: string; answer: Answer };
export type Frame =
  Drawn | TableFace | Welcome | ChatLine | Offer | Notice | Ping | Problem | Answer | Duplicate;

declare global {
  const Idiomorph: { morph(old: Element, fresh: string | Element, config?: object): unknown };
}

/** A moment of a replay: the parts of its drawing. */
export type Moment = { n: number; last: number; parts: Record<string, string> };

/** What a review says of an entry; `steps` would have been better than it. */
export type Note = {
  n: number;
  kind: "turn" | "slip";
  text: string;
  seat: number;
  better: string;
  steps: { move: string; text: string }[];
};
export type Reviewed = { chances: number[][]; curve: string; notes: Note[]; played: string };
