import { Link } from 'react-router-dom';
import { version } from '../../../package.json';
import texts from '../../../schemas/texts/entry.json';
import { fillText } from '../../model/fillText';

/** The footer links of the pages before a session (spec 000, section 2, Login screen). */
export function LegalFooter() {
  return (
    <footer className="ap-legal">
      <div className="ap-legal-row">
        <nav aria-label={texts.footer.label}>
          <Link to="/atss/data-policy">{texts.footer.dataPolicy}</Link>
          <Link to="/atss/terms-of-use">{texts.footer.termsOfUse}</Link>
        </nav>
        <p>{fillText(texts.footer.versionNumber, { version })}</p>
      </div>
    </footer>
  );
}
