import texts from '../../../schemas/texts/shell.json';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { TranslateWidget } from '../language/TranslateWidget';
import { useApplication } from './application';
import { Brand } from './Brand';
import { LogoutMenu } from './LogoutMenu';

/** Whose application this is and with whom: on every page of someone signed in (spec 000, section 1). */
export function ApplicationHeader() {
  const { subscriber_name, subscriber_logo, first_name, last_name, application_number } = useApplication();
  return (
    <header className="ap-header">
      <div className="ap-header-row">
        <Brand name={subscriber_name} logo={subscriber_logo} />
        <div className="ap-who" translate="no">
          <strong>
            {first_name} {last_name}
          </strong>
          <span>
            <span translate="yes">{texts.header.id}</span> {application_number}
          </span>
        </div>
        <LanguageSwitch />
        <TranslateWidget />
        <LogoutMenu />
      </div>
    </header>
  );
}
