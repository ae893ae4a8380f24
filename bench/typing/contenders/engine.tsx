import type { Answers } from '../../../src/model/types';
import type { Contender } from '../contender';
import { mountEngine } from '../mountEngine';

/** Our engine as the steps use it: validates a second after the last change. */
export const contender: Contender = {
  mount: (root: HTMLElement, answers: Answers) => mountEngine(root, answers, 'debounced'),
};
