export const reservedNames: readonly string[] = ['prototype', ...Object.getOwnPropertyNames(Object.prototype)];

/** True if a field can't have this name. The program's own names start with `$`: `$sealed`, `$context`. */
export function isReservedName(name: string): boolean {
  return name.startsWith('$') || reservedNames.includes(name);
}
