import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { forms } from '../../contract/forms';
import { todayIn } from '../../model/format/todayIn';
import { type OwnedRow, toFormOwner } from '../../model/law/lawSettings';
import { refuse } from '../platform/http/errors';
import { isFresh } from '../platform/http/isFresh';
import { answer, routesOf } from '../platform/http/routesOf';
import type { FormDeps } from './formDeps';
import { noSettings } from './forms';
import { languageOf } from './languages';

interface Applications {
  stores: { applications: { find(trn: string): Promise<OwnedRow | undefined> } };
}

export function formRoutes(api: FastifyInstance, deps: FormDeps & Applications): void {
  const on = routesOf(api, deps, forms);

  on('GET /forms/application/:step', async (request) =>
    answer(await deps.forms.getForm('application', request.params.step, request.applicant, languageOf(request))),
  );

  on('GET /forms/success/:step', async (request) =>
    answer(await deps.forms.getForm('success', request.params.step, request.applicant, languageOf(request))),
  );

  on('GET /forms/office/:step', async (request) => {
    const context = { today: todayIn('UTC', deps.clock()) };
    return answer(await deps.forms.buildForm('office', request.params.step, noSettings, context, languageOf(request)));
  });

  on('GET /forms/validators/:file', async ({ params }, reply) => {
    const hash = /^([0-9a-f]{40})\.js$/.exec(params.file)?.[1];
    const code = hash && (await deps.forms.findValidator(hash));
    if (!code) throw refuse('notFound');
    return sendScript(reply, 'public, max-age=31536000, immutable', code);
  });

  // Needs no session, because browsers load scripts without our headers.
  on('GET /forms/rules/:trn/:step', async (request, reply) => {
    const { trn, step } = request.params;
    const application = await deps.stores.applications.find(trn);
    if (!application) throw refuse('notFound');
    const settings = await deps.forms.getSettings(toFormOwner(application));
    const { hash, code } = deps.forms.getStepRules(step, settings, languageOf(request));
    const etag = `"${hash}"`;
    reply.header('etag', etag);
    if (isFresh(request, etag)) return reply.header('cache-control', 'private, no-cache').code(304).send();
    return sendScript(reply, 'private, no-cache', code);
  });

  on('GET /forms/words', async (request) => answer(deps.findMessages(languageOf(request), request.query.build ?? '')));

  // Served from our own origin, as the content security policy requires.
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
    stream.write(': open\n\n');
    changes.add(stream);
    request.raw.on('close', () => changes.delete(stream));
    return reply;
  });
}

function sendScript(reply: FastifyReply, cache: string, code: string): FastifyReply {
  return reply.header('cache-control', cache).type('text/javascript; charset=utf-8').send(code);
}

function streamChanges(api: FastifyInstance, { forms }: FormDeps): Set<ServerResponse> {
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
