import type { Answers } from '../../src/model/types';

/** An engine that renders the employers section. `mount` resolves when React starts rendering. */
export interface Contender {
  mount(root: HTMLElement, answers: Answers): void | Promise<void>;
}
