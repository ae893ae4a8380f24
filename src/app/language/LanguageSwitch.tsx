import { languages } from 'virtual:languages';
import { chooseLanguage, chosenLanguage } from './chosen';
import './language.css';

/** Offers the page in the app's other languages, each by its own name. */
export function LanguageSwitch() {
  const current = chosenLanguage();
  return (
    <div className="ap-languages" translate="no">
      {languages
        .filter(({ id }) => id !== current)
        .map(({ id, name }) => (
          <button key={id} type="button" lang={id} onClick={() => chooseLanguage(id)}>
            {name}
          </button>
        ))}
    </div>
  );
}
