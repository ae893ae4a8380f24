const FIGURE = /^[\s$(*-]*\d[\d,]*[.,]\d{2}[\s)*-]*$/;
const HAS_DIGIT = /\d/;
/** With fewer figures, no figure can stand out. */
const MIN_FIGURES = 6;
const MAX_EXCEPTIONS = 2;
/** Fraction of a page. Larger rectangles are backgrounds or scans. */
const LARGEST_COVER = 0.5;
const MIN_COVERED = 0.8;

/** Returns texts covered by an opaque rectangle or image that was painted later. */
export function findCovered({ texts, covers }, [left, bottom, right, top]) {
  const page = (right - left) * (top - bottom);
  const small = covers.filter(({ box }) => area(box) < page * LARGEST_COVER);
  return texts.filter((text, order) => small.some((cover) => cover.order > order && hides(cover.box, text.box)));
}

const area = ([left, bottom, right, top]) => Math.max(0, right - left) * Math.max(0, top - bottom);

function hides(cover, box) {
  const shared = [
    Math.max(cover[0], box[0]),
    Math.max(cover[1], box[1]),
    Math.min(cover[2], box[2]),
    Math.min(cover[3], box[3]),
  ];
  return area(shared) >= area(box) * MIN_COVERED;
}

/** Returns figures in a typeface that nothing else uses, or slightly off their row's baseline. */
export function findExceptions(pages) {
  return [...inOtherFont(pages.flat()), ...pages.flatMap(offBaseline)];
}

function inOtherFont(texts) {
  const figures = texts.filter(({ text, font }) => font && FIGURE.test(text));
  if (figures.length < MIN_FIGURES) return [];
  const families = new Map();
  for (const text of texts) {
    const family = familyOf(text.font);
    families.set(family, [...(families.get(family) ?? []), text]);
  }
  return [...families].flatMap(([family, all]) =>
    family && all.length <= MAX_EXCEPTIONS && all.every(({ text }) => FIGURE.test(text))
      ? all.map((text) => ({ kind: 'otherFont', text }))
      : [],
  );
}

const STYLES =
  /bold|italic|oblique|regular|roman|medium|semi|light|book|black|heavy|condensed|narrow|mt|ps|std|pro|lt/g;

/** `'ABCDEF+Arial-BoldMT'` → 'arial' */
const familyOf = (font = '') =>
  font
    .replace(/^[A-Z]{6}\+/, '')
    .toLowerCase()
    .replace(STYLES, '')
    .replace(/[^a-z]/g, '');

/** Points. */
const SAME_LINE = 0.1;
const MIN_OFF = 0.3;
const MAX_OFF = 2.5;
/** Fraction of rows that must be exactly aligned. */
const EXACT = 0.95;
const MIN_ROWS = 20;

function offBaseline(texts) {
  const rows = texts.map((text) => ({ text, beside: texts.filter((other) => isBeside(other, text)) }));
  const shared = rows.filter(({ beside }) => beside.length > 0);
  const off = shared.filter(({ text, beside }) => beside.every(({ y }) => Math.abs(y - text.y) >= MIN_OFF));
  if (shared.length < MIN_ROWS || 1 - off.length / shared.length < EXACT) return [];
  const exceptions = off.filter(({ text, beside }) => FIGURE.test(text.text) && areLevel(beside));
  return exceptions.length <= MAX_EXCEPTIONS ? exceptions.map(({ text }) => ({ kind: 'otherLine', text })) : [];
}

const isBeside = (other, text) =>
  other !== text &&
  Math.abs(other.y - text.y) <= MAX_OFF &&
  familyOf(other.font) === familyOf(text.font) &&
  (other.box[2] <= text.box[0] || other.box[0] >= text.box[2]);

const areLevel = (texts) => texts.length > 1 && texts.every(({ y }) => Math.abs(y - texts[0].y) < SAME_LINE);

export const hasDigit = (text) => HAS_DIGIT.test(text);
