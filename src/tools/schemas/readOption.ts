/** Takes `--name value` out of a command's arguments. Throws when the value is missing. */
export function readOption(args: readonly string[], name: string): { value?: string; rest: string[] } {
  const at = args.indexOf(name);
  if (at < 0) return { rest: [...args] };
  const value = args[at + 1];
  if (value === undefined) throw new Error(`${name} needs a value`);
  return { value, rest: args.filter((_, i) => i !== at && i !== at + 1) };
}
