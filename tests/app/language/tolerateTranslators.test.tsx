// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tolerateTranslators } from '../../../src/app/language/tolerateTranslators';

const { removeChild, insertBefore } = Node.prototype;
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeEach(() => tolerateTranslators());
afterEach(() => Object.assign(Node.prototype, { removeChild, insertBefore }));

/** Does what page translators do: puts every text into a new element. */
function translatePage(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = `[${text.data}]`;
    text.replaceWith(font);
  }
}

describe('a page with replaced text nodes', () => {
  it.each([
    [
      'a text is removed',
      <p key="p">
        {'one'}
        {'two'}
      </p>,
      <p key="p">{'two'}</p>,
    ],
    [
      'an element comes before a text',
      <p key="p">{'one'}</p>,
      <p key="p">
        {<b>new</b>}
        {'one'}
      </p>,
    ],
    [
      'a text becomes null',
      <p key="p">
        {'shown'}
        <i>more</i>
      </p>,
      <p key="p">
        {null}
        <i>more</i>
      </p>,
    ],
  ])('keeps rendering when %s', (_fact, before, after) => {
    const place = document.createElement('div');
    const root = createRoot(place);
    act(() => root.render(before));
    translatePage(place);
    expect(() => act(() => root.render(after))).not.toThrow();
    expect(() => act(() => root.unmount())).not.toThrow();
  });

  it('still throws for a node that was never there', () => {
    const place = document.createElement('div');
    expect(() => place.insertBefore(place, null)).toThrow();
  });
});
