import { configure } from '@testing-library/react';

// Longer than the default of a second, because a page's parts load when needed.
configure({ asyncUtilTimeout: 10_000 });
