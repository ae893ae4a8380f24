import type { SchemaNode } from '../../model/types';

type Json = Record<string, unknown>;

const HIDDEN =
  '\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}\\u2800';

/** Allowed invisible characters: joiners between letters, and variation selectors after Chinese characters. */
const ALLOWED = '(?<=[\\p{L}\\p{M}])[\\u200c\\u200d](?=[\\p{L}\\p{M}])|(?<=\\p{Script=Han})\\p{Variation_Selector}';

const line = { pattern: `^\\s*(?:[^${HIDDEN}]|${ALLOWED})*$` };

/** The formats of src/model/validation/formats.ts as patterns. `date` is a standard format. */
const FORMATS: Record<string, Json[]> = {
  date: [{ format: 'date' }],
  line: [line],
  name: [line, { not: { pattern: '[:@]|\\/\\/|[.\\u3002\\uff0e\\uff61][\\p{L}\\p{N}]{2}' } }],
  email: [
    {
      pattern:
        "^[\\w.!#$%&'*+\\/=?^`\\{|\\}~\\-]+@[a-zA-Z\\d](?:[a-zA-Z\\d\\-]{0,61}[a-zA-Z\\d])?(?:\\.[a-zA-Z\\d](?:[a-zA-Z\\d\\-]{0,61}[a-zA-Z\\d])?)+$",
    },
  ],
};

export function standardFormats({ format }: SchemaNode): Json[] {
  return FORMATS[String(format)] ?? [];
}

const SYLLABLE = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]';

const SSN =
  '^(?:\\*{3}-\\*{2}-\\d{4}|(?!000|666|9\\d\\d)(?!\\d{3}-00-)(?!.*-0000$)(?!(\\d)\\1\\1-\\1\\1-\\1{4}$)(?!123-45-6789$)\\d{3}-\\d{2}-\\d{4})$';

/** Returns standard keywords for `x-ssn`, and for `x-minLetters` up to 2. */
export function standardRules(node: SchemaNode): Json[] {
  const letters = node['x-minLetters'];
  return [
    ...(node['x-ssn'] ? [{ pattern: SSN }] : []),
    ...(typeof letters === 'number' && letters <= 2 ? [{ pattern: `${SYLLABLE}|^[\\s\\S]{${letters}}` }] : []),
  ];
}
