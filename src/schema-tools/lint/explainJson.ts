import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Explains why a text isn't valid JSON. `line` counts from 1. */
export function explainJson(text: string): { fix: string; line: number } {
  if (text.startsWith('\uFEFF'))
    return { fix: 'The file starts with an invisible byte order mark. Save it as UTF-8 without BOM.', line: 1 };
  if (!text.trim()) return { fix: 'The file is empty. Start it with { }, or delete it.', line: 1 };
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const offset = errors[0]?.offset ?? 0;
  return { fix: describe(errors[0], text), line: text.slice(0, offset).split('\n').length };
}

function describe(found: ParseError | undefined, text: string): string {
  if (!found) return OTHER;
  const { error, offset, length } = found;
  const code = printParseErrorCode(error);
  const word = text.slice(offset, offset + Math.max(length, 1)).trim();
  if (code === 'InvalidSymbol')
    return word.startsWith("'")
      ? 'Use double quotes, not single ones, around names and text.'
      : `${word} isn't valid in JSON. Put double quotes around names and text.`;
  if (!/^(PropertyName|Value)Expected$/.test(code)) return FIXES[code] ?? OTHER;
  if (!text.slice(offset).trim()) return 'The file ends too early: a value is missing.';
  const isAfterComma = text.slice(0, offset).trimEnd().endsWith(',');
  return isAfterComma || word === ',' ? "There's an extra comma. Delete it." : 'A name or a value is missing here.';
}

const CUT_OFF = 'The file ends too early: a closing bracket is missing.';
const COMMENT = `JSON can't contain comments. Delete this one, or use "$comment".`;
const OTHER = "This text has a backslash or a character that JSON doesn't allow.";

const FIXES: Readonly<Record<string, string>> = {
  ColonExpected: 'A colon is missing between a name and its value.',
  CommaExpected: 'A comma is missing before this.',
  CloseBraceExpected: CUT_OFF,
  CloseBracketExpected: CUT_OFF,
  UnexpectedEndOfString: 'This text has no closing quote. Write a line break as \\n.',
  InvalidCommentToken: COMMENT,
  UnexpectedEndOfComment: COMMENT,
  EndOfFileExpected: "There's more text after the end of the JSON. Delete it.",
};
