import texts from '../../../schemas/texts/shell.json';
import { formatPhone } from './formatPhone';

/** The 'Click here' helper at the bottom of every page, with the provider's phone and e-mail. */
export function HelpNote({ phone = texts.help.phone, email = texts.help.email }: { phone?: string; email?: string }) {
  return (
    <details className="ap-help">
      <summary>
        {texts.help.question} <span className="ap-help-click">{texts.help.click}</span>
      </summary>
      <p>
        {texts.help.call} <a href={`tel:+${phone.replace(/\D/g, '')}`}>{formatPhone(phone)}</a> {texts.help.write}{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </details>
  );
}
