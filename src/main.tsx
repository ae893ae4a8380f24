import '@fontsource-variable/public-sans/wght.css';
import 'virtual:theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { bearTranslators } from './app/language/bearTranslators';
import { connectStore } from './app/session/connectStore';
import { openAt } from './app/shell/applicationFlow';

bearTranslators();
connectStore();
// While the page's own code is on its way.
openAt(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** What the HTML shows of a page (src/server/http/appFiles.ts) goes in the moment in which the page itself is there. */
const first = document.getElementById('first');
if (first)
  new MutationObserver((_, observer) => {
    if (!root.querySelector('h1, [role="alert"], [role="alertdialog"]')?.textContent) return;
    first.remove();
    observer.disconnect();
  }).observe(root, { subtree: true, childList: true, characterData: true });
