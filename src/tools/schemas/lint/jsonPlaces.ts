/** Where things stand in a JSON text. */
export interface JsonPlaces {
  /** The line of each JSON pointer, counted from 1. */
  lines: ReadonlyMap<string, number>;
  /** Members that stand twice in one object; JSON keeps the last and says nothing. */
  twice: string[];
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+|\n/g;

interface Level {
  pointer: string;
  /** The index of the next row, or undefined in an object. */
  row?: number;
  name?: string;
  names: Set<string>;
}

/** Reads a well-formed JSON text: `'{\n "a": [1]\n}'` → lines `'' → 1, '/a' → 2, '/a/0' → 2`. */
export function jsonPlaces(text: string): JsonPlaces {
  const lines = new Map<string, number>([['', 1]]);
  const twice: string[] = [];
  const levels: Level[] = [];
  let line = 1;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '\n') line++;
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',') next(level);
    else if (token === ':') continue;
    else if (level && level.row === undefined && level.name === undefined) {
      level.name = JSON.parse(token) as string;
      const at = pointerIn(level);
      if (level.names.has(level.name)) twice.push(at);
      level.names.add(level.name);
      lines.set(at, line);
    } else {
      const at = level ? pointerIn(level) : '';
      if (level?.row !== undefined) lines.set(at, line);
      if (token === '{' || token === '[')
        levels.push({ pointer: at, row: token === '[' ? 0 : undefined, names: new Set() });
    }
  }
  return { lines, twice };
}

function next(level: Level | undefined): void {
  if (!level) return;
  level.name = undefined;
  if (level.row !== undefined) level.row++;
}

function pointerIn({ pointer, row, name = '' }: Level): string {
  return `${pointer}/${row ?? name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
