// Short sounds, made on the spot; silent until asked for.
import { wantsSound } from "./base.js";

/** @type {AudioContext | null} */
let context = null;

/** @type {Record<string, [frequency: number, at: number, length: number][]>} */
const SOUNDS = {
  move: [
    [320, 0, 0.06],
    [240, 0.03, 0.08],
  ],
  turn: [
    [523, 0, 0.14],
    [784, 0.12, 0.22],
  ],
  chat: [[880, 0, 0.08]],
  no: [[160, 0, 0.16]],
  end: [
    [523, 0, 0.16],
    [659, 0.14, 0.16],
    [784, 0.28, 0.34],
  ],
};

/** @param {string} name */
export function play(name) {
  if (!wantsSound()) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, at, length] of SOUNDS[name] ?? []) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(0.16, now + at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + length);
  }
}

document.addEventListener("sound", () => play("turn"));
