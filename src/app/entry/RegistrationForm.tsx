import { Box } from '@chakra-ui/react/box';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import type { EntryLink } from '../../api/forms';
import type { RegistrationPage } from '../../contract/entry';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import { fillText } from '../../model/fillText';
import type { Answers, Checker, Context, FieldError, SchemaNode, ServedForm } from '../../model/types';
import type { SectionListener } from '../form/sectionController';
import { checkerOf } from '../form/useCheckers';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { EntryFrame } from './EntryFrame';
import { EntryPart } from './EntryPart';
import { entryServices } from './FlatEntryForm';
import { SideTabs } from './SideTabs';
import { keepTyped, type Part, partsOf, readTyped, useRegistration } from './useRegistration';

interface RegistrationFormProps {
  entry: EntryLink;
  page: RegistrationPage;
  form: ServedForm;
  checkers: Record<string, Checker>;
}

/** The registration form: its sections, the tabs next to it, and Start Application. */
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
            checker={checkerOf(checkers, part.section.name)}
            context={context}
            page={page}
            path={entry.path}
            listener={forms.listen(part.section.name)}
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
    <Box marginBottom="6" css={{ '& .rp-frame__lead': { marginBottom: '2' } }}>
      <p className="rp-frame__lead">
        {property
          ? fillText(texts.registration.property, { property })
          : fillText(texts.registration.invited, { subscriber: page.subscriber_name })}
      </p>
      <p>
        {texts.registration.loginQuestion} <Link to="/login">{texts.registration.login}</Link>
      </p>
    </Box>
  );
}

interface RegistrationSectionProps {
  part: Part;
  checker: Checker;
  context: Context;
  page: RegistrationPage;
  path: string;
  listener: SectionListener;
  serverErrors: FieldError[] | undefined;
  /** The focus came into this section. */
  onEnter(): void;
}

/** One section of the registration; checked at every change (spec 000, section 5). */
function RegistrationSection({ part, page, path, listener, onEnter, ...form }: RegistrationSectionProps) {
  const { section, anchor, title } = part;
  const [initial] = useState(() => ({ ...prefill(section.schema, page), ...readTyped(path)[section.name] }));
  return (
    <EntryPart name={anchor} title={title} onEnter={onEnter} isAnchor>
      <SectionForm
        {...listener}
        {...form}
        section={section}
        services={entryServices}
        initial={initial}
        mode="live"
        onChange={(answers) => keepTyped(path, section, answers)}
      />
    </EntryPart>
  );
}

/** Which answer of the registration each member of the master data fills in (spec 000, section 3). */
const sources: Record<string, string> = {
  fname: 'first_name',
  mname: 'middle_name',
  lname: 'last_name',
  email: 'email',
  hearAboutUs: 'HearAboutUs',
  state: 'State',
  city: 'City',
  address: 'DesiredPropertyAddress',
  unitNo: 'DesiredUnitNumber',
  rent: 'DesiredRent',
  desiredMoveInDate: 'DesiredMoveInDate',
  agent: 'selected_agent',
  Office: 'Office',
  floor: 'select_floor',
  unit: 'selected_unit',
};

/** What the server knows already, as answers of one section. What it does not know stays absent. */
function prefill({ properties = {} }: SchemaNode, page: RegistrationPage): Answers {
  const known = Object.keys(properties).map((name) => [name, knownAnswer(name, page)]);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

function knownAnswer(name: string, page: RegistrationPage): unknown {
  if (name === 'mobile') return page.mobile ? [page.mobile] : undefined;
  const known: Record<string, unknown> = page;
  const value = known[sources[name] ?? ''];
  return value === '' || value === null ? undefined : value;
}
