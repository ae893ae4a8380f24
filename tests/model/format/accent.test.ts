import { describe, expect, it } from 'vitest';
import { accentVariables, adjustedAccent, contrast, defaultAccent } from '../../../src/model/format/accent';

describe('accentVariables', () => {
  it.each(['#1f5f8b', '#ffd400', '#ffffff', '#000000', '#7a7a7a', '#e91e63', '#00bcd4'])(
    '%s gets readable ink and text colors',
    (accent) => {
      const { '--rp-accent': ground, ...inks } = accentVariables(accent);
      expect(ground).toBe(accent);
      expect(contrast(String(ground), String(inks['--rp-accent-ink']))).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#ffffff', String(inks['--rp-accent-text']))).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['#12181f', '#1b232c'])
        expect(contrast(ground, String(inks['--rp-accent-dark']))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([undefined, '', 'red', '#12', 'url(x)', '#1f5f8b;}body{display:none'])(
    "%s isn't a color, so the default is used",
    (accent) => expect(accentVariables(accent)).toMatchObject({ '--rp-accent': defaultAccent }),
  );
});

describe('adjustedAccent', () => {
  it('returns the readable color used instead of an unreadable accent, by theme', () => {
    expect(adjustedAccent('#ffd400')).toEqual({ light: '#8c7500', dark: undefined });
    expect(adjustedAccent('#00205b').light).toBeUndefined();
    expect(adjustedAccent('#00205b').dark).toMatch(/^#[0-9a-f]{6}$/);
  });
});
