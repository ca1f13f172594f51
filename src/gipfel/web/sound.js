/**
 * Short synthesised sounds, all soft: a piece that is set down, pieces that are taken or turned over, two notes for a turn
 * elsewhere, two ticks when time runs short, a chord at the end.
 */

import { setting } from "./settings-store.js";

/** @import { Change } from "./types.js" */

/**
 * A tap is a breath of noise with a body, as of a disc on a board; a note is a pure tone.
 * @typedef {{kind: "tap" | "note", pitch: number, after: number, length: number, loud: number}} Tone
 */

/** @typedef {"move" | "take" | "flip" | "turn" | "end" | "low"} Sound */

/** @type {Record<Sound, Tone[]>} */
const SOUNDS = {
  move: [{ kind: "tap", pitch: 210, after: 0, length: 0.09, loud: 0.5 }],
  take: [
    { kind: "tap", pitch: 240, after: 0, length: 0.08, loud: 0.4 },
    { kind: "tap", pitch: 170, after: 0.09, length: 0.12, loud: 0.45 },
  ],
  flip: [
    { kind: "tap", pitch: 260, after: 0, length: 0.06, loud: 0.3 },
    { kind: "tap", pitch: 310, after: 0.06, length: 0.06, loud: 0.26 },
    { kind: "tap", pitch: 370, after: 0.12, length: 0.07, loud: 0.22 },
  ],
  turn: [
    { kind: "note", pitch: 392, after: 0, length: 0.3, loud: 0.22 },
    { kind: "note", pitch: 523, after: 0.15, length: 0.5, loud: 0.22 },
  ],
  end: [
    { kind: "note", pitch: 262, after: 0, length: 0.8, loud: 0.18 },
    { kind: "note", pitch: 330, after: 0.1, length: 0.8, loud: 0.16 },
    { kind: "note", pitch: 392, after: 0.2, length: 1, loud: 0.16 },
  ],
  low: [
    { kind: "note", pitch: 660, after: 0, length: 0.07, loud: 0.2 },
    { kind: "note", pitch: 660, after: 0.18, length: 0.07, loud: 0.2 },
  ],
};
/** Seconds in which a sound rises; a sudden start would click. */
const ATTACK = 0.004;
/** The gain of the loudest setting. */
const LOUDEST = 0.6;
/** Milliseconds after a sound, the longest one included, until audio rests: it costs processor time even in silence. */
const REST_AFTER = 3000;

/** @typedef {{context: AudioContext, out: GainNode, noise: AudioBuffer}} Audio */
/** @type {Audio | undefined} */
let audio;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let restTimer;

/**
 * The sound of a decision.
 * @param {Change[]} changes
 * @param {boolean} over    has it ended the game?
 * @returns {Sound}
 */
export function soundOf(changes, over) {
  if (over) return "end";
  if (changes.some(({ kind }) => kind === "flip")) return "flip";
  return changes.some(({ kind }) => kind === "lift") ? "take" : "move";
}

/** @param {Sound} name */
export function play(name) {
  // Browsers allow no sound before the user has done something on the page.
  if (!setting("sound") || !(navigator.userActivation?.hasBeenActive ?? true)) return;
  audio ??= start();
  wake(audio.context);
  audio.out.gain.value = LOUDEST * setting("volume") ** 2;
  for (const tone of SOUNDS[name]) playTone(audio, tone);
}

/** @param {AudioContext} context */
function wake(context) {
  context.resume().catch(() => {});
  clearTimeout(restTimer);
  restTimer = setTimeout(() => context.suspend().catch(() => {}), REST_AFTER);
}

/** @returns {Audio} */
function start() {
  const context = new AudioContext();
  const out = new GainNode(context);
  out.connect(context.destination);
  return { context, out, noise: whiteNoise(context) };
}

/** @param {AudioContext} context */
function whiteNoise(context) {
  const noise = new AudioBuffer({ length: context.sampleRate / 5, sampleRate: context.sampleRate });
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return noise;
}

/**
 * @param {Audio} audio
 * @param {Tone} tone
 */
function playTone({ context, out, noise }, { kind, pitch, after, length, loud }) {
  const at = context.currentTime + after;
  const body = new OscillatorNode(context, { type: "sine", frequency: pitch });
  if (kind === "tap") {
    body.frequency.exponentialRampToValueAtTime(0.7 * pitch, at + length);
    const breath = new AudioBufferSourceNode(context, { buffer: noise });
    const soft = new BiquadFilterNode(context, { type: "lowpass", frequency: 5 * pitch });
    sound(context, breath, at, length / 2, loud / 3).connect(soft).connect(out);
  }
  sound(context, body, at, length, loud).connect(out);
}

/**
 * A source that rises quickly and fades.
 * @param {AudioContext} context
 * @param {AudioScheduledSourceNode} source
 * @param {number} at
 * @param {number} length
 * @param {number} loud
 */
function sound(context, source, at, length, loud) {
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + ATTACK);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + ATTACK + length);
  source.start(at);
  source.stop(at + ATTACK + length);
  return source.connect(volume);
}
