import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server.json';
import { bearerOf } from '../auth/session';
import { readToken, readUsedToken } from '../auth/tokenStore';
import type { Deps } from '../deps';
import { noOverlay, todayIn } from '../forms/forms';
import { languageOf, spokenLanguageOf } from '../forms/languages';
import { refuse } from '../http/errors';
import { idempotent } from '../http/idempotency';
import { answer } from '../http/reply';
import { entryOf } from './entryLinks';
import { register } from './register';
import { describeRegistration, findGround, findInvited, listStates } from './registrationPage';

const open = { open: true };
const tags = ['Entry'];

/** What happens before there is a session: forms of the entry flow, invitation, registration. */
export function entryRoutes(api: FastifyInstance, deps: Deps): void {
  api.get<{ Params: { step: string } }>(
    '/forms/entry/:step',
    {
      config: open,
      schema: { tags, summary: 'A form of the entry flow; registration needs the headers url, trn_id, entry' },
    },
    async (request) => {
      const { step } = request.params;
      if (step !== 'registration') {
        const context = { today: todayIn('UTC', deps.clock()) };
        return answer(await deps.forms.serve('entry', step, noOverlay, context, languageOf(request)));
      }
      const ground = await findGround(deps, entryOf(request));
      const { Email_check } = await describeRegistration(
        deps,
        ground,
        await findInvited(deps, ground, bearerOf(request)),
      );
      return answer(
        await deps.forms.serve(
          'entry',
          step,
          ground.overlay,
          { ...ground.context, emailTaken: Email_check },
          languageOf(request),
        ),
      );
    },
  );

  api.get(
    '/users/registrationpage',
    { config: open, schema: { tags, summary: 'Master data of the registration page (headers url, trn_id, entry)' } },
    async (request) => {
      const ground = await findGround(deps, entryOf(request));
      return answer(await describeRegistration(deps, ground, await findInvited(deps, ground, bearerOf(request))));
    },
  );

  api.get(
    '/applicant/validate-invitation',
    {
      config: open,
      schema: { tags, summary: 'Whether the invitation token in the authorization header is good; none is good too' },
    },
    async (request) => {
      const token = bearerOf(request);
      if (!token) return answer(null);
      await deps.limits.take('invitation', { address: request.ip });
      const owner = await readToken(deps.db, 'invitation', token, deps.clock());
      if (!owner) throw refuse((await isRegistered(deps, token)) ? 'alreadyRegistered' : 'invitationExpired');
      return answer({ trn_id: owner.trn }, texts.done.invitationValid);
    },
  );

  api.get('/users/states', { config: open, schema: { tags, summary: 'The states of the United States' } }, async () =>
    answer({ States: listStates(deps) }),
  );

  api.post(
    '/users/register',
    {
      config: open,
      schema: {
        tags,
        summary: 'Registers an applicant; the body is the sections of entry/registration, trn_id and url',
      },
    },
    idempotent(deps, async (request, _reply, act) => {
      await deps.limits.take('register', { address: request.ip });
      const { trn, token, refreshToken } = await register(deps, entryOf(request), request.body, {
        language: spokenLanguageOf(request, deps.forms.languages),
        device: request.headers['user-agent'],
        act,
      });
      const message = texts.done.registered;
      return answer({ trnid: trn, token, refreshToken, message }, message);
    }),
  );
}

/** Whoever holds the invitation that an application was registered by may know that it was. */
async function isRegistered(deps: Deps, invitation: string): Promise<boolean> {
  const owner = await readUsedToken(deps.db, 'invitation', invitation);
  const application = owner?.trn ? await deps.stores.applications.find(owner.trn) : undefined;
  return Boolean(application?.account_id);
}
