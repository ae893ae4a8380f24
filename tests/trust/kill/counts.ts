/**
 * What the server is doing when it dies. `points` and `household` are rounds over all named points of an application
 * or a household. `unanswered` are calls whose response is lost.
 */
export type PartName = 'saves' | 'payments' | 'uploads' | 'points' | 'household' | 'unanswered';
export type Counts = Record<PartName, number>;

export const NOTHING = { saves: 0, payments: 0, uploads: 0, points: 0, household: 0, unanswered: 0 };
const FEW = { saves: 1, payments: 1, uploads: 1, points: 1, household: 1, unanswered: 2 };
const MANY = { saves: 100, payments: 50, uploads: 60, points: 10, household: 10, unanswered: 50 };
/** How often the server dies in each part. */
export const COUNTS = {
  // Points run on the database that starts fastest, so every run reaches all of them.
  quick: { embedded: { ...FEW, points: 0, household: 0, unanswered: 0 }, PostgreSQL: FEW, several: NOTHING },
  alone: { embedded: FEW, PostgreSQL: NOTHING, several: NOTHING },
  long: {
    embedded: MANY,
    PostgreSQL: MANY,
    several: { saves: 20, payments: 10, uploads: 10, points: 1, household: 1, unanswered: 5 },
  },
};
/** Rounds with the same applicants. `unanswered` runs all of its calls once. */
export const BATCH: Counts = { saves: 10, payments: 10, uploads: 10, points: 1, household: 1, unanswered: 5 };

export const partNames = Object.keys(BATCH) as PartName[];

/** `points` → the number above; `points=3` → three times. */
export function only(counts: Counts, part: string | undefined): Counts {
  if (!part) return counts;
  const [wanted, times] = part.split('=');
  return eachPart((name) => (name === wanted ? Number(times ?? counts[name]) : 0));
}

export const atMost = (most: Counts, counts: Counts): Counts => eachPart((name) => Math.min(most[name], counts[name]));

const eachPart = (count: (name: PartName) => number): Counts =>
  Object.fromEntries(partNames.map((name) => [name, count(name)])) as Counts;
