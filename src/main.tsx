import '@fontsource-variable/public-sans/wght.css';
import 'virtual:theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { bearTranslators } from './app/language/bearTranslators';
import { connectStore } from './app/session/connectStore';

bearTranslators();
connectStore();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
