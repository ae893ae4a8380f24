import type { Feature } from '../../applications/feature';
import { recordErased, recordProgress } from '../../applications/household/recordChange';
import { transaction } from '../../platform/db/transaction';
import { householdErrors } from './householdErrors';
import { sendCompleteMail, sendInvitation, sendReminder } from './householdMail';
import { householdRoutes } from './householdRoutes';

/** People who apply together, each adult with their own application (schemas/household.json). */
export const household = {
  errors: householdErrors,
  routes: householdRoutes,
  subscriptions: {
    'application.submitted': ['household-progress'],
    'application.status_changed': ['household-progress'],
    'household.completed': ['household-complete'],
  },
  jobs: {
    // A job, because household changes must take the audit log's lock last, and a submission already holds it.
    'household-progress': {
      delay: 'household',
      run: ({ db, recordEvent, clock }, { trn }: { trn: string }) =>
        transaction(db, (client) => recordProgress(client, recordEvent, { trn, now: clock() })),
    },
    // Queued directly, because erasing an application records no event.
    'household-erased': {
      delay: 'household',
      run: ({ db, recordEvent, clock }, { household: id }: { household: string }) =>
        transaction(db, (client) => recordErased(client, recordEvent, { id, now: clock() })),
    },
    'household-invitation': (deps, { trn }: { trn: string }) => sendInvitation(deps, trn),
    'household-reminder': (deps, { trn }: { trn: string }) => sendReminder(deps, trn),
    'household-complete': (deps, { trn }: { trn: string }) => sendCompleteMail(deps, trn),
  },
} satisfies Feature;
