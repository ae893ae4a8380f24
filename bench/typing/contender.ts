import type { Answers } from '../../src/model/types';

export interface Contender {
  mount(root: HTMLElement, answers: Answers): void | Promise<void>;
}
