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

describe('a language more in schemas/translations', () => {
  it('is offered by its own name, and is the page’s once it is chosen', async () => {
    const { LanguageSwitch } = await import('../../../src/app/language/LanguageSwitch');
    // jsdom cannot load a page again, and says so.
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { InTheme } = await import('../../support/inTheme');
    render(<LanguageSwitch />, { wrapper: InTheme });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['العربية', 'Español']);
    await userEvent.setup().click(screen.getByRole('button', { name: 'العربية' }));
    // The page is drawn anew.
    vi.resetModules();
    const { spokenFile } = await import('../../../src/app/language/words');
    expect(spokenFile('texts/test', { title: 'Log in' })).toEqual({ title: 'تسجيل الدخول' });
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  });

  it('is that of a browser which asks for it', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fil-PH', 'ar-EG', 'en']);
    const { chosenLanguage } = await import('../../../src/app/language/servedWords');
    expect(chosenLanguage()).toBe('ar');
  });
});
