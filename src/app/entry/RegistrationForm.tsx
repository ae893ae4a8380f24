import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { EntryLink } from '../../api/forms';
import type { RegistrationPage } from '../../contract/entry';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import { useMessages } from '../../messages/useMessages';
import { nameHome } from '../../model/nameHome';
import type { Answers, Checker, Context, FieldError, SchemaNode, ServedForm } from '../../model/types';
import { entryServices } from '../form/FlatEntryForm';
import type { SectionListener } from '../form/sectionController';
import { checkerOf } from '../form/useCheckers';
import { PageHeading } from '../shell/PageHeading';
import { PublicFrame } from '../shell/PublicFrame';
import { Button } from '../ui/Button';
import { PagePart } from '../ui/PagePart';
import { ToastSlot } from '../ui/ToastSlot';
import { BeforeStart } from './BeforeStart';
import { InvitedBy } from './InvitedBy';
import { SideTabs } from './SideTabs';
import { listParts, type Part, readTyped, storeTypedAnswers, useRegistration } from './useRegistration';

const FORM = 'register';

interface RegistrationFormProps {
  entry: EntryLink;
  page: RegistrationPage;
  form: ServedForm;
  checkers: Record<string, Checker>;
}

export function RegistrationForm(props: RegistrationFormProps) {
  const messages = useMessages('entry').registration;
  const { entry, page, form, checkers } = props;
  const { forms, context, isPending, start } = useRegistration(entry, page, form);
  const parts = listParts(form.sections);
  const [current, setCurrent] = useState('');
  const tabs = <SideTabs label={messages.tabs} tabs={parts} current={current} onChoose={setCurrent} />;
  async function send(event: FormEvent) {
    event.preventDefault();
    await start();
    setCurrent(parts[0]?.anchor ?? '');
  }
  return (
    <PublicFrame
      subscriber={{ name: page.subscriber_name, logo: page.subrciber_logo }}
      side={tabs}
      help={{ phone: page.support_phone, email: page.support_email }}
    >
      <PageHeading title={messages.title} hasErrors={forms.lines.length > 0}>
        {nameHome(messages, page)}
      </PageHeading>
      {page.household_role ? (
        <InvitedBy entry={entry} page={page} role={page.household_role} />
      ) : (
        <Box as="p" marginBottom={{ base: '5', md: '6' }}>
          {messages.loginQuestion} <Link to="/login">{messages.login}</Link>
        </Box>
      )}
      <BeforeStart page={page} formId={FORM} />
      <chakra.form onSubmit={(event) => void send(event)} noValidate maxWidth="column">
        <Box as="h2" id={FORM} tabIndex={-1} marginTop="0" marginBottom={{ base: '2', md: '3' }}>
          {messages.heading}
        </Box>
        <ErrorSummary key={forms.attempt} errors={forms.lines} />
        <Box as="p" className="rp-help" marginBottom={{ base: '3', md: '5' }}>
          {messages.starred}
        </Box>
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
        <ToastSlot />
        <div className="rp-buttons">
          <Button variant="primary" type="submit" disabled={isPending}>
            {isPending ? messages.pending : messages.submit}
          </Button>
        </div>
      </chakra.form>
    </PublicFrame>
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
  onEnter(): void;
}

/** Validates on every change (docs/spec/000.md, §5). */
function RegistrationSection({ part, page, path, listener, onEnter, ...form }: RegistrationSectionProps) {
  const { section, anchor, title } = part;
  const [initial] = useState(() => ({ ...prefill(section.schema, page), ...readTyped(path)[section.name] }));
  return (
    <PagePart name={anchor} title={title} level={3} onEnter={onEnter} isAnchor>
      <SectionForm
        {...listener}
        {...form}
        section={section}
        services={entryServices}
        initial={initial}
        mode="live"
        onChange={(answers) => storeTypedAnswers(path, section, answers)}
      />
    </PagePart>
  );
}

/** Maps fields to the page data that prefills them (docs/spec/000.md, §3). */
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
