export type Mode = 'quick' | 'long';

export interface Outcome {
  /** How many cases were tried. */
  n: number;
  /** The measured figure: `0 lost, ready again after 1.9 s at most`. */
  figure: string;
  /** One sentence per broken promise; none is the promise kept. */
  failures: string[];
  /** What could not be tried on this machine, and why. Neither passed nor failed. */
  notRun?: string[];
}

/** What every `<name>.trust.ts` in this folder exports as its default; see main.ts. */
export interface Suite {
  name: string;
  /** `part` is one of the suite's PARTS in main.ts; without it all of them. */
  run(mode: Mode, part?: string): Promise<Outcome>;
}
