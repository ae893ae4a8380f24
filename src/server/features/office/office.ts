import type { Subscriber } from '../../applications/domainEvents';
import type { Feature } from '../../applications/feature';
import { REQUEST_REMINDER } from '../../applications/review/applyDecision';
import type { LoginRequest } from '../../platform/sessions/staffLogin';
import { updateRequests } from './decide';
import { deskRoutes } from './deskRoutes';
import { householdRoutes } from './householdRoutes';
import { remindOffice, setDuties } from './officeDeadlines';
import { officeErrors } from './officeErrors';
import { officeLoginRoutes } from './officeLoginRoutes';
import { sendLoginLinks, sendOfficeInvitation, sendStatusEmail, sendSubmissionEmail } from './officeMail';
import { officePeopleRoutes } from './officePeopleRoutes';
import { enqueueIfSubmitted } from './officeRepository';
import { officeRoutes } from './officeRoutes';
import { officeStaff } from './peopleRepository';
import { sendRequestReminder } from './requestReminder';
import { deleteReveals } from './revealRepository';
import { summarize } from './summarize';

export const office = {
  errors: officeErrors,
  routes(api, deps) {
    officeLoginRoutes(api, deps);
    officePeopleRoutes(api, deps);
    officeRoutes(api, deps);
    householdRoutes(api, deps);
    deskRoutes(api, deps);
  },
  subscriptions: {
    'application.submitted': ['office-summary', 'office-mail'],
    'decision.made': ['office-status-mail', 'office-duties'],
    'document.added': ifSubmitted('office-summary', 'office-requests'),
    'document.checked': ifSubmitted('office-summary'),
    'secondary.completed': ifSubmitted('office-summary'),
    'document.withdrawn': ifSubmitted('office-summary', 'office-requests'),
  },
  jobs: {
    'office-mail': { delay: 'officeMail', run: (deps, { trn }: { trn: string }) => sendSubmissionEmail(deps, trn) },
    'office-login': (deps, request: LoginRequest) => sendLoginLinks(deps, request),
    'office-invitation': (deps, { person, language }: { person: string; language: string }) =>
      sendOfficeInvitation(deps, person, language),
    'office-duties': { delay: 'duties', run: (deps, { trn }: { trn: string }) => setDuties(deps, trn) },
    'office-reminder': (deps, deadline: { trn: string; name: string }) => remindOffice(deps, deadline),
    'office-summary': { delay: 'summary', run: (deps, { trn }: { trn: string }) => summarize(deps, trn) },
    [REQUEST_REMINDER]: {
      delay: 'requestReminder',
      run: (deps, { trn }: { trn: string }) => sendRequestReminder(deps, trn),
    },
    'office-requests': { delay: 'requests', run: (deps, { trn }: { trn: string }) => updateRequests(deps, trn) },
    'office-status-mail': {
      delay: 'statusMail',
      run: (deps, { trn, event }: { trn: string; event: number }) => sendStatusEmail(deps, trn, event),
    },
  },
  async deleteExpired({ db }, yesterday) {
    await officeStaff.sweep(db, yesterday);
    await deleteReveals(db, yesterday);
  },
} satisfies Feature;

function ifSubmitted(...kinds: string[]): Subscriber[] {
  return [{ inTransaction: (client, { applicationId }) => enqueueIfSubmitted(client, applicationId, kinds) }];
}
