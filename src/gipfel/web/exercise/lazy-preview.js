/** Previews of pieces that can be turned: they are loaded for exercises that have some. Others have nothing to preview. */

/** @import { Ghost, Target } from "../types.js" */
/** @import { GhostPreview } from "../table/draw/ghost-preview.js" */
/** @import { TargetSelection } from "../table/input/selection.js" */
/** @import { State } from "../table/state.js" */

export class LazyPreview {
  /**
   * @param {State} state
   * @param {TargetSelection} selection
   * @param {(text: string) => void} speak
   */
  constructor(state, selection, speak) {
    this.make = async () => new (await import("../table/draw/ghost-preview.js")).GhostPreview(state, selection, speak);
    /** @type {GhostPreview | null} */
    this.real = null;
  }

  async load() {
    this.real ??= await this.make().catch(() => null);
  }

  reset() {
    this.real?.reset();
  }

  leave() {
    this.real?.leave();
  }

  /**
   * @param {Target | null} target
   * @param {boolean} [byKey]
   */
  hover(target, byKey) {
    this.real?.hover(target, byKey);
  }

  /** @param {Target} target */
  async showNow(target) {
    return (await this.real?.showNow(target)) ?? false;
  }

  /** @param {Target} target */
  shownAt(target) {
    return this.real?.shownAt(target) ?? null;
  }

  /**
   * @param {Target} target
   * @param {Ghost} ghost
   */
  async layDown(target, ghost) {
    await this.real?.layDown(target, ghost);
  }
}
