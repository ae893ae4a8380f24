export const reservedNames: readonly string[] = ['prototype', ...Object.getOwnPropertyNames(Object.prototype)];

/** `$` is for names the program adds: `$sealed`, `$context`. */
export function isReservedName(name: string): boolean {
  return name.startsWith('$') || reservedNames.includes(name);
}
