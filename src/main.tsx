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
