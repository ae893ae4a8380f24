import type { FastifyInstance } from 'fastify';
import { household } from '../../../contract/household';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { assertForm } from '../../applications/checkBody';
import { findHousehold, findHouseholdByTrn } from '../../applications/household/householdRepository';
import { answer, routesOf } from '../../platform/http/routesOf';
import { describeHousehold } from './describeHousehold';
import { declineInvitation, joinByInvitation } from './invitations';
import {
  addMember,
  inviteMember,
  leaveHousehold,
  remindMember,
  removeMember,
  replaceMember,
  revokeInvitation,
  transferLead,
} from './memberChanges';

const CALL_MEMBERS = ['trn_id', 'member', 'revision', 'language'];

export function householdRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, household);

  on('GET /household/:trn', async ({ applicant: { trn } }) => {
    const id = await findHouseholdByTrn(deps.db, trn);
    // Without this form, everyone applies alone.
    const mayStart = deps.forms.catalog.flow('entry').steps.some((step) => step.id === 'household-person');
    return answer(describeHousehold(id ? await findHousehold(deps.db, id) : undefined, trn, mayStart));
  });

  on('POST /household/add', async ({ applicant, body, ip }) => {
    assertForm(deps, 'entry', 'household-person', body, CALL_MEMBERS);
    await deps.limits.take('householdMail', { account: applicant.trn, address: ip });
    return answer(await addMember(deps, applicant, body));
  });

  on('POST /household/invite', async ({ applicant, body, ip }) => {
    if (body.email_address) assertForm(deps, 'entry', 'household-invitation', body, ['trn_id', 'member', 'revision']);
    await deps.limits.take('householdMail', { account: applicant.trn, address: ip });
    return answer(await inviteMember(deps, applicant, body));
  });

  on('POST /household/replace', async ({ applicant, body, ip }) => {
    assertForm(deps, 'entry', 'household-replacement', body, CALL_MEMBERS);
    await deps.limits.take('householdMail', { account: applicant.trn, address: ip });
    return answer(await replaceMember(deps, applicant, body));
  });

  on('POST /household/revoke', async ({ applicant, body }) => answer(await revokeInvitation(deps, applicant, body)));

  on('POST /household/remind', async ({ applicant, body }) => answer(await remindMember(deps, applicant, body)));

  on('POST /household/remove', async ({ applicant, body }) => answer(await removeMember(deps, applicant, body)));

  on('POST /household/lead', async ({ applicant, body }) => answer(await transferLead(deps, applicant, body)));

  on('POST /household/leave', async ({ applicant, body }) => answer(await leaveHousehold(deps, applicant, body)));

  on('POST /household/join', async ({ applicant, body, headers, ip }) => {
    await deps.limits.take('invitation', { address: ip });
    return answer(await joinByInvitation(deps, applicant, body.token, headers['user-agent']));
  });

  on('POST /household/decline', async ({ body, ip }) => {
    await deps.limits.take('invitation', { address: ip });
    await declineInvitation(deps, body.token);
    return answer(null);
  });
}
