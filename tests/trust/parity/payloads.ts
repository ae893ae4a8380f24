import type { Random } from '../../../e2e/support/scan/random';
import { isRecord, setIn } from '../../../src/model/answers/paths';
import type { Answers, Path, SchemaNode } from '../../../src/model/types';

const LONE_SURROGATE = '\ud800';

/** Values that can cause errors: wrong types, limits of numbers, invalid dates, hostile texts, JavaScript's names. */
const HOSTILE: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 2 ** 53 + 2, 0.1 + 0.2],
  ...['', ' ', '\u0000', LONE_SURROGATE, '\u202e', '\u00a0', '\ufeff', '😀'.repeat(60), 'é', 'e\u0301', 'İ', 'ß'],
  ...['0', '1', 'true', 'null', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '[object Object]'],
  ...['<script>alert(1)</script>', "'; drop table account; --", '{{7*7}}', '../../etc/passwd', '%00'],
  ...[
    'a'.repeat(33),
    'a'.repeat(101),
    'a'.repeat(256),
    'a'.repeat(5001),
    '1'.repeat(17),
    ' 78704 ',
    '78704-',
    '787041',
  ],
  ...['2024-02-30', '2024-02-29', '2023-02-29', '0000-01-01', '9999-12-31', '20240229', '2024-2-9', '2026-11-21T00:00'],
  ...['000-00-0000', '666-12-3456', '900-12-3456', '219-09-9999', '219099999', '***-**-9999', '123-45-6789'],
  ...['1', '15125550123', '+15125550123', '5125550123', '(512) 555-0123', '１５１２５５５０１２３'],
  ...['a@b', 'a@b.c', '"a b"@example.com', 'a@-b.com', 'ana@example.com', `${'a'.repeat(65)}@example.com`],
  ...['data:image/png;base64,iVBORw0KGgo=', 'data:text/html,<b>', 'javascript:alert(1)', 'Yes', 'No', 'YES', 'yes'],
  ...[[], {}, [[]], [{}], [null], { a: 1 }, { length: 3 }, [1, 2, 3], Array.from({ length: 30 }, () => ({}))],
];

/** Changes up to four places of valid answers. */
export function mutateAnswers(random: Random, schema: SchemaNode, good: Answers): Answers {
  let answers = good;
  for (let left = random.int(0, 4); left > 0; left--) answers = changedOnce(random, schema, answers);
  return throughJson(answers);
}

/** Arbitrary answers, with anything anywhere. */
export function arbitraryAnswers(random: Random, schema: SchemaNode): Answers {
  return throughJson(anything(random, schema, 0) as Answers);
}

function changedOnce(random: Random, schema: SchemaNode, answers: Answers): Answers {
  const places = placesIn(schema, answers);
  // Settings can hide all questions of a section.
  if (places.length === 0) return setIn(answers, ['hat'], random.pick(HOSTILE));
  const { path, node } = random.pick(places);
  const parent = path.slice(0, -1);
  switch (random.int(0, 6)) {
    case 0:
      return setIn(answers, path, undefined);
    case 1:
      return setIn(answers, [...parent, random.pick(['hat', '$context', 'constructor', 'id'])], random.pick(HOSTILE));
    case 2:
    case 3:
      return setIn(answers, path, random.pick(HOSTILE));
    case 4:
      return setIn(answers, path, edge(random, node));
    default:
      return setIn(answers, path, fitting(random, node));
  }
}

interface Place {
  path: Path;
  node: SchemaNode;
}

/** Lists every place of the schema, in the existing rows and in one more. */
function placesIn(schema: SchemaNode, answers: unknown, path: Path = []): Place[] {
  const own = path.length ? [{ path, node: schema }] : [];
  if (schema.items) {
    const rows = Array.isArray(answers) ? answers : [];
    const within = [...rows, undefined].flatMap((row, index) => placesIn(schema.items ?? {}, row, [...path, index]));
    return [...own, ...within];
  }
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    placesIn(node, isRecord(answers) ? answers[name] : undefined, [...path, name]),
  );
  return [...own, ...below];
}

/** A value at or just beyond the limit of what a field accepts. */
function edge(random: Random, node: SchemaNode): unknown {
  const length = Number(random.pick([node.maxLength ?? 50, node.minLength ?? 1]));
  const number = Number(random.pick([node.minimum ?? 0, node.maximum ?? 100, node.exclusiveMinimum ?? 0]));
  if (node.type === 'number' || node.type === 'integer') return number + random.pick([-1, 0, 1, 0.001]);
  if (node.format === 'date') return daysFrom('2026-11-21', random.pick([-1, 0, 1, -365, -730, -6575, -6574, 400]));
  if (node.type === 'array') return Array.from({ length: random.pick([0, 1, 3, 4, 20, 21]) }, () => ({}));
  return random.pick(['a', '1', '😀', ' ']).repeat(Math.max(0, length + random.pick([-1, 0, 1])));
}

/** A value of the right type, valid or invalid. */
function fitting(random: Random, node: SchemaNode): unknown {
  if (node.enum) return random.pick(node.enum);
  if (node.oneOf) return random.pick(node.oneOf).const;
  if (node.type === 'boolean') return random.int(0, 1) === 1;
  if (node.type === 'number' || node.type === 'integer') return random.int(-5, 5000);
  if (node.format === 'date') return daysFrom('2026-11-21', random.int(-40_000, 800));
  if (node.type === 'object' || node.type === 'array') return anything(random, node, 3);
  return random.pick([
    'Yes',
    'No',
    'Robin',
    '78704',
    '15125550123',
    '1234',
    'ana@example.com',
    'Austin',
    "O'Neil-Ruiz",
  ]);
}

function anything(random: Random, node: SchemaNode, depth: number): unknown {
  if (depth > 6) return random.pick(HOSTILE);
  if (depth > 0 && random.int(0, 5) === 0) return random.pick(HOSTILE);
  if (node.type === 'array')
    return Array.from({ length: random.int(0, 3) }, () => anything(random, node.items ?? {}, depth + 1));
  if (!node.properties) return random.int(0, 2) === 0 ? random.pick(HOSTILE) : fitting(random, node);
  const chosen = Object.entries(node.properties).filter(() => random.int(0, 3) > 0);
  return Object.fromEntries(chosen.map(([name, child]) => [name, anything(random, child, depth + 1)]));
}

function daysFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Converts to JSON and back, which drops values that JSON lacks. Renames the first member `hat` to `__proto__`. */
function throughJson(answers: Answers): Answers {
  return JSON.parse(JSON.stringify(answers).replace('"hat":', '"__proto__":'));
}
