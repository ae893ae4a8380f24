import { isDate } from './keywords';

/** `email` is the HTML standard's format, but requires a dot in the domain. */
export const formats = {
  date: isDate,
  line: isLine,
  name: isName,
  email: /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i,
};

const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Joiners between letters, as in Persian and Hindi, and variation selectors after Chinese characters. */
const NEEDED = /([\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(\p{Script=Han})\p{Variation_Selector}/gu;

/** Text that email programs may turn into links. Doesn't match 'St. John'. */
const ADDRESS = /[:@]|\/\/|[.\u3002\uff0e\uff61][\p{L}\p{N}]{2}/u;

/** True for one line without invisible characters. Ignores leading whitespace. */
function isLine(text: string): boolean {
  return text.trimStart().replace(NEEDED, '$1$2').search(HIDDEN) < 0;
}

/** True for one line without links (docs/threats.md). */
function isName(text: string): boolean {
  return isLine(text) && !ADDRESS.test(text);
}

/** Escapes control and invisible characters for terminals and logs: ESC → `\u001b`. */
export function drawPlain(text: string): string {
  return text.replace(HIDDEN, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
