import { isDate } from './keywords';

/** Email: the HTML standard, with a dot in the domain. */
export const formats = {
  date: isDate,
  line: isLine,
  name: isName,
  email: /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i,
};

const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Joiners of Persian and Hindi, variants of Chinese. */
const NEEDED = /([\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(\p{Script=Han})\p{Variation_Selector}/gu;

/** Mail programs link these, but not 'St. John'. */
const ADDRESS = /[:@]|\/\/|[.\u3002\uff0e\uff61][\p{L}\p{N}]{2}/u;

/** Patterns handle leading spaces. */
function isLine(text: string): boolean {
  return text.trimStart().replace(NEEDED, '$1$2').search(HIDDEN) < 0;
}

/** `name`: no links either (docs/threats.md). */
function isName(text: string): boolean {
  return isLine(text) && !ADDRESS.test(text);
}

/** ESC → `\u001b`, for terminals and logs. */
export function drawPlain(text: string): string {
  return text.replace(HIDDEN, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
