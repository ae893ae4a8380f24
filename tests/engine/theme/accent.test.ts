import { describe, expect, it } from 'vitest';
import { accentVariables, contrast, defaultAccent } from '../../../src/engine/theme/accent';

describe('accentVariables', () => {
  it.each(['#1f5f8b', '#ffd400', '#ffffff', '#000000', '#7a7a7a', '#e91e63', '#00bcd4'])(
    '%s gets an ink and a text colour that can be read',
    (accent) => {
      const { '--rp-accent': ground, ...inks } = accentVariables(accent);
      expect(ground).toBe(accent);
      expect(contrast(String(ground), String(inks['--rp-accent-ink']))).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#ffffff', String(inks['--rp-accent-text']))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([undefined, '', 'red', '#12', 'url(x)', '#1f5f8b;}body{display:none'])(
    '%s is no colour, the default stands in',
    (accent) => expect(accentVariables(accent)).toMatchObject({ '--rp-accent': defaultAccent }),
  );
});
