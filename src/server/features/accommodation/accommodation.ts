import type { Feature } from '../../applications/feature';
import { sendRequestMail } from './accommodationMail';
import { accommodationRoutes, type ContactDoor } from './accommodationRoutes';

/** Requests for a reasonable accommodation, sealed from the people who decide. */
export const createAccommodation = (door: ContactDoor) =>
  ({
    routes: (api, deps) => accommodationRoutes(api, deps, door),
    jobs: {
      'accommodation-mail': {
        delay: 'accommodation',
        run: (deps, { trn }: { trn: string }) => sendRequestMail(deps, trn),
      },
    },
  }) satisfies Feature;
