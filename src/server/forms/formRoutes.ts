import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { forms } from '../../contract/forms';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { noOverlay, todayIn } from './forms';
import { languageOf } from './languages';

/** The forms of the steps, the compiled modules of their rules, and what pages need for the forms' languages and changes. */
export function formRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, forms);

  on('GET /forms/application/:step', async (request) =>
    answer(await deps.forms.formOf('application', request.params.step, request.applicant, languageOf(request))),
  );

  on('GET /forms/success/:step', async (request) =>
    answer(await deps.forms.formOf('success', request.params.step, request.applicant, languageOf(request))),
  );

  on('GET /forms/office/:step', async (request) => {
    const context = { today: todayIn('UTC', deps.clock()) };
    return answer(await deps.forms.serve('office', request.params.step, noOverlay, context, languageOf(request)));
  });

  on('GET /forms/validators/:file', async ({ params }, reply) => {
    const hash = /^([0-9a-f]{40})\.js$/.exec(params.file)?.[1];
    const code = hash && (await deps.forms.validatorCode(hash));
    if (!code) throw refuse('notFound');
    return sendScript(reply, 'public, max-age=31536000, immutable', code);
  });

  // Open, since a script has no headers; what it answers is what every applicant of the same landlord is sent.
  on('GET /forms/rules/:trn/:step', async (request, reply) => {
    const { trn, step } = request.params;
    const application = await deps.stores.applications.find(trn);
    if (!application) throw refuse('notFound');
    const overlay = await deps.forms.overlayOf(application.subscriber_id);
    const { hash, code } = deps.forms.stepRules(step, overlay, languageOf(request));
    reply.header('etag', `"${hash}"`);
    if (request.headers['if-none-match']?.includes(hash))
      return reply.header('cache-control', 'private, no-cache').code(304).send();
    return sendScript(reply, 'private, no-cache', code);
  });

  on('GET /forms/words', async (request) => answer(deps.words(languageOf(request), request.query.build ?? '')));

  // From our own origin, since no stranger's script may run on a page with an SSN.
  on('GET /translate-widget.js', async (_request, reply) => {
    const file = deps.config.translateWidget;
    if (!file) throw refuse('notFound');
    return sendScript(reply, 'public, max-age=300', await readFile(file, 'utf8'));
  });

  if (deps.config.production) return;
  const changes = streamChanges(api, deps);
  on('GET /forms/changes', async (request, reply) => {
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // A first line, so that proxies pass the answer on at once.
    stream.write(': open\n\n');
    changes.add(stream);
    request.raw.on('close', () => changes.delete(stream));
    return reply;
  });
}

function sendScript(reply: FastifyReply, cache: string, code: string): FastifyReply {
  return reply.header('cache-control', cache).type('text/javascript; charset=utf-8').send(code);
}

/** The open streams that get an event after every reload of the schema files, until the server ends. */
function streamChanges(api: FastifyInstance, { forms }: Deps): Set<ServerResponse> {
  const streams = new Set<ServerResponse>();
  const stop = forms.onReload(() => {
    for (const stream of streams) stream.write(`data: ${forms.schemaVersion}\n\n`);
  });
  api.addHook('preClose', async () => {
    stop();
    for (const stream of streams) stream.end();
  });
  return streams;
}
