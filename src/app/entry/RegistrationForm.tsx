import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import type { EntryLink } from '../../api/forms';
import type { RegistrationPage } from '../../api/users';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { fillText } from '../../model/fillText';
import type { Checker, ServedForm } from '../../model/types';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { EntryFrame } from './EntryFrame';
import { RegistrationSection } from './RegistrationSection';
import { partsOf } from './registrationStep';
import { SideTabs } from './SideTabs';
import { useRegistration } from './useRegistration';

interface RegistrationFormProps {
  entry: EntryLink;
  page: RegistrationPage;
  form: ServedForm;
  checkers: Record<string, Checker>;
}

/** The registration form: its sections, the tabs beside it, and Start Application. */
export function RegistrationForm(props: RegistrationFormProps) {
  const { entry, page, form, checkers } = props;
  const { forms, context, isPending, start } = useRegistration(entry, page, form);
  const parts = partsOf(form.sections);
  const [current, setCurrent] = useState(parts[0]?.anchor ?? '');
  const tabs = <SideTabs label={texts.registration.tabs} tabs={parts} current={current} onChoose={setCurrent} />;
  async function send(event: FormEvent) {
    event.preventDefault();
    await start();
    setCurrent(parts[0]?.anchor ?? '');
  }
  return (
    <EntryFrame
      subscriber={{ name: page.subscriber_name, logo: page.subrciber_logo }}
      side={tabs}
      help={{ phone: page.support_phone, email: page.support_email }}
    >
      <PageHeading title={texts.registration.title} hasErrors={forms.lines.length > 0}>
        {texts.registration.heading}
      </PageHeading>
      <Introduction page={page} />
      <form onSubmit={(event) => void send(event)} noValidate>
        <ErrorSummary key={forms.attempt} errors={forms.lines} />
        {parts.map((part) => (
          <RegistrationSection
            key={part.anchor}
            part={part}
            checker={checkers[part.section.name] as Checker}
            context={context}
            page={page}
            path={entry.path}
            port={forms.port(part.section.name)}
            serverErrors={forms.serverErrors[part.section.name]}
            onEnter={() => setCurrent(part.anchor)}
          />
        ))}
        <div className="rp-buttons">
          <Button variant="primary" type="submit" disabled={isPending}>
            {isPending ? texts.registration.pending : texts.registration.submit}
          </Button>
        </div>
      </form>
    </EntryFrame>
  );
}

function Introduction({ page }: { page: RegistrationPage }) {
  const property = page.property?.PropertyName;
  return (
    <div className="ap-introduction">
      <p className="ap-lead">
        {property
          ? fillText(texts.registration.property, { property })
          : fillText(texts.registration.invited, { subscriber: page.subscriber_name })}
      </p>
      <p>
        {texts.registration.loginQuestion} <Link to="/login">{texts.registration.login}</Link>
      </p>
    </div>
  );
}
