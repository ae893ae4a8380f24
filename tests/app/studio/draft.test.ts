// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { draft } from '../../../src/app/studio/draft';

const FILE = 'address.schema.json';

beforeEach(() => {
  sessionStorage.clear();
  draft.discard();
  draft.resetOwn('demo');
});

describe('the base of a draft', () => {
  it('stays while there are changes, however they are made', () => {
    draft.put({ [FILE]: '{"a":1}' }, 1);
    draft.put({ [FILE]: '{"a":2}' }, 2);
    draft.replace({ [FILE]: '{"a":3}' }, 3);
    expect(draft.read()).toMatchObject({ head: 1, changes: { [FILE]: '{"a":3}' } });
    draft.discard();
    draft.replace({ [FILE]: '{"a":4}' }, 4);
    expect(draft.read().head).toBe(4);
  });

  it('becomes that of an opened version, until the opening is undone', () => {
    draft.put({ [FILE]: '{"a":1}' }, 1);
    draft.open({ [FILE]: '{"a":2}' }, 5);
    expect(draft.read()).toMatchObject({ head: 5, changes: { [FILE]: '{"a":2}' } });
    draft.undo();
    expect(draft.read()).toMatchObject({ head: 1, changes: { [FILE]: '{"a":1}' } });
  });

  it('is the newest version after a merge, which adds no step to undo', () => {
    draft.put({ [FILE]: '{"a":1}' }, 1);
    draft.put({ [FILE]: '{"a":2}' }, 1, 'another field');
    const { version } = draft.read();
    draft.rebase({ [FILE]: '{"a":2}' }, 5);
    expect(draft.read()).toMatchObject({ head: 5, version });
    draft.rebase({ [FILE]: '{"a":2,"b":1}' }, 6);
    expect(draft.read()).toMatchObject({ head: 6, version: version + 1 });
    draft.undo();
    expect(draft.read()).toMatchObject({ head: 1, changes: { [FILE]: '{"a":1}' } });
  });

  it('stays for the settings of a subscriber, too', () => {
    draft.putOwn('demo', '{"a":1}', 1);
    draft.putOwn('demo', '{"a":2}', 2);
    expect(draft.read()).toMatchObject({ own: { demo: '{"a":2}' }, ownHeads: { demo: 1 } });
    draft.openOwn('demo', '{"a":3}', 3);
    expect(draft.read().ownHeads).toEqual({ demo: 3 });
    draft.resetOwn('demo');
    expect(draft.read()).toMatchObject({ own: {}, ownHeads: {} });
  });
});
