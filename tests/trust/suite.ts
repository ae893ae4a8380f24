export type Mode = 'quick' | 'long';

export interface Outcome {
  /** Number of tested cases. */
  n: number;
  /** The measured figure: `0 lost, ready again after 1.9 s at most`. */
  figure: string;
  /** One sentence per failure. */
  failures: string[];
  /** Cases that couldn't be tested on this machine, and why. They neither passed nor failed. */
  notRun?: string[];
}

/** The default export of every `<name>.trust.ts` in this folder (see main.ts). */
export interface Suite {
  name: string;
  /** `part` is one of the suite's PARTS in main.ts. Without it, all parts run. */
  run(mode: Mode, part?: string): Promise<Outcome>;
}
