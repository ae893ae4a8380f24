import { chooseLanguage, chosenLanguage } from './chosen';
import './language.css';
import { spokenLanguages } from './servedWords';

/** Offers the page in the app's other languages, each by its own name. */
export function LanguageSwitch() {
  const current = chosenLanguage();
  return (
    <div className="ap-languages" translate="no">
      {spokenLanguages()
        .filter(({ id }) => id !== current)
        .map(({ id, name }) => (
          <button key={id} type="button" lang={id} onClick={() => chooseLanguage(id)}>
            {name}
          </button>
        ))}
    </div>
  );
}
