import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const householdErrors = [
  defineErrors('server', { invitationExpired: 404 }),
  defineErrors('server-household', {
    staleHousehold: 409,
    notLead: 403,
    noSuchMember: 404,
    notPossible: 409,
    remindedToday: 409,
    householdFull: 409,
    alreadyListed: 409,
    paymentOpen: 409,
    ownInvitation: 409,
  }),
];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...householdErrors);
