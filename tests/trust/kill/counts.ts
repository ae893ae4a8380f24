/**
 * The parts, by the server's activity when it dies. `points` and `household` are rounds over all named points of an
 * application or a household. `unanswered` are calls whose response is lost.
 */
export type PartName = 'saves' | 'payments' | 'uploads' | 'points' | 'household' | 'unanswered';
export type Counts = Record<PartName, number>;

export const NO_COUNTS = { saves: 0, payments: 0, uploads: 0, points: 0, household: 0, unanswered: 0 };
const QUICK_COUNTS = { saves: 1, payments: 1, uploads: 1, points: 1, household: 1, unanswered: 2 };
const FULL_COUNTS = { saves: 100, payments: 50, uploads: 60, points: 10, household: 10, unanswered: 50 };
/** Number of kills in each part. For `points` and `household`, the number of rounds over all points. */
export const COUNTS = {
  // Points run on the database that starts fastest, so every run reaches all of them.
  quick: {
    embedded: { ...QUICK_COUNTS, points: 0, household: 0, unanswered: 0 },
    PostgreSQL: QUICK_COUNTS,
    several: NO_COUNTS,
  },
  alone: { embedded: QUICK_COUNTS, PostgreSQL: NO_COUNTS, several: NO_COUNTS },
  long: {
    embedded: FULL_COUNTS,
    PostgreSQL: FULL_COUNTS,
    several: { saves: 20, payments: 10, uploads: 10, points: 1, household: 1, unanswered: 5 },
  },
};
/** Rounds with the same applicants. `unanswered` runs all of its calls once. */
export const BATCH: Counts = { saves: 10, payments: 10, uploads: 10, points: 1, household: 1, unanswered: 5 };

export const partNames = Object.keys(BATCH) as PartName[];

/** Sets all other parts to 0. The part `points` keeps its count; `points=3` sets it to 3. */
export function onlyPart(counts: Counts, part: string | undefined): Counts {
  if (!part) return counts;
  const [wanted, times] = part.split('=');
  return eachPart((name) => (name === wanted ? Number(times ?? counts[name]) : 0));
}

export const limitCounts = (most: Counts, counts: Counts): Counts =>
  eachPart((name) => Math.min(most[name], counts[name]));

const eachPart = (count: (name: PartName) => number): Counts =>
  Object.fromEntries(partNames.map((name) => [name, count(name)])) as Counts;
