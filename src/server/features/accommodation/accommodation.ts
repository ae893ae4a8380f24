import type { Feature } from '../../applications/feature';
import { sendRequestMail } from './accommodationMail';
import { accommodationRoutes, type ContactDoor } from './accommodationRoutes';

/** Requests for a reasonable accommodation, sealed from the people who decide. */
export const createAccommodation = (door: ContactDoor) =>
  ({
    routes: (api, deps) => accommodationRoutes(api, deps, door),
    jobs: {
      // Without a delay: those are on the timeline of the people who decide.
      'accommodation-mail': (deps, { trn }: { trn: string }) => sendRequestMail(deps, trn),
    },
  }) satisfies Feature;
