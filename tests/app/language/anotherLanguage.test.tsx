// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const words = { 'Log in': 'تسجيل الدخول' };

vi.mock('virtual:languages', () => ({
  languages: [
    { id: 'en', name: 'English', direction: 'ltr' },
    { id: 'ar', name: 'العربية', direction: 'rtl', words: async () => ({ default: words }) },
    { id: 'es', name: 'Español', direction: 'ltr', words: async () => ({ default: {} }) },
  ],
}));

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  // biome-ignore lint/suspicious/noDocumentCookie: as the app writes it.
  document.cookie = 'language=; path=/; max-age=0';
});

describe('an additional language in schemas/translations', () => {
  it('is offered by its own name and used once chosen', async () => {
    const { LanguageSwitch } = await import('../../../src/app/language/LanguageSwitch');
    // jsdom can't reload a page, and logs that.
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { InTheme } = await import('../../support/inTheme');
    render(<LanguageSwitch />, { wrapper: InTheme });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['العربية', 'Español']);
    await userEvent.setup().click(screen.getByRole('button', { name: 'العربية' }));
    // Simulates the reload.
    vi.resetModules();
    const { loadLanguage } = await import('../../../src/app/language/pageLanguage');
    const { defineLiveFile } = await import('../../../src/model/messages/liveFiles');
    const readTest = defineLiveFile('texts/test', { title: 'Log in' });
    await loadLanguage();
    expect(readTest()).toEqual({ title: 'تسجيل الدخول' });
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  });

  it('is used for a browser that asks for it', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fil-PH', 'ar-EG', 'en']);
    const { chosenLanguage } = await import('../../../src/app/language/servedMessages');
    expect(chosenLanguage()).toBe('ar');
  });

  it.each([
    ['ar', 'ar'],
    ['xx', 'en'],
  ])('can be chosen by a link: lang=%s selects %s and is removed from the address', async (lang, language) => {
    window.history.replaceState(null, '', `/scan/some-code?token=secret&lang=${lang}`);
    const { chosenLanguage } = await import('../../../src/app/language/servedMessages');
    expect(chosenLanguage()).toBe(language);
    expect(window.location.search).toBe('?token=secret');
    expect(chosenLanguage()).toBe(language);
  });
});
