export interface PasswordStrength {
  level: 'weak' | 'fair' | 'strong';
  percent: number;
}

const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

/**
 * The strength bar of spec 000 §5: green and full when the schema's whole pattern is met, yellow at 70 % for two kinds of characters
 * and 6 or more of them, else red, as long as the password is of 8 characters.
 * `'abc'` → `{ level: 'weak', percent: 38 }`
 */
export function passwordStrength(password: string, pattern: string | undefined): PasswordStrength {
  if (pattern && new RegExp(pattern, 'u').test(password)) return { level: 'strong', percent: 100 };
  const kinds = classes.filter((kind) => kind.test(password)).length;
  if (kinds >= 2 && password.length >= 6) return { level: 'fair', percent: 70 };
  return { level: 'weak', percent: Math.round(Math.min(password.length / 8, 1) * 100) };
}
