export const reservedNames: readonly string[] = ['prototype', ...Object.getOwnPropertyNames(Object.prototype)];

/** True for reserved names. Names with `$` are the program's: `$sealed`, `$context`. */
export function isReservedName(name: string): boolean {
  return name.startsWith('$') || reservedNames.includes(name);
}
