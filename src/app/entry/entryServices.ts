import { suggestAddresses } from '../../api/address';
import type { FormServices } from '../../model/formContext';
import { announce } from '../ui/LiveRegion';
import { alert, confirm } from '../ui/QuestionHost';

/** What the forms before a session may ask of the world: no documents and no sources exist yet. */
export const entryServices: FormServices = {
  suggestAddresses,
  documents: {
    list: () => noDocuments,
    subscribe: () => () => undefined,
    upload: () => notYet(),
    remove: () => notYet(),
    address: () => notYet(),
  },
  sources: { add: () => notYet(), remove: () => notYet() },
  confirm,
  alert,
  announce,
};

const noDocuments: never[] = [];

function notYet(): Promise<never> {
  return Promise.reject(
    new Error('Documents and sources belong to an application, and there is none before registration.'),
  );
}
