import { decodeHTML } from 'entities';

/** `'<li>Water &amp; heat</li>'` → `['• Water & heat']` */
export function toPlainLines(text: string): string[] {
  const marked = text
    .replace(/\s+/g, ' ')
    .replace(/<li[^>]*>/gi, '\n• ')
    .replace(/<(?:br|\/?p|\/?ul|\/?ol|\/li|\/?h\d)[^>]*>/gi, '\n');
  const lines = decodeHTML(marked.replace(/<[^>]+>/g, '')).split('\n');
  return lines.map((line) => line.trim()).filter(Boolean);
}
