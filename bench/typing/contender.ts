import type { Answers } from '../../src/model/types';

/** One engine drawing the employers section; `mount` resolves when React was told to draw. */
export interface Contender {
  mount(root: HTMLElement, answers: Answers): void | Promise<void>;
}
