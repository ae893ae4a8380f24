import { useState } from 'react';
import { createFormServices, type PageServices, type Possessions } from './formServices';

/** The services of a page, the same object as long as it is shown. */
export function useFormServices(trnId: string, has: Possessions): PageServices {
  const [services] = useState(() => createFormServices(trnId, has));
  return services;
}
