import bwipjs from 'bwip-js/node';

/** How a card's barcode is printed. */
export interface PrintOptions {
  columns?: number;
  eclevel?: number;
  barcodeMm?: number;
}

const LINE = 'RESTRICTIONS NONE  CLASS D  SAMPLE ONLY NOT A REAL LICENSE ';

/** Returns the back of a license as SVG, 10 units per millimeter (856 × 540). */
export function licenseBack(text: string, { columns = 13, eclevel = 5, barcodeMm = 70 }: PrintOptions = {}): string {
  // The types of `raw` lack the result of a stacked code: one line of modules per row.
  const [code] = bwipjs.raw('pdf417', text, `columns=${columns} eclevel=${eclevel}`) as unknown as Stacked[];
  if (!code) throw new Error('bwip-js drew nothing.');
  const module = (barcodeMm * 10) / code.pixx;
  const height = (code.pixs.length / code.pixx) * 3 * module;
  const left = (856 - barcodeMm * 10) / 2;
  return card(`
    <rect y="20" width="856" height="90" fill="#2b2622"/>
    <rect x="${left - 12}" y="138" width="${barcodeMm * 10 + 24}" height="${height + 24}" fill="#fff"/>
    <path transform="translate(${left} 150) scale(${module} ${3 * module})" shape-rendering="crispEdges" fill="#1a1a1a" d="${bars(code)}"/>
    ${Array.from({ length: 6 }, (_, line) => small(60, 380 + line * 24, LINE.slice(line * 3, line * 3 + 48))).join('')}`);
}

/** Returns the front of a license as SVG: a gray head and a few lines. */
export function licenseFront(lines: readonly string[]): string {
  return card(`
    <rect x="50" y="140" width="220" height="290" rx="12" fill="#b8c4cf"/>
    <circle cx="160" cy="250" r="60" fill="#8d9aa7"/><path d="M70 430q90-170 180 0z" fill="#8d9aa7"/>
    <text x="50" y="90" font-size="44" fill="#22384f">SAMPLE LICENSE</text>
    ${lines.map((line, index) => small(310, 170 + index * 44, line, 30)).join('')}`);
}

interface Stacked {
  pixs: number[];
  pixx: number;
}

function card(inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 856 540" font-family="sans-serif"><rect width="856" height="540" rx="32" fill="#e9eef2"/>${inner}</svg>`;
}

function small(x: number, y: number, words: string, size = 17): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="#444">${words}</text>`;
}

/** Returns an SVG path with the dark runs of each row. The standard requires rows at least three modules high. */
function bars({ pixs, pixx }: Stacked): string {
  let path = '';
  for (let at = 0; at < pixs.length; at++) {
    if (!pixs[at]) continue;
    const row = Math.floor(at / pixx);
    const start = at;
    while (pixs[at + 1] && Math.floor((at + 1) / pixx) === row) at++;
    const run = at - start + 1;
    path += `M${start - row * pixx} ${row}h${run}v1h${-run}z`;
  }
  return path;
}
