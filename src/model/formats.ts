import { isDate } from './keywords/rules';

/** The formats a schema may name. E-mail follows the HTML standard's pattern, with a dot in the domain. */
export const formats = {
  date: isDate,
  line: isLine,
  name: isName,
  email: /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i,
};

/** Characters that steer what is shown instead of being shown: controls, ends of lines, marks and overrides of direction, signs without width. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** What a mail program makes a link of: an address of a page or of a mailbox. A dot in a name is followed by a space: 'St. John'. */
const ADDRESS = /[:@]|\/\/|[.\u3002\uff0e\uff61][\p{L}\p{N}]{2}/u;

/** The format `line`: text on one line that shows all of itself. Blanks before it are the pattern's to refuse, which words them. */
function isLine(text: string): boolean {
  return text.trimStart().search(HIDDEN) < 0;
}

/** The format `name`: a person's name, of whatever script, that is no address and hides nothing (docs/threats.md). */
function isName(text: string): boolean {
  return isLine(text) && !ADDRESS.test(text);
}

/** Text for a terminal or a log, what steers it written out: ESC → `\u001b`. */
export function drawPlain(text: string): string {
  return text.replace(HIDDEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
