import type { FastifyInstance, FastifyRequest } from 'fastify';
import { address, entry, logos } from '../../../contract/entry';
import { messages } from '../../../messages/serverMessages';
import { todayIn } from '../../../model/format/todayIn';
import { readBearerToken } from '../../applications/accounts/requireSession';
import { readEntryAddress } from '../../applications/entryLinks';
import { noSettings } from '../../forms/forms';
import { appLanguageOf, languageOf } from '../../forms/languages';
import { answer, routesOf } from '../../platform/http/routesOf';
import { readToken, readUsedToken } from '../../platform/sessions/tokenRepository';
import type { EntryDeps } from './addresses';
import { refuse } from './entryErrors';
import { register } from './register';
import { describeRegistration, findBasis, findInvited, listStates, serveRegistration } from './registrationPage';

export function entryRoutes(api: FastifyInstance, deps: EntryDeps): void {
  const texts = messages('server');
  const on = routesOf(api, deps, entry);

  on('GET /forms/entry/:step', async (request) => {
    const { step } = request.params;
    const language = languageOf(request);
    if (step !== deps.forms.getStep('registration').step.id) {
      const context = { today: todayIn('UTC', deps.clock()) };
      return answer(await deps.forms.buildForm('entry', step, noSettings, context, language));
    }
    const basis = await findBasis(deps, readEntryAddress(request), language);
    const invited = await findInvited(deps, basis, readBearerToken(request));
    const page = await describeRegistration(deps, basis, invited, language);
    return answer(await serveRegistration(deps, basis, page, language));
  });

  on('GET /users/registrationpage', async (request) => {
    const language = languageOf(request);
    const basis = await findBasis(deps, readEntryAddress(request), language);
    const invited = await findInvited(deps, basis, readBearerToken(request));
    return answer(await describeRegistration(deps, basis, invited, language));
  });

  on('GET /applicant/validate-invitation', async (request) => {
    const owner = await findOwner(deps, request);
    return owner ? answer({ trn_id: owner.trn }, texts.done.invitationValid) : answer(null);
  });

  on('GET /users/states', async () => answer({ States: listStates(deps) }));

  on('POST /users/register', async (request, _reply, idempotencyKey) => {
    await deps.limits.take('register', { address: request.ip });
    const { trn, token, refreshToken } = await register(deps, readEntryAddress(request), request.body, {
      language: appLanguageOf(request, deps.forms.languages),
      device: request.headers['user-agent'],
      ip: request.ip,
      idempotencyKey,
    });
    const message = texts.done.registered;
    return answer({ trnid: trn, token, refreshToken, message }, message);
  });
}

export async function openInvitation(deps: EntryDeps, request: FastifyRequest, language: string) {
  await findOwner(deps, request);
  const basis = await findBasis(deps, readEntryAddress(request), language);
  const invited = await findInvited(deps, basis, readBearerToken(request));
  const page = await describeRegistration(deps, basis, invited, language);
  return { page, form: await serveRegistration(deps, basis, page, language) };
}

async function findOwner(deps: EntryDeps, request: FastifyRequest) {
  const token = readBearerToken(request);
  if (!token) return undefined;
  await deps.limits.take('invitation', { address: request.ip });
  const owner = await readToken(deps.db, 'invitation', token, deps.clock());
  if (!owner) throw refuse((await isRegistered(deps, token)) ? 'alreadyRegistered' : 'invitationExpired');
  return owner;
}

async function isRegistered(deps: Pick<EntryDeps, 'db' | 'stores'>, invitation: string): Promise<boolean> {
  const owner = await readUsedToken(deps.db, 'invitation', invitation);
  const application = owner?.trn ? await deps.stores.applications.find(owner.trn) : undefined;
  return Boolean(application?.account_id);
}

export function addressRoutes(api: FastifyInstance, deps: EntryDeps): void {
  const on = routesOf(api, deps, address);

  on('GET /address/suggest', async ({ query, ip, log }) => {
    const text = query.q?.trim() ?? '';
    if (text.length < 3) return answer([]);
    await deps.limits.take('suggest', { address: ip });
    try {
      return answer(await deps.addresses.suggest(text));
    } catch (cause) {
      log.warn({ cause }, 'Address suggestions failed');
      throw refuse('suggestionsDown');
    }
  });
}

export function logoRoutes(api: FastifyInstance, deps: Pick<EntryDeps, 'stores' | 'tokenKey'>): void {
  const on = routesOf(api, deps, logos);

  on('GET /logos/:file', async ({ params }, reply) => {
    const id = params.file.endsWith('.svg') && params.file.slice(0, -'.svg'.length);
    const logo = id && (await deps.stores.subscribers.findLogo(id));
    if (!logo) throw refuse('notFound');
    return reply.header('cache-control', 'public, max-age=3600').type('image/svg+xml').send(logo);
  });
}
