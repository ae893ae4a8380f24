import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  defineLiveFile,
  fromLiveFile,
  liveFilesVersion,
  readLiveFile,
  replaceLiveFiles,
} from '../../../src/model/messages/liveFiles';

afterEach(() => replaceLiveFiles((_, built) => built));

describe('a live file', () => {
  const read = defineLiveFile('tests/live', { title: 'Old', list: [1, 2] });

  it('returns its replacement once it is replaced, without changing earlier reads', () => {
    const before = read();
    replaceLiveFiles((name, built) => (name === 'tests/live' ? { title: 'New', list: [] } : built));
    expect(read()).toEqual({ title: 'New', list: [] });
    expect(before).toEqual({ title: 'Old', list: [1, 2] });
  });

  it('is the same object until it is replaced, and notifies subscribers then', () => {
    const listener = vi.fn();
    const unsubscribe = liveFilesVersion.subscribe(listener);
    expect(read()).toBe(read());
    expect(listener).not.toHaveBeenCalled();
    replaceLiveFiles((_, built) => built);
    expect(listener).toHaveBeenCalledTimes(1);
    unsubscribe();
  });

  it('is converted once per replacement', () => {
    const make = vi.fn(({ list }: { list: number[] }) => list.length);
    const count = fromLiveFile(read, make);
    expect([count(), count()]).toEqual([2, 2]);
    replaceLiveFiles((name, built) => (name === 'tests/live' ? { title: '', list: [1] } : built));
    expect([count(), make.mock.calls.length]).toEqual([1, 2]);
  });

  it('throws an error with its name if no module defines it', () => {
    expect(() => readLiveFile('tests/missing')).toThrow('schemas/tests/missing.json');
  });
});
