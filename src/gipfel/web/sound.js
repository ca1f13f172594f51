/**
 * Short synthesised sounds: a click for a move, a softer pair for a capture, two notes for a turn elsewhere, two ticks
 * when time runs short, a chord at the end.
 */

import { setting } from "./settings-store.js";

/** @typedef {{pitch: number, after: number, length: number, loud: number}} Tone */

/** @type {Record<"move" | "take" | "end" | "turn" | "low", Tone[]>} */
const SOUNDS = {
  move: [{ pitch: 330, after: 0, length: 0.06, loud: 0.16 }],
  take: [
    { pitch: 260, after: 0, length: 0.07, loud: 0.14 },
    { pitch: 196, after: 0.07, length: 0.09, loud: 0.12 },
  ],
  turn: [
    { pitch: 392, after: 0, length: 0.22, loud: 0.12 },
    { pitch: 523, after: 0.14, length: 0.4, loud: 0.12 },
  ],
  end: [
    { pitch: 262, after: 0, length: 0.5, loud: 0.1 },
    { pitch: 330, after: 0.09, length: 0.5, loud: 0.1 },
    { pitch: 392, after: 0.18, length: 0.6, loud: 0.1 },
  ],
  low: [
    { pitch: 740, after: 0, length: 0.05, loud: 0.12 },
    { pitch: 740, after: 0.16, length: 0.05, loud: 0.12 },
  ],
};

/** @type {AudioContext | undefined} */
let audio;

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!setting("sound")) return;
  audio ??= new AudioContext();
  for (const tone of SOUNDS[name]) playTone(audio, tone);
}

/**
 * @param {AudioContext} context
 * @param {Tone} tone
 */
function playTone(context, { pitch, after, length, loud }) {
  const start = context.currentTime + after;
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}
