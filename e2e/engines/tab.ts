/** A browser page and what a person can do on it. Selectors are CSS. */
export interface Tab {
  goto(address: string): Promise<void>;
  /** Runs a function's body in the page. Returns its result, which must be convertible to JSON. */
  run<T>(body: string, ...args: (string | number | boolean)[]): Promise<T>;
  click(selector: string): Promise<void>;
  /** Types into an element, key by key. */
  type(selector: string, text: string): Promise<void>;
  choose(selector: string, value: string): Promise<void>;
  upload(selector: string, file: string): Promise<void>;
  pressTab(): Promise<void>;
  /** Draws a line across an element with the pointer. */
  draw(selector: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Takes a screenshot of the visible page as a PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Color scheme and motion preferences of the applicant's system. */
export interface Preferences {
  isDark?: boolean;
  hasReducedMotion?: boolean;
}

/** Initial window size. */
export const WIDTH = 1280;
export const HEIGHT = 1000;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns pointer moves that draw a wave across a box. */
export function strokePoints({ x, y, width, height }: Box): ['down' | 'move' | 'up', number, number][] {
  const at = (part: number) => [x + width * part, y + height * (0.5 + 0.2 * Math.sin(part * 12))] as const;
  const moves = Array.from({ length: 9 }, (_, step) => ['move', ...at(0.2 + step * 0.07)] as ['move', number, number]);
  return [['down', ...at(0.2)], ...moves, ['up', ...at(0.8)]];
}
