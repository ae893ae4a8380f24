import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/server.json';
import { address, entry, logos } from '../../contract/entry';
import { bearerOf } from '../auth/session';
import { readToken, readUsedToken } from '../auth/tokenStore';
import type { Deps } from '../deps';
import { noOverlay, todayIn } from '../forms/forms';
import { languageOf, spokenLanguageOf } from '../forms/languages';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { entryOf } from './entryLinks';
import { register } from './register';
import { describeRegistration, findBasis, findInvited, listStates, serveRegistration } from './registrationPage';

/** What happens before there is a session: forms of the entry flow, invitation, registration. */
export function entryRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, entry);

  on('GET /forms/entry/:step', async (request) => {
    const { step } = request.params;
    const language = languageOf(request);
    if (step !== deps.forms.inRole('registration').step.id) {
      const context = { today: todayIn('UTC', deps.clock()) };
      return answer(await deps.forms.serve('entry', step, noOverlay, context, language));
    }
    const basis = await findBasis(deps, entryOf(request));
    const invited = await findInvited(deps, basis, bearerOf(request));
    const page = await describeRegistration(deps, basis, invited);
    return answer(await serveRegistration(deps, basis, page, language));
  });

  on('GET /users/registrationpage', async (request) => {
    const basis = await findBasis(deps, entryOf(request));
    return answer(await describeRegistration(deps, basis, await findInvited(deps, basis, bearerOf(request))));
  });

  on('GET /applicant/validate-invitation', async (request) => {
    const owner = await findOwner(deps, request);
    return owner ? answer({ trn_id: owner.trn }, texts.done.invitationValid) : answer(null);
  });

  on('GET /users/states', async () => answer({ States: listStates(deps) }));

  on('POST /users/register', async (request, _reply, act) => {
    await deps.limits.take('register', { address: request.ip });
    const { trn, token, refreshToken } = await register(deps, entryOf(request), request.body, {
      language: spokenLanguageOf(request, deps.forms.languages),
      device: request.headers['user-agent'],
      act,
    });
    const message = texts.done.registered;
    return answer({ trnid: trn, token, refreshToken, message }, message);
  });
}

/** Everything that the page of an invitation shows. Throws what its own calls throw: the invitation's refusals, then the link's. */
export async function openInvitation(deps: Deps, request: FastifyRequest, language: string) {
  await findOwner(deps, request);
  const basis = await findBasis(deps, entryOf(request));
  const page = await describeRegistration(deps, basis, await findInvited(deps, basis, bearerOf(request)));
  return { page, form: await serveRegistration(deps, basis, page, language) };
}

/** Whose invitation a request carries; undefined where it has none. Throws `alreadyRegistered` or `invitationExpired`. */
async function findOwner(deps: Deps, request: FastifyRequest) {
  const token = bearerOf(request);
  if (!token) return undefined;
  await deps.limits.take('invitation', { address: request.ip });
  const owner = await readToken(deps.db, 'invitation', token, deps.clock());
  if (!owner) throw refuse((await isRegistered(deps, token)) ? 'alreadyRegistered' : 'invitationExpired');
  return owner;
}

/** Whoever holds the invitation that an application was registered by may know that it was. */
async function isRegistered(deps: Deps, invitation: string): Promise<boolean> {
  const owner = await readUsedToken(deps.db, 'invitation', invitation);
  const application = owner?.trn ? await deps.stores.applications.find(owner.trn) : undefined;
  return Boolean(application?.account_id);
}

/** Address suggestions while typing. */
export function addressRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, address);

  on('GET /address/suggest', async ({ query, ip, log }) => {
    const text = query.q?.trim() ?? '';
    if (text.length < 3) return answer([]);
    await deps.limits.take('suggest', { address: ip });
    try {
      return answer(await deps.addresses.suggest(text));
    } catch (cause) {
      log.warn({ cause }, 'address suggestions failed');
      throw refuse('suggestionsDown');
    }
  });
}

/** The subscribers' logos. */
export function logoRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, logos);

  on('GET /logos/:file', async ({ params }, reply) => {
    const id = params.file.endsWith('.svg') && params.file.slice(0, -'.svg'.length);
    const logo = id && (await deps.stores.subscribers.findLogo(id));
    if (!logo) throw refuse('notFound');
    return reply.header('cache-control', 'public, max-age=3600').type('image/svg+xml').send(logo);
  });
}
