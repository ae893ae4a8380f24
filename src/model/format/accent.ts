export const defaultAccent = '#1f5f8b';

const white = '#ffffff';
// Black, because on some accents neither white nor dark gray reaches 4.5:1.
const ink = '#000000';
const darkBackground = '#26323d';
const readable = 4.5;

/**
 * Returns CSS variables. Text colors have a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3): `'#ffd400'` →
 * `{ '--rp-accent-text': '#8c7500', … }`
 */
export function accentVariables(accent: string | undefined): Record<`--rp-accent${string}`, string> {
  const color = accent && /^#[0-9a-f]{6}$/i.test(accent) ? accent.toLowerCase() : defaultAccent;
  return {
    '--rp-accent': color,
    '--rp-accent-ink': contrast(color, white) >= readable ? white : ink,
    '--rp-accent-text': mixed(color, ink, white),
    '--rp-accent-dark': mixed(color, white, darkBackground),
  };
}

/** Returns the text colors that differ from the accent: `'#ffd400'` → `{ light: '#8c7500' }` */
export function adjustedAccent(accent: string): { light?: string; dark?: string } {
  const colors = accentVariables(accent);
  const other = (color: string | undefined) => (color === colors['--rp-accent'] ? undefined : color);
  return { light: other(colors['--rp-accent-text']), dark: other(colors['--rp-accent-dark']) };
}

/** Returns the WCAG contrast, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((part) => linear(part / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function mixed(color: string, other: string, ground: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixture = mixColors(color, other, share);
    if (contrast(mixture, ground) >= readable) return mixture;
  }
  return other;
}

function mixColors(color: string, other: string, share: number): string {
  const parts = channels(other);
  return `#${channels(color)
    .map((part, at) =>
      Math.round(part * (1 - share) + (parts[at] ?? 0) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
