// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage, tabStorage } from '../../../src/app/session/safeStorage';

const blocked = () => {
  throw new DOMException('Access is denied', 'SecurityError');
};

afterEach(() => {
  vi.unstubAllGlobals();
  tabStorage.remove('place');
});

describe('storage', () => {
  it('keeps values in sessionStorage until they are removed', () => {
    tabStorage.write('place', { row: 2 });
    expect(tabStorage.read('place')).toEqual({ row: 2 });
    expect(sessionStorage.getItem('place')).toBe('{"row":2}');
    tabStorage.remove('place');
    expect(tabStorage.read('place')).toBeUndefined();
  });

  it('keeps values in memory if the browser blocks sessionStorage', () => {
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    expect(tabStorage.read('place')).toBeUndefined();
    tabStorage.write('place', 'here');
    expect(tabStorage.read('place')).toBe('here');
    tabStorage.remove('place');
    expect(tabStorage.read('place')).toBeUndefined();
  });

  it('lists the keys of both the browser and the memory', () => {
    deviceStorage.write('kept', 1);
    vi.stubGlobal('localStorage', { ...localStorage, setItem: blocked });
    deviceStorage.write('remembered', 2);
    vi.unstubAllGlobals();
    expect(deviceStorage.keys()).toEqual(expect.arrayContaining(['kept', 'remembered']));
    for (const key of ['kept', 'remembered']) deviceStorage.remove(key);
    expect(deviceStorage.keys()).toEqual([]);
  });

  it('ignores a corrupt value', () => {
    sessionStorage.setItem('place', '{half');
    expect(tabStorage.read('place')).toBeUndefined();
  });
});
