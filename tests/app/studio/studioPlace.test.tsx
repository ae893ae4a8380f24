// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useStudioPlace } from '../../../src/app/studio/studioPlace';

test('two consecutive changes of the URL both take effect', () => {
  window.history.replaceState(null, '', '/studio?section=address&phone=&language=es');
  const { result } = renderHook(useStudioPlace, { wrapper: BrowserRouter });
  const [, go] = result.current;
  act(() => {
    go({ phone: undefined });
    go({ language: undefined });
  });
  expect(result.current[0]).toMatchObject({ section: 'address', isPhone: false, language: '' });
});
