// Simulates a translation widget, which puts every text of the page into new elements, also after changes.
const place = document.getElementById('translate-widget');
const button = document.createElement('button');
button.type = 'button';
button.textContent = 'Translate';
button.addEventListener('click', () => {
  replaceTexts(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) replaceTexts(node);
  }).observe(document.body, { childList: true, subtree: true });
});
place?.append(button);

function replaceTexts(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) if (isForTranslation(text)) wrap(text);
}

function isForTranslation({ data, parentElement }) {
  if (!data.trim() || !parentElement) return false;
  return !parentElement.closest('[translate=no], font, option, textarea, script, style');
}

function wrap(text) {
  const outer = document.createElement('font');
  const inner = document.createElement('font');
  inner.textContent = `·${text.data}·`;
  outer.append(inner);
  text.replaceWith(outer);
}
