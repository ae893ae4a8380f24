import { configure } from '@testing-library/react';

// A page's parts are loaded as they are needed, which takes a busy machine longer than the second that is waited by default.
configure({ asyncUtilTimeout: 10_000 });
