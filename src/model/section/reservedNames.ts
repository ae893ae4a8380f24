export const reservedNames: readonly string[] = ['prototype', ...Object.getOwnPropertyNames(Object.prototype)];

/** The program's own names start with `$`: `$sealed`, `$context`. */
export function isReservedName(name: string): boolean {
  return name.startsWith('$') || reservedNames.includes(name);
}
