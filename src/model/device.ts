/** What a browser's own words (User-Agent) say of it; the names as applicants read them stand in schemas/texts/account.json. */
export interface Device {
  browser: 'edge' | 'opera' | 'samsung' | 'firefox' | 'chrome' | 'safari' | 'other';
  system: 'iphone' | 'ipad' | 'android' | 'windows' | 'mac' | 'chromebook' | 'linux' | 'other';
}

/** `'Mozilla/5.0 (Windows NT 10.0; …) Chrome/130.0 Safari/537.36'` → `{ browser: 'chrome', system: 'windows' }`. */
export function deviceOf(userAgent: string): Device {
  return { browser: firstOf(browsers, userAgent), system: firstOf(systems, userAgent) };
}

/** In this order: each browser also names those that it is like. */
const browsers: [RegExp, Device['browser']][] = [
  [/Edg(e|A|iOS)?\//, 'edge'],
  [/OPR\/|Opera/, 'opera'],
  [/SamsungBrowser/, 'samsung'],
  [/Firefox\/|FxiOS/, 'firefox'],
  [/Chrom(e|ium)\/|CriOS/, 'chrome'],
  [/Safari\//, 'safari'],
];

const systems: [RegExp, Device['system']][] = [
  [/iPhone/, 'iphone'],
  [/iPad/, 'ipad'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/Macintosh|Mac OS X/, 'mac'],
  [/CrOS/, 'chromebook'],
  [/Linux/, 'linux'],
];

function firstOf<Name extends string>(known: [RegExp, Name][], text: string): Name | 'other' {
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}
