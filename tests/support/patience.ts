import { configure } from '@testing-library/react';

// Longer than the default of a second, because a page's parts load when needed.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no layout. Pages are wide, unless a test says otherwise.
if (typeof window !== 'undefined')
  window.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as unknown as MediaQueryList;
