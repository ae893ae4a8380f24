import type { Answers, Checker, Context, Shape } from '../model/types';

/** What conditions hide and star at the moment. */
export interface ShapeWatch {
  hides(key: string): boolean;
  stars(key: string): boolean;
  /** Looks at the conditions again; answers the keys for which that made a difference. */
  update(answers: Answers, context: Context): string[];
}

/** The shape of one form, first for these answers. */
export function createShapeWatch(checker: Checker, answers: Answers, context: Context): ShapeWatch {
  let shape: Shape = checker.shape(answers, context);
  return {
    hides: (key) => shape.hidden.has(key),
    stars: (key) => shape.required.has(key),
    update(nextAnswers, nextContext) {
      const before = shape;
      shape = checker.shape(nextAnswers, nextContext);
      return [...differing(before.hidden, shape.hidden), ...differing(before.required, shape.required)];
    },
  };
}

function differing(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [...[...before].filter((key) => !after.has(key)), ...[...after].filter((key) => !before.has(key))];
}
