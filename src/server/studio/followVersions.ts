import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps';

/** Takes in what any process publishes, at once, until the server ends. */
export function followVersions(app: FastifyInstance, { events, forms }: Pick<Deps, 'events' | 'forms'>): void {
  const stop = events.subscribe('schemas', () => {
    forms.reload().catch((error) => app.log.error(error));
  });
  app.addHook('preClose', async () => {
    stop();
  });
}
