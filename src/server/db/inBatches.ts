import DataLoader from 'dataloader';
import pg from 'pg';

/** So many are written at once at most. */
const MOST = 50;
/** One batch is written while the next one gathers; more would make them smaller, not faster. */
const LANES = 2;

/**
 * Writes one by one what `write` writes by the batch: what comes while a batch is under way goes together with the next one, into one
 * commit. The promise of each settles once its own batch is committed. `write` gives a result for each item in their order and
 * may be given an item once more: when the database refuses one of a batch, each is written by itself, and that one alone is refused.
 */
export function inBatches<Item, Result>(
  write: (items: readonly Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let busy = 0;

  function next(): void {
    if (busy >= LANES) return;
    const dispatch = waiting.shift();
    if (!dispatch) return;
    busy += 1;
    // Whatever else has already arrived comes along.
    setImmediate(dispatch);
  }

  const loader = new DataLoader<Item, Result>(
    async (items) => {
      try {
        return await write(items).catch((error) => writeEach(items, error));
      } finally {
        busy -= 1;
        next();
      }
    },
    {
      cache: false,
      maxBatchSize: MOST,
      batchScheduleFn: (dispatch) => {
        waiting.push(dispatch);
        next();
      },
    },
  );
  return (item) => loader.load(item);

  async function writeEach(items: readonly Item[], error: unknown): Promise<(Result | Error)[]> {
    if (items.length === 1 || !isRolledBack(error)) throw error;
    const alone = async (item: Item) => (await write([item]))[0] as Result;
    return Promise.all(items.map((item) => alone(item).catch((cause: Error) => cause)));
  }
}

/** For certain: data that no column holds, a constraint, or a deadlock. After anything else it may have been committed. */
const isRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|40)/.test(error.code ?? '');
