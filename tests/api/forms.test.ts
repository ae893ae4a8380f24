import { afterEach, describe, expect, it } from 'vitest';
import { connectSession } from '../../src/api/client';
import { entryHeaders, getForm } from '../../src/api/forms';
import { fakeServer, records } from './fakeAdapter';
import { fakeSession } from './fakeSession';

afterEach(() => connectSession(undefined));

describe('getForm', () => {
  it('sends the entry link and no session before the registration', async () => {
    connectSession(fakeSession());
    const requests = fakeServer(() => records({ sections: [], context: { today: '2026-11-21' } }));
    const path = '/Floor/demo/harbor-view/2br/open';
    await getForm('entry', 'registration', { link: 'open', path, invitation: 'inv' });
    expect(requests[0]?.url).toBe('/forms/entry/registration');
    expect(requests[0]?.headers).toMatchObject({ url: 'open', entry: path, authorization: 'inv' });
    expect(requests[0]?.headers.email).toBeUndefined();
  });

  it('uses the session for the steps', async () => {
    connectSession(fakeSession());
    const requests = fakeServer(() => records({ sections: [], context: { today: '2026-11-21' } }));
    await getForm('application', 'income');
    expect(requests[0]?.headers.trn_id).toBe('trn-1');
  });
});

describe('entryHeaders', () => {
  it('leaves out missing parts', () => {
    expect(entryHeaders({ link: 'open', path: '/Property/a/b/open' })).toEqual({
      url: 'open',
      entry: '/Property/a/b/open',
    });
    expect(entryHeaders({ link: 'x', trnId: 't1', path: '/p' })).toEqual({ url: 'x', trn_id: 't1', entry: '/p' });
    expect(entryHeaders(undefined)).toEqual({});
  });
});
