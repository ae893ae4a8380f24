import { applicationTypes } from '../entryPath.ts';
import type { Flow, Step } from '../types';

export const pages = {
  home: '/',
  login: '/login',
  resetPassword: '/reset-password/:id',
  policy: '/atss/:policy',
  unavailable: '/unauthorizedAccess',
  registration: '/registration',
  instruction: '/instruction',
  notices: '/notices',
  account: '/account',
  household: '/household',
  accommodation: '/accommodation',
  success: '/success',
  consent: '/viewconsent',
  scan: '/scan/*',
  prediction: '/ml/*',
  studio: '/studio',
  office: [
    '/office',
    '/office/enter',
    '/office/people',
    '/office/money',
    '/office/figures',
    '/office/emails',
    '/office/applications/:id',
    '/office/households',
    '/office/households/:household',
  ],
  planned: ['/Office/GuestCard/*', '/Office/Docupload/*', '/Property/GuestCard/*', '/Property/Docupload/*'],
  entry: applicationTypes.flatMap((type) => [`/${type}/*`, `/identification/${type}/*`]),
} as const;

export const serverPaths = ['/api/*', '/sandbox/*', '/assets/*', '/healthz', '/readyz', '/metrics', '/favicon.ico'];

export const isServerPath = (route: string): boolean => serverPaths.some((pattern) => isAt(pattern, route));

/** True for the program's own addresses: `'/login'`, `'/Office/demo'`. */
export function isReservedRoute(route: string): boolean {
  return isServerPath(route) || Object.values(pages).some((each) => [each].flat().some((one) => isAt(one, route)));
}

/** Ignores case, like the router. */
function isAt(pattern: string, route: string): boolean {
  const [parts, given] = [pattern, route].map((path) => path.toLowerCase().split('/').filter(Boolean));
  if (!parts || !given) return false;
  const isOpen = parts.at(-1) === '*';
  const fixed = isOpen ? parts.slice(0, -1) : parts;
  if (isOpen ? given.length < fixed.length : given.length !== fixed.length) return false;
  return fixed.every((part, n) => part.startsWith(':') || part === given[n]);
}

export interface FormerStep extends Pick<Step, 'id' | 'route' | 'viewRoute'> {
  sections: string[];
}

/** Returns redirects: `{ '/identification/pets': '/identification/animals' }`, or '' for a removed step. */
export function findRedirects({ steps }: Flow, former: readonly FormerStep[]): Record<string, string> {
  const now = new Set(steps.flatMap(listAddresses));
  const known = former.flatMap((step) => {
    const present = findSuccessor(step, steps);
    const view: [string, string][] = step.viewRoute
      ? [[step.viewRoute, present?.viewRoute ?? present?.route ?? '']]
      : [];
    return [[step.route, present?.route ?? ''] as [string, string], ...view];
  });
  return Object.fromEntries(known.filter(([address]) => !now.has(address) && !isReservedRoute(address)));
}

export const listAddresses = ({ route, viewRoute }: Pick<Step, 'route' | 'viewRoute'>): string[] =>
  viewRoute ? [route, viewRoute] : [route];

function findSuccessor(step: FormerStep, steps: readonly Step[]): Step | undefined {
  const shared = (one: Step) => one.sections.filter(({ section }) => step.sections.includes(section)).length;
  const [most] = [...steps].sort((one, other) => shared(other) - shared(one));
  return steps.find(({ id }) => id === step.id) ?? (most && shared(most) > 0 ? most : undefined);
}
