/** Used while a subscriber has set no accent, or one that is no colour. */
export const defaultAccent = '#1f5f8b';

const white = '#ffffff';
// Black and no softer: on a middling accent neither white nor a dark grey would reach 4.5 : 1.
const ink = '#000000';
/** The lightest ground in the dark theme: a surface, or what is tinted by the accent itself. */
const night = '#26323d';
const readable = 4.5;

/**
 * The CSS variables of a subscriber's accent, to be set on the root element: the accent itself, `-ink` for text upon it, `-text`, the
 * accent darkened until it can be read on white, and `-dark`, lightened for the dark theme (WCAG 2.2, 1.4.3: at least 4.5 : 1).
 * `'#ffd400'` → `{ '--rp-accent': '#ffd400', '--rp-accent-ink': '#000000', '--rp-accent-text': '#8c7500', '--rp-accent-dark': '#ffd400' }`
 */
export function accentVariables(accent: string | undefined): Record<`--rp-accent${string}`, string> {
  const colour = accent && /^#[0-9a-f]{6}$/i.test(accent) ? accent.toLowerCase() : defaultAccent;
  return {
    '--rp-accent': colour,
    '--rp-accent-ink': contrast(colour, white) >= readable ? white : ink,
    '--rp-accent-text': mixed(colour, ink, white),
    '--rp-accent-dark': mixed(colour, white, night),
  };
}

/** What text is written in where the accent cannot be read, on white and in the dark; undefined where it stays. `'#ffd400'` → `{ light: '#8c7500' }` */
export function adjustedAccent(accent: string): { light?: string; dark?: string } {
  const said = accentVariables(accent);
  const other = (colour: string | undefined) => (colour === said['--rp-accent'] ? undefined : colour);
  return { light: other(said['--rp-accent-text']), dark: other(said['--rp-accent-dark']) };
}

/** The contrast of two colours by WCAG's formula: 1 for the same, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) => linear(part / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** The colour with as little of `other` as makes it readable on `ground`. */
function mixed(colour: string, other: string, ground: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixture = mix(colour, other, share);
    if (contrast(mixture, ground) >= readable) return mixture;
  }
  return other;
}

function mix(colour: string, other: string, share: number): string {
  const parts = channels(other);
  return `#${channels(colour)
    .map((part, at) =>
      Math.round(part * (1 - share) + (parts[at] ?? 0) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
