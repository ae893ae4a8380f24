import { expect, it } from 'vitest';
import { suggest } from '../../../src/model/section/checkSchema';

it.each([
  ['patern', ['pattern', 'title'], "'patern' isn't known here. Did you mean 'pattern'?"],
  ['zzz', ['pattern', 'title'], "'zzz' isn't known here. Use one of: pattern, title."],
  ['zzz', [], "'zzz' isn't known here. Remove it."],
])('suggests a name for %s among %j', (word, names, hint) => expect(suggest(word, names)).toBe(hint));
