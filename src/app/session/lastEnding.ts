let ending: Promise<unknown> = Promise.resolve();

/** Notes a log-out that is on its way to the server. */
export function noteEnding(answered: Promise<unknown>): void {
  ending = answered.catch(() => undefined);
}

/** Resolves once no log-out is on its way: its answer empties the browser's storage, and would take a session begun before with it. */
export async function lastEnding(): Promise<void> {
  await ending;
}
