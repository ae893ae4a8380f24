import { Link } from 'react-router-dom';
import { version } from '../../../package.json';
import texts from '../../../schemas/texts/shell.json';
import { fillText } from '../../model/fillText';

/**
 * The policy links and the version at the foot of every page (spec 000, section 2, Login screen; spec 002, section 2).
 * A signed-in applicant's page stays open next to them: a card that is being typed would be lost.
 */
export function LegalFooter({ isNewTab = false }: { isNewTab?: boolean }) {
  const tab = isNewTab && { target: '_blank', title: texts.footer.newTab };
  return (
    <footer className="ap-legal">
      <div className="ap-legal-row">
        <nav aria-label={texts.footer.label}>
          <Link to="/atss/data-policy" {...tab}>
            {texts.footer.dataPolicy}
          </Link>
          <Link to="/atss/terms-of-use" {...tab}>
            {texts.footer.termsOfUse}
          </Link>
        </nav>
        <p>{fillText(texts.footer.versionNumber, { version })}</p>
      </div>
    </footer>
  );
}
