import { describe, expect, it } from 'vitest';
import { explainJson } from '../../../src/schema-tools/lint/explainJson';

describe("why a file isn't valid JSON", () => {
  it.each([
    ['\uFEFF{}', 1, /byte order mark/],
    ['', 1, /empty/],
    ['{\n"a": 1,\n}', 3, /extra comma/],
    ['{\n"a": 1,,\n"b": 2}', 2, /extra comma/],
    ['{\n"a": 1\n"b": 2}', 3, /comma is missing/],
    ['{\n"a" 1}', 2, /colon is missing/],
    ["{\n'a': 1}", 2, /double quotes/],
    ['{\na: 1}', 2, /double quotes/],
    ['{\n"a": "x\n}', 2, /closing quote/],
    ['{\n"a": [1, 2', 2, /closing bracket/],
    ['{\n"a":', 2, /ends too early/],
    ['{} // c', 1, /can't contain comments/],
    ['{}\n{}', 2, /after the end/],
    ['{"a": "\\q"}', 1, /backslash/],
  ])('is explained for %j, with line %i', (text, line, words) => {
    const found = explainJson(text);
    expect(found.line).toBe(line);
    expect(found.fix).toMatch(words);
  });
});
