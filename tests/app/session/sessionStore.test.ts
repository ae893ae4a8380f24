// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSessionStore } from '../../../src/app/session/sessionStore';

const KEY = 'rental-session';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the session store', () => {
  it('restores the session on the next page', () => {
    createSessionStore(window).update({ email: 'ana@example.com', token: 't', trnId: 'trn-1' });
    expect(createSessionStore(window).read()).toMatchObject({ email: 'ana@example.com', token: 't', trnId: 'trn-1' });
  });

  it('stores the type and application id in session storage too', () => {
    createSessionStore(window).update({ applicationType: 'Unit', trnId: 'trn-1', token: 'secret' });
    expect(JSON.parse(sessionStorage.getItem(KEY) ?? '')).toEqual({ applicationType: 'Unit', trnId: 'trn-1' });
  });

  it('clears everything but the reason', () => {
    const store = createSessionStore(window);
    store.update({ email: 'ana@example.com', token: 't', trnId: 'trn-1', urlGeneratedAts: 'open' });
    store.clear({ logout: true });
    expect(store.read()).toEqual({
      email: '',
      loginName: '',
      token: '',
      refreshToken: '',
      trnId: '',
      urlGeneratedAts: '',
      applicationType: '',
      logout: true,
      newApp: false,
    });
    expect(localStorage.getItem(KEY)).not.toContain('ana');
    expect(sessionStorage.getItem(KEY)).not.toContain('trn-1');
  });

  it('follows another tab', () => {
    const store = createSessionStore(window);
    const listener = vi.fn();
    store.subscribe(listener);
    localStorage.setItem(KEY, JSON.stringify({ token: 'from the other tab' }));
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(store.read().token).toBe('from the other tab');
    expect(listener).toHaveBeenCalledOnce();
  });

  it('follows a storage that was cleared', () => {
    const store = createSessionStore(window);
    store.update({ token: 't' });
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(store.read().token).toBe('');
  });

  it.each(['', '{', '5', 'null', '[]', '{"token":5,"evil":"x"}'])(
    'treats the stored value %j as no session',
    (stored) => {
      localStorage.setItem(KEY, stored);
      expect(createSessionStore(window).read()).toMatchObject({ token: '' });
      expect(createSessionStore(window).read()).not.toHaveProperty('evil');
    },
  );

  it('counts ended and replaced sessions, but not new and refreshed ones', () => {
    const store = createSessionStore(window);
    store.update({ token: 't', trnId: 'trn-1' });
    store.update({ token: 'renewed' });
    expect(store.endings()).toBe(0);
    store.update({ token: 'u', trnId: 'trn-2' });
    store.clear();
    store.clear();
    expect(store.endings()).toBe(2);
  });

  it('keeps the session in memory if there is no localStorage', () => {
    const broken = new Proxy(window, {
      get: (target, key) => (key === 'localStorage' ? undefined : Reflect.get(target, key)),
    });
    Object.defineProperty(broken, 'addEventListener', { value: () => undefined });
    const store = createSessionStore(broken);
    store.update({ token: 't' });
    expect(store.read().token).toBe('t');
  });
});
