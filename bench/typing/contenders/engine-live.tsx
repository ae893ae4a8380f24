import type { Answers } from '../../../src/model/types';
import type { Contender } from '../contender';
import { mountEngine } from '../mountEngine';

/** This project's engine as registration uses it: checked at every change. */
export const contender: Contender = {
  mount: (root: HTMLElement, answers: Answers) => mountEngine(root, answers, 'live'),
};
