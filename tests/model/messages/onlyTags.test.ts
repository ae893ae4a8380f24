import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyTags } from '../../../src/model/messages/onlyTags';

const tags = ['p', 'b', 'br', 'a'];

describe('onlyTags', () => {
  it.each([
    ['<p onclick="x()">Read <b class=c>this</b></p>', '<p>Read <b>this</b></p>'],
    ['one<BR/>two', 'one<br>two'],
    ['<script>x()</script><style>p{}</style><!-- <b> -->left', 'left'],
    ['<img src=x onerror=x()>', ''],
    ['<svg/onload=x()>text', 'text'],
    ['<img alt=">" onerror=x()>', '" onerror=x()>'],
    ['<<i>img src=x onerror=x()>', '&lt;img src=x onerror=x()>'],
    ['<<b>img src=x onerror=x()>', '&lt;<b>img src=x onerror=x()>'],
    ['<img src=x onerror=x()', '&lt;img src=x onerror=x()'],
    ['3 < 4 &amp; 5', '3 &lt; 4 &amp; 5'],
    ['<a href="https://example.com" target=_top onclick=x()>a</a>', '<a href="https://example.com">a</a>'],
    [`<a href='x" onclick="x()'>a</a>`, '<a href="x&quot; onclick=&quot;x()">a</a>'],
    ['<a onclick=x()>a</a>', '<a>a</a>'],
  ])('reduces %s to %s', (html, left) => expect(onlyTags(html, tags)).toBe(left));

  it('keeps only the given tags, without attributes, for any input', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      "'",
      ' ',
      '=',
      'b',
      'img',
      'script',
      'onerror',
      '!--',
      '-->',
      'x()',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(onlyTags(pieces.join(''), ['b']).replace(/<\/?b>/g, '')).not.toContain('<');
      }),
      { numRuns: 2000 },
    );
  });
});
