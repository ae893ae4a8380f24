import type { Feature } from '../../applications/feature';
import type { LoginRequest } from '../../platform/sessions/staffLogin';
import { accountErrors } from './accountErrors';
import { sendChangedNotice, sendResetLinks, sendWelcome } from './accountMail';
import { accountRoutes, loginRoutes } from './accountRoutes';

export const account = {
  errors: accountErrors,
  routes(api, deps) {
    loginRoutes(api, deps);
    accountRoutes(api, deps);
  },
  subscriptions: { 'account.registered': ['registered'], 'account.password_changed': ['password-changed'] },
  jobs: {
    'forgot-password': (deps, request: LoginRequest) => sendResetLinks(deps, request),
    'password-changed': (deps, { accountId }: { accountId: string }) => sendChangedNotice(deps, accountId),
    registered: (deps, { accountId }: { accountId: string }) => sendWelcome(deps, accountId),
  },
} satisfies Feature;
