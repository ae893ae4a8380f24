import { isDate } from './keywords/dates';
import { isLine, isName } from './plainText';

/** The formats a schema may name. E-mail follows the HTML standard's pattern, with a dot in the domain. */
export const formats = {
  date: isDate,
  line: isLine,
  name: isName,
  email: /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i,
};
