import { findUi } from '../../model/answers/paths';
import type { SchemaIssue } from '../../model/section/catalogError';
import { type LintCheck, visitNodes } from './sources';

const NUMBERED = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'x-minLetters', 'x-age', 'x-year'],
];

/** `wrong-number`: a message has a number that isn't in its rule, such as "You must be 21" for an age of 18. */
export const lintNumbers: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path }) =>
      Object.entries(node.errorMessage ?? {}).flatMap(([keyword, message]): SchemaIssue[] => {
        const rule = NUMBERED.includes(keyword) ? numbersIn(JSON.stringify(findUi(node, keyword) ?? null)) : [];
        const named = numbersIn(String(message));
        if (rule.length === 0 || named.length === 0 || named.every((number) => fits(number, rule))) return [];
        const fix = `The message says ${named.join(', ')}, but the rule '${keyword}' has ${rule.join(', ')}. Change one of them.`;
        return [{ code: 'wrong-number', file: `${name}.schema.json`, path: `${path}/errorMessage/${keyword}`, fix }];
      }),
    ),
  );

/** True if a rule has this number, or a number that differs by 1: "Under 18" is a maximum of 17. */
const fits = (number: number, rule: readonly number[]) => rule.some((own) => Math.abs(own - number) <= 1);

function numbersIn(text: string): number[] {
  return (text.match(/\d[\d,]*(\.\d+)?/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')));
}
