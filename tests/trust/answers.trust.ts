import { createTestServer, engines } from '../support/serverFixture';
import { dropResponseOnce } from './answers/dropResponseOnce';
import { rows, without } from './answers/rows';
import type { Mode, Outcome, Suite } from './suite';
import { dropAnswers } from './support/dropAnswer';
import { withRoutes } from './support/registeredRoutes';
import { remoteServer } from './support/remoteServer';

const TIMES = { quick: 1, long: 20 };

/**
 * Loses the response of each call in answers/rows.ts, after the call's commit. Repeating the call must change nothing
 * more, whether the response was stored or the process crashed first. `repeats` marks the exceptions.
 */
export default { name: 'answers', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const failures: string[] = [];
  let n = 0;
  const { made: server, routes } = await withRoutes(() => createTestServer(engines.at(-1)));
  const known = [...Object.keys(rows), ...Object.keys(without)];
  const changing = routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const names = changing.map(({ method, url }) => `${method} ${url}`);
  for (const name of names) if (!known.includes(name)) failures.push(`${name} has no row in answers/rows.ts`);
  for (const name of known)
    if (!names.includes(name)) failures.push(`answers/rows.ts has ${name}, which isn't a route`);
  const proxy = await dropAnswers(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  const lossy = remoteServer(() => proxy.address);
  try {
    for (const [name, row] of Object.entries(rows))
      for (let time = 0; time < TIMES[mode]; time += 1) {
        // Advances to the next hour, in which the rate limits start over.
        server.advance(3601);
        n += 1;
        failures.push(
          ...(await dropResponseOnce({ server, lossy, db: server.deps.db }, row)).map((wrong) => `${name}: ${wrong}`),
        );
      }
  } finally {
    proxy.close();
    await server.close();
  }
  const figure = `lost responses on ${Object.keys(rows).length} of ${names.length} routes that change something (the others are listed), each repeated`;
  return { n, figure: `${figure}; ${failures.length} repeated effects or different responses`, failures };
}
