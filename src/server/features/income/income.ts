import type { Feature } from '../../applications/feature';
import { incomeErrors } from './incomeErrors';
import { hidePredictionPages, incomeCheckRoutes, mlRoutes, sourceRoutes } from './incomeRoutes';
import { readIncomeDocument, readNextPage } from './readIncomeDocument';

export const income = {
  errors: incomeErrors,
  routes(api, deps) {
    sourceRoutes(api, deps);
    incomeCheckRoutes(api, deps);
    mlRoutes(api, deps);
  },
  rootRoutes: hidePredictionPages,
  jobs: {
    'read-document': { pool: 'documents', delay: 'reading', run: readIncomeDocument },
    'read-page': { pool: 'pages', delay: 'reading', run: readNextPage },
  },
} satisfies Feature;
