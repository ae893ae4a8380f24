import '@fontsource-variable/public-sans/wght.css';
import 'virtual:theme.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { awaitBootstrap } from './api/bootstrap';
import { App } from './app/App';
import { loadLanguage } from './app/language/pageLanguage';
import { tolerateTranslators } from './app/language/tolerateTranslators';
import { loadPageAt } from './app/routes';
import { connectStore } from './app/session/connectStore';
import { openAt } from './app/shell/application';

tolerateTranslators();
connectStore();
const languageOpened = loadLanguage();
openAt(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
const first = document.getElementById('first');
void draw(root);

const SLOW_AFTER_MS = 300;

/**
 * Renders the page once its code and bootstrap data are loaded, or after `SLOW_AFTER_MS`. If the HTML has a page frame,
 * waits for the code but not for the data. Always waits for the language.
 */
async function draw(place: HTMLElement): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  const page = loadPageAt(window.location.pathname);
  if (first) await page;
  else
    await Promise.race([
      Promise.all([page, awaitBootstrap()]),
      new Promise((resolve) => setTimeout(resolve, SLOW_AFTER_MS)),
    ]);
  await languageOpened;
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

/** Removes the HTML's page frame once the page has rendered a heading or an alert. */
if (first)
  new MutationObserver((_, observer) => {
    if (!root.querySelector('h1, [role="alert"], [role="alertdialog"]')?.textContent) return;
    first.remove();
    observer.disconnect();
  }).observe(root, { subtree: true, childList: true, characterData: true });
